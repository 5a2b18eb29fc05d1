//! How many chips win Bidding Hex, and Richman's value: the picture of `docs/explanation/random-turn-and-bidding.md`.

use std::path::{Path, PathBuf};

use board::{BoardSize, Color, Position};
use chance::{Arithmetic, BiddingRules, Coin, DiscreteTable, Payment, Purses, TieRule, analyze};
use plotters::{prelude::*, style::Color as _};

use crate::{ExperimentError, Lab, error::Within as _};

/// Where the picture goes.
#[derive(Debug, Clone, clap::Args)]
pub struct ChipSettings {
    /// The folder for the pictures (SVG)
    #[arg(default_value = "docs/pictures")]
    pub folder: PathBuf,
    /// The most chips in all
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub chips: u32,
}

/// The positions of the curves, with the names of their stones.
const POSITIONS: [(&str, &str, &str); 3] =
    [("empty 3x3", "", ""), ("3x3, Black on a2", "a2", ""), ("3x3, White on b2", "", "b2")];

/// One curve: the share of the chips with which Black is sure to win, by the number of chips in all.
#[derive(Debug, Clone, PartialEq)]
pub struct ChipCurve {
    /// The position.
    pub name: &'static str,
    /// The share in the limit of many chips.
    pub richman: f64,
    /// Chips in all, and the share.
    pub shares: Vec<(u32, f64)>,
}

/// The curves with up to this many chips.
///
/// # Errors
/// None: the positions are known ones.
pub fn chip_curves(chips: u32, lab: &Lab<'_>) -> Result<Vec<ChipCurve>, ExperimentError> {
    lab.watcher.begin((totals(chips).count() * POSITIONS.len()) as u64, "tables");
    POSITIONS.into_iter().map(|(name, black, white)| curve(name, black, white, chips, lab)).collect()
}

/// Draws the curves; returns where the picture is.
///
/// # Errors
/// [`ExperimentError`] where the picture cannot be written.
pub fn draw_chip_curves(settings: &ChipSettings, lab: &Lab<'_>) -> Result<PathBuf, ExperimentError> {
    std::fs::create_dir_all(&settings.folder).within(format!("cannot make {}", settings.folder.display()))?;
    let path = settings.folder.join("chips-and-richman.svg");
    let curves = chip_curves(settings.chips, lab)?;
    draw(&path, &curves, settings.chips)
        .map_err(|error| ExperimentError::unexpected(format!("cannot draw {}: {error}", path.display())))?;
    Ok(path)
}

/// The numbers of chips of a curve: every one at first, then some.
fn totals(most: u32) -> impl Iterator<Item = u32> {
    (1..=most.min(60)).chain((64..=most).step_by(4))
}

fn curve(
    name: &'static str,
    black: &str,
    white: &str,
    most: u32,
    lab: &Lab<'_>,
) -> Result<ChipCurve, ExperimentError> {
    let size = BoardSize::square(3)?;
    let mut position = Position::empty(size);
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        for cell in size.cells_named(names)? {
            position.place(color, cell)?;
        }
    }
    let richman = analyze(&position, Coin::FAIR, Arithmetic::Fractions)?.richman(Color::Black);
    let rules = BiddingRules { ties: TieRule::Advantage, payment: Payment::Opponent };
    let mut shares = Vec::new();
    for total in totals(most) {
        let table = DiscreteTable::solve(&position, rules, Purses::new(total, 0, Color::White), 1 << 26)?;
        // Without the advantage chip; where all chips are not enough there is no point.
        if let [_, Some(fewest)] = table.fewest_chips(&position)? {
            shares.push((total, f64::from(fewest) / f64::from(total)));
        }
        lab.watcher.advance(1);
    }
    Ok(ChipCurve { name, richman, shares })
}

/// The shares that are shown: with very few chips they are all over the place.
const LOWEST: f64 = 0.25;
const HIGHEST: f64 = 0.85;

fn visible(shares: &[(u32, f64)]) -> impl Iterator<Item = (u32, f64)> {
    shares.iter().copied().filter(|(_, share)| (LOWEST..=HIGHEST).contains(share))
}

fn draw(path: &Path, curves: &[ChipCurve], most: u32) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(path, (900, 520)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Fewest chips with which Black wins, as a share of all chips", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0..most, LOWEST..HIGHEST)?;
    chart
        .configure_mesh()
        .x_desc("chips in all (ties by the advantage chip, held by White)")
        .y_desc("Black's share")
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 14))
        .draw()?;
    let colors = [RGBColor(0x1B, 0x6C, 0xA8), RGBColor(0xC0, 0x39, 0x2B), RGBColor(0x2E, 0x7D, 0x32)];
    for (curve, color) in curves.iter().zip(colors) {
        chart.draw_series(LineSeries::new([(0, curve.richman), (most, curve.richman)], color.mix(0.45)))?;
        chart
            .draw_series(visible(&curve.shares).map(|point| Circle::new(point, 2, color.filled())))?
            .label(format!("{}: Richman's value {:.4}", curve.name, curve.richman))
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()?;
    Ok(())
}
