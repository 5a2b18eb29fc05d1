//! The picture of a training: Figure 8 of the MIHex paper.
//!
//! Above, the path of every weight, Black's thick and White's thin; below, the share of games won in every 20 and in every 100 games.
//! Several seeds are averaged: bands and whiskers are 95 % intervals of the mean.

use learning::{Mean, mean};
use plotters::{coord::Shift, prelude::*};

use super::TrainingRun;
use crate::ExperimentError;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// A colour for each kind of feature, first Black's and then White's of the same kinds.
const COLORS: [RGBColor; 8] = [
    RGBColor(0xC0, 0x39, 0x2B),
    RGBColor(0x1B, 0x6C, 0xA8),
    RGBColor(0x2E, 0x7D, 0x32),
    RGBColor(0xC7, 0x7D, 0x0A),
    RGBColor(0x7B, 0x3F, 0x9D),
    RGBColor(0x0E, 0x8A, 0x8A),
    RGBColor(0x8A, 0x5A, 0x44),
    RGBColor(0x60, 0x60, 0x60),
];
const BARS: RGBColor = RGBColor(0xB4, 0xBC, 0xC4);

/// Games averaged in a bar.
const INTERVALS: [usize; 2] = [20, 100];

/// Draws the trainings, which have as many games each, as SVG.
///
/// # Errors
/// [`ExperimentError`] where they cannot be drawn.
pub fn draw(title: &str, features: &[&str], runs: &[TrainingRun]) -> Result<String, ExperimentError> {
    let title = match runs {
        [run] => format!("{title}, seed {}", run.seed),
        _ => format!("{title}, mean of {} seeds", runs.len()),
    };
    let mut svg = String::new();
    let drawn = draw_all(&mut svg, &title, features, runs);
    drawn.map_err(|error| ExperimentError::unexpected(format!("cannot draw '{title}': {error}")))?;
    Ok(svg)
}

fn draw_all(svg: &mut String, title: &str, features: &[&str], runs: &[TrainingRun]) -> Drawn {
    let area = SVGBackend::with_string(svg, (960, 900)).into_drawing_area();
    area.fill(&WHITE)?;
    let area = area.titled(title, ("sans-serif", 22))?;
    let (paths, bars) = area.split_vertically(450);
    draw_paths(&paths, features, runs)?;
    for (area, interval) in bars.split_evenly((2, 1)).iter().zip(INTERVALS) {
        draw_bars(area, interval, runs)?;
    }
    area.present()?;
    Ok(())
}

/// The path of every weight.
fn draw_paths(area: &Area<'_>, features: &[&str], runs: &[TrainingRun]) -> Drawn {
    let games = runs[0].curve.len();
    let at = |run: &TrainingRun, weight: usize, game: usize| match game.checked_sub(1) {
        None => run.first[weight],
        Some(last) => run.curve[last].weights[weight],
    };
    // A picture has fewer points than a long training has games.
    let every = games.div_ceil(1000);
    let path = |weight: usize| -> Vec<(usize, Mean)> {
        let point = |game| {
            let values: Vec<f64> = runs.iter().map(|run| at(run, weight, game)).collect();
            (game, mean(&values))
        };
        (0..=games).step_by(every).map(point).collect()
    };
    let paths: Vec<_> = (0..features.len()).map(path).collect();
    let reach = |mean: &Mean| if mean.reach.is_finite() { mean.reach } else { 0.0 };
    let ends =
        paths.iter().flatten().flat_map(|(_, mean)| [mean.mean - reach(mean), mean.mean + reach(mean)]);
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
    let margin = ((high - low) * 0.06).max(1e-3);

    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(210)
        .x_label_area_size(34)
        .y_label_area_size(64)
        .build_cartesian_2d(0..games, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("games")
        .y_desc("weight")
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 14))
        .draw()?;
    for (weight, path) in paths.iter().enumerate() {
        let half = features.len().div_ceil(2);
        let color = COLORS[weight % half % COLORS.len()];
        let width = if weight < half { 3 } else { 1 };
        if runs.len() > 1 {
            let upper = path.iter().map(|(game, mean)| (*game, mean.mean + mean.reach));
            let lower = path.iter().rev().map(|(game, mean)| (*game, mean.mean - mean.reach));
            let band: Vec<_> = upper.chain(lower).collect();
            chart.draw_series([Polygon::new(band, color.mix(0.10))])?;
        }
        let style = color.stroke_width(width);
        chart.draw_series(LineSeries::new(path.iter().map(|(game, mean)| (*game, mean.mean)), style))?;
    }
    // The names stand beside the paths, where nothing hides them.
    let (width, _) = area.dim_in_pixel();
    let legend = area.margin(20, 0, width as i32 - 195, 0);
    for (row, name) in features.iter().enumerate() {
        let half = features.len().div_ceil(2);
        let color = COLORS[row % half % COLORS.len()];
        let (y, width) = (14 + 22 * row as i32, if row < half { 3 } else { 1 });
        legend.draw(&PathElement::new([(0, y), (22, y)], color.stroke_width(width)))?;
        legend.draw(&Text::new((*name).to_string(), (28, y - 6), ("sans-serif", 14)))?;
    }
    Ok(())
}

/// The share of games won in each group of games.
fn draw_bars(area: &Area<'_>, interval: usize, runs: &[TrainingRun]) -> Drawn {
    let games = runs[0].curve.len();
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(210)
        .x_label_area_size(34)
        .y_label_area_size(64)
        .build_cartesian_2d(0..games, 0.0..100.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("games")
        .y_desc(format!("% won of {interval}"))
        .y_labels(6)
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 14))
        .draw()?;
    for start in (0..games).step_by(interval) {
        let end = (start + interval).min(games);
        let won = |run: &TrainingRun| {
            let won = run.curve[start..end].iter().filter(|point| point.won).count();
            100.0 * won as f64 / (end - start) as f64
        };
        let Mean { mean, reach } = mean(&runs.iter().map(won).collect::<Vec<_>>());
        chart.draw_series([
            Rectangle::new([(start, 0.0), (end, mean)], BARS.filled()),
            Rectangle::new([(start, 0.0), (end, mean)], BLACK.mix(0.5)),
        ])?;
        if reach.is_finite() && reach > 0.0 {
            let middle = usize::midpoint(start, end);
            let ends = [mean - reach, mean + reach].map(|y| (middle, y.clamp(0.0, 100.0)));
            chart.draw_series([PathElement::new(ends, BLACK.stroke_width(2))])?;
        }
    }
    chart.draw_series([PathElement::new([(0, 50.0), (games, 50.0)], BLACK.mix(0.4))])?;
    Ok(())
}
