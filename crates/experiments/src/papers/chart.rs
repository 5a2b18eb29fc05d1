//! Plots of curves and bars as SVG, small enough to be read on a phone.

use plotters::prelude::*;

use crate::ExperimentError;

/// How points are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draw {
    Line,
    Dots,
    /// Dots joined by a line.
    Joined,
    /// A dashed line: the paper's value.
    Dashed,
    /// A dashed line in the colour of the series of ours that it belongs to: the first of these to our first series.
    Twin,
}

/// The points of one name.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) draw: Draw,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Series {
    pub(crate) fn new(
        name: impl Into<String>,
        draw: Draw,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        Self { name: name.into(), draw, points: points.into_iter().collect() }
    }

    /// A level of the paper across the plot.
    pub(crate) fn level(name: impl Into<String>, [from, to]: [f64; 2], value: f64) -> Self {
        Self::new(name, Draw::Dashed, [(from, value), (to, value)])
    }

    /// The same series, drawn in another way.
    pub(crate) fn drawn(self, draw: Draw) -> Self {
        Self { draw, ..self }
    }
}

/// The axes of a plot.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Chart<'a> {
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    /// Logarithmic axes show powers of ten.
    pub(crate) log_x: bool,
    pub(crate) log_y: bool,
    /// Whether the vertical axis begins at 0.
    pub(crate) from_zero: bool,
}

/// Colours that differ in brightness too; the first is that of ours, grey is that of the papers.
const COLORS: [RGBColor; 6] = [
    RGBColor(0x1B, 0x6C, 0xA8),
    RGBColor(0xC0, 0x39, 0x2B),
    RGBColor(0x2E, 0x7D, 0x32),
    RGBColor(0xC7, 0x7D, 0x0A),
    RGBColor(0x7B, 0x3F, 0x9D),
    RGBColor(0x0E, 0x8A, 0x8A),
];
const PAPER: RGBColor = RGBColor(0x60, 0x60, 0x60);
const FONT: (&str, i32) = ("sans-serif", 14);
const SIZE: (u32, u32) = (620, 380);

impl Chart<'_> {
    /// Draws the plot.
    pub(crate) fn draw(&self, series: &[Series]) -> Result<String, ExperimentError> {
        let mut svg = String::new();
        let drawn = self.draw_into(&mut svg, series);
        drawn.map_err(|error| ExperimentError::unexpected(format!("cannot draw a plot: {error}")))?;
        // Without the size in pixels the picture takes the width of its page.
        Ok(svg.replacen(&format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1), "", 1))
    }

    fn draw_into(&self, svg: &mut String, series: &[Series]) -> Result<(), Box<dyn std::error::Error>> {
        let scale = |value: f64, log: bool| if log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let scaled: Vec<Vec<(f64, f64)>> = series
            .iter()
            .map(|series| {
                series.points.iter().map(|&(x, y)| (scale(x, self.log_x), scale(y, self.log_y))).collect()
            })
            .collect();
        let all = || scaled.iter().flatten();
        let x = range(all().map(|point| point.0), false, 0.02);
        let y = range(all().map(|point| point.1), self.from_zero && !self.log_y, 0.08);
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            .margin_right(18)
            .x_label_area_size(42)
            .y_label_area_size(60)
            .build_cartesian_2d(x.clone(), y.clone())?;
        let label = |value: f64, log: bool| {
            let value = if log { 10f64.powf(value) } else { value };
            match value.abs() {
                size if size >= 1e6 => format!("{:.0}M", value / 1e6),
                size if size >= 10_000.0 => format!("{:.0}k", value / 1e3),
                size if size >= 10.0 || (value - value.round()).abs() < 1e-9 => format!("{value:.0}"),
                size if size >= 1.0 => format!("{value:.1}"),
                size if size >= 0.01 => format!("{value:.2}"),
                size if size > 0.0 => format!("{value:.0e}"),
                _ => "0".to_string(),
            }
        };
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_labels(8)
            .y_labels(7)
            .x_label_formatter(&|value| label(*value, self.log_x))
            .y_label_formatter(&|value| label(*value, self.log_y))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .label_style(FONT)
            .draw()?;
        let [mut ours, mut twins] = [0, 0];
        for (Series { name, draw, .. }, points) in series.iter().zip(&scaled) {
            let is_dashed = matches!(draw, Draw::Dashed | Draw::Twin);
            let counter = if *draw == Draw::Twin { &mut twins } else { &mut ours };
            let color = if *draw == Draw::Dashed { PAPER } else { COLORS[*counter % COLORS.len()] };
            *counter += usize::from(*draw != Draw::Dashed);
            let mut named = false;
            if is_dashed {
                let line = DashedLineSeries::new(points.iter().copied(), 6, 4, color.stroke_width(2));
                let drawn = chart.draw_series(line)?;
                drawn
                    .label(name.clone())
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
                named = true;
            }
            if matches!(draw, Draw::Line | Draw::Joined) {
                let drawn =
                    chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
                drawn
                    .label(name.clone())
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(3)));
                named = true;
            }
            if matches!(draw, Draw::Dots | Draw::Joined) {
                let drawn =
                    chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
                if !named {
                    drawn
                        .label(name.clone())
                        .legend(move |(x, y)| Circle::new((x + 9, y), 4, color.filled()));
                }
            }
        }
        if series.len() > 1 {
            chart
                .configure_series_labels()
                .position(emptiest_corner(&scaled, [&x, &y]))
                .background_style(WHITE.mix(0.8))
                .border_style(BLACK.mix(0.2))
                .label_font(FONT)
                .draw()?;
        }
        area.present()?;
        Ok(())
    }
}

/// The range of an axis, with some room.
fn range(values: impl Iterator<Item = f64>, from_zero: bool, room: f64) -> std::ops::Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let low = if from_zero { low.min(0.0) } else { low };
    let room = (high - low).max(1e-6) * room;
    let below = if from_zero && low == 0.0 { 0.0 } else { room };
    low - below..high + room.max(1e-6)
}

/// The corner of the plot with the fewest points, for the names of the series.
fn emptiest_corner(series: &[Vec<(f64, f64)>], [x, y]: [&std::ops::Range<f64>; 2]) -> SeriesLabelPosition {
    let share = |value: f64, range: &std::ops::Range<f64>| (value - range.start) / (range.end - range.start);
    // Points between two that are far apart count too: lines pass through corners.
    let on_lines = series.iter().flat_map(|points| {
        let steps = points
            .windows(2)
            .flat_map(|pair| (0..=8).map(move |step| (pair[0], pair[1], f64::from(step) / 8.0)));
        let between = |((ax, ay), (bx, by), part): ((f64, f64), (f64, f64), f64)| {
            (ax + part * (bx - ax), ay + part * (by - ay))
        };
        steps.map(between).chain(points.iter().copied())
    });
    let all: Vec<(f64, f64)> = on_lines.map(|(px, py)| (share(px, x), share(py, y))).collect();
    let corners = [
        (SeriesLabelPosition::UpperRight, 1.0, 1.0),
        (SeriesLabelPosition::UpperLeft, 0.0, 1.0),
        (SeriesLabelPosition::LowerRight, 1.0, 0.0),
        (SeriesLabelPosition::LowerLeft, 0.0, 0.0),
    ];
    let crowd = |cx: f64, cy: f64| {
        all.iter().filter(|point| (point.0 - cx).abs() < 0.5 && (point.1 - cy).abs() < 0.4).count()
    };
    let best = corners.into_iter().min_by_key(|(_, cx, cy)| crowd(*cx, *cy));
    best.map_or(SeriesLabelPosition::UpperRight, |(position, ..)| position)
}
