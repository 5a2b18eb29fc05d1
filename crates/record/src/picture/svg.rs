//! Pictures as SVG, drawn back to front: bands, cells, shades, arrows, stones, lettering, legend.
//!
//! The writer uses paths, circles and patterns only: no fonts, scripts, styles or links to elsewhere. Title and description
//! say in words what is to be seen.

use std::fmt::{self, Write};

use board::{Cell, Color, Edge};

use super::{
    Arrow, FillPattern, HeatMap, Picture, Shade,
    glyphs::{self, Lettering},
    layout::{BAND, INRADIUS, Layout, Point, RADIUS},
    palette::{self, Rgb},
    short_number,
};
use crate::{Mark, escape_xml};

/// The radius of a stone.
const STONE: f64 = INRADIUS * 0.8;
/// Space around the picture.
const MARGIN: f64 = 8.0;
/// The height of capitals in legend and caption.
const LEGEND_TEXT: f64 = 13.0;
/// The height of coordinates.
const COORDINATE_TEXT: f64 = 13.5;

impl Picture {
    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::default();
        let layout = Layout::new(self.position.size(), self.orientation);
        let drawn = Drawing { picture: self, layout, canvas: &mut canvas }.draw();
        debug_assert!(drawn.is_ok(), "writing to a string cannot fail");
        canvas.document(&self.title(), &self.description())
    }

    /// The title of the picture.
    fn title(&self) -> String {
        let size = self.position.size();
        match &self.caption {
            Some(caption) => caption.clone(),
            None => format!("Hex position on a {size} board"),
        }
    }

    /// A description in words for screen readers.
    fn description(&self) -> String {
        let size = self.position.size();
        let mut text = format!("Hex board of {} columns and {} rows.", size.cols(), size.rows());
        for (color, name) in [(Color::Black, "Red (Black)"), (Color::White, "Blue (White)")] {
            let mut stones: Vec<Cell> = self.position.stones(color).iter().collect();
            stones.sort_by_key(|cell| self.numbers.get(cell).copied());
            let names: Vec<String> = stones
                .iter()
                .map(|cell| match self.numbers.get(cell) {
                    Some(number) => format!("{number}:{}", size.name(*cell)),
                    None => size.name(*cell).to_string(),
                })
                .collect();
            if !names.is_empty() {
                let _ = write!(text, " {name}: {}.", names.join(" "));
            }
        }
        for shade in &self.shades {
            let cells: Vec<String> = shade.cells.iter().map(|cell| size.name(cell).to_string()).collect();
            let name = shade.name.as_deref().unwrap_or("Shaded");
            let _ = write!(text, " {name}: {}.", cells.join(" "));
        }
        text
    }
}

/// The elements of a document and the room they take.
#[derive(Debug)]
struct Canvas {
    body: String,
    definitions: String,
    least: Point,
    greatest: Point,
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            body: String::new(),
            definitions: String::new(),
            least: (f64::INFINITY, f64::INFINITY),
            greatest: (f64::NEG_INFINITY, f64::NEG_INFINITY),
        }
    }
}

impl Canvas {
    /// Makes room for a point and what lies around it.
    fn include(&mut self, (x, y): Point, around: f64) {
        self.least = (self.least.0.min(x - around), self.least.1.min(y - around));
        self.greatest = (self.greatest.0.max(x + around), self.greatest.1.max(y + around));
    }

    fn polygon(&mut self, points: &[Point], attributes: fmt::Arguments<'_>) -> fmt::Result {
        let data = closed(points);
        writeln!(self.body, "<path d=\"{data}\" {attributes}/>")
    }

    fn lettering(&mut self, lettering: &Lettering<'_>, ink: Rgb) -> fmt::Result {
        let half = glyphs::width(lettering.text, lettering.height) / 2.0;
        let (x, y) = lettering.middle;
        self.include((x - half, y), lettering.height * 0.8);
        self.include((x + half, y), lettering.height * 0.8);
        writeln!(
            self.body,
            "<path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            lettering.path(),
            Number(lettering.stroke()),
        )
    }

    fn document(&self, title: &str, description: &str) -> String {
        let (left, top) = (self.least.0 - MARGIN, self.least.1 - MARGIN);
        let (width, height) = (self.greatest.0 + MARGIN - left, self.greatest.1 + MARGIN - top);
        let mut text = String::with_capacity(self.body.len() + 1024);
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">",
            Number(left),
            Number(top),
            Number(width),
            Number(height),
            width.ceil(),
            height.ceil(),
        );
        let _ =
            writeln!(text, "<title>{}</title>\n<desc>{}</desc>", escape_xml(title), escape_xml(description));
        if !self.definitions.is_empty() {
            let _ = writeln!(text, "<defs>\n{}</defs>", self.definitions);
        }
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Number(left),
            Number(top),
            Number(width),
            Number(height),
            palette::PAPER,
        );
        text.push_str(&self.body);
        text.push_str("</svg>\n");
        text
    }
}

/// A picture on its way onto the canvas.
struct Drawing<'a> {
    picture: &'a Picture,
    layout: Layout,
    canvas: &'a mut Canvas,
}

impl Drawing<'_> {
    fn draw(&mut self) -> fmt::Result {
        self.bands()?;
        self.cells()?;
        self.shades()?;
        self.grid()?;
        // Arrows pass below stones and lettering, which must stay readable.
        for arrow in &self.picture.arrows {
            self.arrow(arrow)?;
        }
        self.stones()?;
        self.path()?;
        self.marks()?;
        self.letterings()?;
        if self.picture.coordinates {
            self.coordinates()?;
        }
        self.heat_legend()?;
        self.shade_legend()?;
        self.caption()
    }

    fn cells_of_board(&self) -> impl Iterator<Item = Cell> + use<> {
        self.picture.position.size().iter()
    }

    fn bands(&mut self) -> fmt::Result {
        for edge in Edge::ALL {
            let band = self.layout.band(edge);
            band.iter().for_each(|point| self.canvas.include(*point, 0.0));
            let color = palette::stone(edge.color());
            // A line of the same colour closes the hair between two bands and below the cells.
            self.canvas.polygon(
                &band,
                format_args!(
                    "fill=\"{color}\" stroke=\"{color}\" stroke-width=\"0.6\" stroke-linejoin=\"round\""
                ),
            )?;
        }
        Ok(())
    }

    /// All empty cells in one path, and one path for each cell that has a colour of its own from the heat map.
    fn cells(&mut self) -> fmt::Result {
        let mut data = String::new();
        for cell in self.cells_of_board() {
            data.push_str(&closed(&self.layout.corners(self.layout.middle(cell), 1.0)));
        }
        writeln!(self.canvas.body, "<path d=\"{data}\" fill=\"{}\"/>", palette::CELL)?;
        for cell in self.cells_of_board() {
            if let Some(color) = self.heat_of(cell) {
                let corners = self.layout.corners(self.layout.middle(cell), 1.0);
                self.canvas.polygon(&corners, format_args!("fill=\"{color}\""))?;
            }
        }
        Ok(())
    }

    fn heat_of(&self, cell: Cell) -> Option<Rgb> {
        let heat = self.picture.heat.as_ref()?;
        let value = heat.values.get(&cell).filter(|value| value.is_finite())?;
        self.picture.position.at(cell).is_none().then(|| palette::heat(heat.share(*value), heat.is_signed()))
    }

    /// Solid sets fill the cell; where they overlap, later ones lie inside earlier ones. Patterns lie over both.
    fn shades(&mut self) -> fmt::Result {
        let picture = self.picture;
        for solid in [true, false] {
            for (index, shade) in picture.shades.iter().enumerate() {
                if (shade.pattern == FillPattern::Solid) != solid {
                    continue;
                }
                let fill = self.fill_of(shade)?;
                for cell in shade.cells.iter() {
                    let covered = picture.shades[..index]
                        .iter()
                        .filter(|other| solid && other.pattern == FillPattern::Solid)
                        .filter(|other| other.cells.contains(cell))
                        .count();
                    let share = [1.0, 0.72, 0.46, 0.24][covered.min(3)];
                    let corners = self.layout.corners(self.layout.middle(cell), share);
                    self.canvas.polygon(&corners, format_args!("fill=\"{fill}\""))?;
                }
            }
        }
        Ok(())
    }

    /// The `fill` of a shade; patterns are defined on first use.
    fn fill_of(&mut self, shade: &Shade) -> Result<String, fmt::Error> {
        let color = palette::strong(shade.tint);
        let line = |data: &str| {
            format!("<path d=\"{data}\" stroke=\"{color}\" stroke-width=\"1.6\" stroke-linecap=\"square\"/>")
        };
        let tile = match shade.pattern {
            FillPattern::Solid => return Ok(palette::tint(shade.tint).to_string()),
            FillPattern::Hatch => line("M-2 2L2 -2M0 8L8 0M6 10L10 6"),
            FillPattern::BackHatch => line("M-2 6L2 10M0 0L8 8M6 -2L10 2"),
            FillPattern::Dots => {
                format!(
                    "<circle cx=\"2\" cy=\"2\" r=\"1.3\" fill=\"{color}\"/><circle cx=\"6\" cy=\"6\" r=\"1.3\" fill=\"{color}\"/>"
                )
            }
        };
        let id = format!("{}-{}", shade.pattern.name(), shade.tint.name());
        let definition = format!(
            "<pattern id=\"{id}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">{tile}</pattern>\n"
        );
        if !self.canvas.definitions.contains(&definition) {
            self.canvas.definitions.push_str(&definition);
        }
        Ok(format!("url(#{id})"))
    }

    /// The lines between cells, in one path.
    fn grid(&mut self) -> fmt::Result {
        let mut data = String::new();
        for cell in self.cells_of_board() {
            data.push_str(&closed(&self.layout.corners(self.layout.middle(cell), 1.0)));
        }
        writeln!(
            self.canvas.body,
            "<path d=\"{data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/>",
            palette::LINE,
        )
    }

    fn stones(&mut self) -> fmt::Result {
        for color in Color::BOTH {
            for cell in self.picture.position.stones(color) {
                let (x, y) = self.layout.middle(cell);
                writeln!(
                    self.canvas.body,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"/>",
                    Number(x),
                    Number(y),
                    Number(STONE),
                    palette::stone(color),
                    palette::rim(color),
                )?;
            }
        }
        let Some(last) = self.picture.last_move else { return Ok(()) };
        if self.picture.position.at(last).is_none() {
            return Ok(());
        }
        let (x, y) = self.layout.middle(last);
        let (x, y, light) = (Number(x), Number(y), palette::LIGHT_INK);
        if self.picture.lettering(last).is_some() || self.picture.marks.contains_key(&last) {
            // The stone is full: a ring around it.
            let (radius, ink) = (Number(STONE + 2.1), palette::INK);
            writeln!(
                self.canvas.body,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\"/>"
            )
        } else {
            let radius = Number(STONE * 0.3);
            writeln!(self.canvas.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{light}\"/>")
        }
    }

    /// The line over the board, light on a dark rim, so that it is seen on every stone.
    fn path(&mut self) -> fmt::Result {
        let mut data = String::new();
        for (index, &(col, row)) in self.picture.path.iter().enumerate() {
            let point = self.layout.at(col, row);
            self.canvas.include(point, BAND);
            write!(data, "{}{} {}", if index == 0 { 'M' } else { 'L' }, Number(point.0), Number(point.1))?;
        }
        if data.is_empty() {
            return Ok(());
        }
        for (color, width) in [(palette::INK, 6.0), (palette::tint(super::Tint::Yellow), 3.0)] {
            writeln!(
                self.canvas.body,
                "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"/>",
                Number(width),
            )?;
        }
        Ok(())
    }

    /// The ink for lettering and marks on a cell.
    fn ink_on(&self, cell: Cell) -> Rgb {
        if self.picture.position.at(cell).is_some() {
            palette::LIGHT_INK
        } else {
            self.heat_of(cell).map_or(palette::INK, palette::ink_on)
        }
    }

    fn marks(&mut self) -> fmt::Result {
        for (&cell, &mark) in &self.picture.marks {
            let (x, y) = self.layout.middle(cell);
            let reach = STONE * 0.5;
            let ring = |angles: &[f64], radius: f64| -> Vec<Point> {
                let at = |angle: &f64| {
                    let (sin, cos) = angle.to_radians().sin_cos();
                    (x + radius * cos, y + radius * sin)
                };
                angles.iter().map(at).collect()
            };
            let data = match mark {
                Mark::Circle | Mark::Selected => String::new(),
                Mark::Triangle => closed(&ring(&[-90.0, 30.0, 150.0], reach * 1.15)),
                Mark::Square => closed(&ring(&[45.0, 135.0, 225.0, 315.0], reach * 1.1)),
                Mark::Cross => {
                    let [a, b, c, d] = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)].map(|(i, j)| {
                        format!("{} {}", Number(x + i * reach * 0.8), Number(y + j * reach * 0.8))
                    });
                    format!("M{a}L{b}M{c}L{d}")
                }
            };
            let ink = self.ink_on(cell);
            let (fill, stroke) = if mark == Mark::Selected {
                (ink.to_string(), "none".to_string())
            } else {
                ("none".to_string(), ink.to_string())
            };
            let shape = if data.is_empty() {
                let radius = Number(if mark == Mark::Selected { reach * 0.6 } else { reach });
                format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", Number(x), Number(y))
            } else {
                format!("<path d=\"{data}\"")
            };
            writeln!(
                self.canvas.body,
                "{shape} fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            )?;
        }
        Ok(())
    }

    fn letterings(&mut self) -> fmt::Result {
        for cell in self.cells_of_board() {
            let Some(text) = self.picture.lettering(cell) else { continue };
            let stone = self.picture.position.at(cell).is_some();
            // As large as the cell or stone allows, and never larger than one sign should be.
            let room = if stone { STONE * 1.42 } else { INRADIUS * 1.6 };
            let largest: f64 = if stone || self.picture.labels.contains_key(&cell) { 15.0 } else { 10.5 };
            let height = largest.min(room / glyphs::width(&text, 1.0).max(0.1));
            // Small letters fill less than the height of capitals: lift them to the middle.
            let small =
                text.chars().all(|c| matches!(c, 'a' | 'c' | 'e' | 'm'..='o' | 'r' | 's' | 'u'..='x' | 'z'));
            let (x, y) = self.layout.middle(cell);
            let middle = (x, if small { y - height * 0.16 } else { y });
            let ink = self.ink_on(cell);
            self.canvas.lettering(&Lettering { text: &text, middle, height }, ink)?;
        }
        Ok(())
    }

    fn arrow(&mut self, arrow: &Arrow) -> fmt::Result {
        let (from, to) = (self.layout.middle(arrow.from), self.layout.middle(arrow.to));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        if length == 0.0 {
            return Ok(());
        }
        let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let at = |distance: f64, aside: f64| {
            (from.0 + along.0 * distance - along.1 * aside, from.1 + along.1 * distance + along.0 * aside)
        };
        let gap = |cell: Cell| {
            if self.picture.position.at(cell).is_some() {
                STONE + 1.5
            } else if self.picture.lettering(cell).is_some() || self.picture.marks.contains_key(&cell) {
                INRADIUS * 0.62
            } else {
                INRADIUS * 0.3
            }
        };
        let (start, tip) = (gap(arrow.from), length - gap(arrow.to));
        let neck = tip - 11.0;
        let color = arrow.tint.map_or(palette::INK, palette::strong);
        let shape = [
            at(start, -1.6),
            at(neck, -1.6),
            at(neck - 1.5, -6.0),
            at(tip, 0.0),
            at(neck - 1.5, 6.0),
            at(neck, 1.6),
            at(start, 1.6),
        ];
        self.canvas.polygon(
            &shape,
            format_args!(
                "fill=\"{color}\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                palette::PAPER,
            ),
        )
    }

    /// Letters above and below, numbers left and right, on the lines of their columns and rows.
    fn coordinates(&mut self) -> fmt::Result {
        let size = self.picture.position.size();
        let (cols, rows) = (size.cols() as f64, size.rows() as f64);
        // How far beyond the last cell, in cells.
        const BEYOND: f64 = 0.98;
        for col in 0..size.cols() {
            let letter = char::from(b'a' + col as u8).to_string();
            for row in [-BEYOND, rows - 1.0 + BEYOND] {
                let (x, y) = self.layout.at(col as f64, row);
                let middle = (x, y - COORDINATE_TEXT * 0.1);
                let lettering = Lettering { text: &letter, middle, height: COORDINATE_TEXT };
                self.canvas.lettering(&lettering, palette::QUIET_INK)?;
            }
        }
        for row in 0..size.rows() {
            let number = (row + 1).to_string();
            // Numbers of two digits keep the distance of one digit from the board.
            let wider = (glyphs::width(&number, COORDINATE_TEXT) - glyphs::width("0", COORDINATE_TEXT)) / 2.0;
            for (col, outwards) in [(-BEYOND, -1.0), (cols - 1.0 + BEYOND, 1.0)] {
                let (x, y) = self.layout.at(col, row as f64);
                let middle = (x + outwards * wider, y);
                let lettering = Lettering { text: &number, middle, height: COORDINATE_TEXT };
                self.canvas.lettering(&lettering, palette::QUIET_INK)?;
            }
        }
        Ok(())
    }

    /// The middle of the picture across, and a line below everything so far.
    fn below(&self, gap: f64) -> Point {
        (f64::midpoint(self.canvas.least.0, self.canvas.greatest.0), self.canvas.greatest.1 + gap)
    }

    /// A bar with the scale of the heat map, and its name.
    fn heat_legend(&mut self) -> fmt::Result {
        let Some(heat) = &self.picture.heat else { return Ok(()) };
        let Some((least, greatest)) = heat.range() else { return Ok(()) };
        let (from, to) = heat.scale(least, greatest);
        let (middle, top) = self.below(14.0);
        let (width, height) = (150.0_f64, 12.0_f64);
        let left = middle - width / 2.0;
        // Steps instead of a gradient: they look the same in every program.
        const STEPS: usize = 50;
        for step in 0..STEPS {
            let share = (step as f64 + 0.5) / STEPS as f64;
            let x = left + width * step as f64 / STEPS as f64;
            writeln!(
                self.canvas.body,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{height}\" fill=\"{}\"/>",
                Number(x),
                Number(top),
                Number(width / STEPS as f64 + 0.3),
                palette::heat(share, heat.is_signed()),
            )?;
        }
        writeln!(
            self.canvas.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{}\" stroke-width=\"0.8\"/>",
            Number(left),
            Number(top),
            palette::LINE,
        )?;
        self.canvas.include((middle, top + height), 0.0);
        let text_height = 11.0;
        let half = f64::midpoint(from, to);
        let decimals = HeatMap::decimals_of(&[from, half, to]);
        for (value, share) in [(from, 0.0), (half, 0.5), (to, 1.0)] {
            let text = short_number(value, decimals);
            let middle = (left + width * share, top + height + 13.0);
            self.canvas
                .lettering(&Lettering { text: &text, middle, height: text_height }, palette::QUIET_INK)?;
        }
        if let Some(name) = &heat.name {
            let (middle, line) = self.below(LEGEND_TEXT * 1.1);
            let lettering = Lettering { text: name, middle: (middle, line), height: LEGEND_TEXT };
            self.canvas.lettering(&lettering, palette::INK)?;
        }
        Ok(())
    }

    /// A cell in the colour of each named shade, and its name beside it.
    fn shade_legend(&mut self) -> fmt::Result {
        let named: Vec<(&Shade, &str)> =
            self.picture.shades.iter().filter_map(|shade| Some((shade, shade.name.as_deref()?))).collect();
        if named.is_empty() {
            return Ok(());
        }
        const SWATCH: f64 = RADIUS * 0.8;
        let entry = |name: &str| SWATCH + 8.0 + glyphs::width(name, LEGEND_TEXT);
        let gap = 22.0;
        let total: f64 =
            named.iter().map(|(_, name)| entry(name)).sum::<f64>() + gap * (named.len() - 1) as f64;
        let (middle, line) = self.below(22.0);
        let mut left = middle - total / 2.0;
        for (shade, name) in named {
            let fill = self.fill_of(shade)?;
            let corners = self.layout.corners((left + SWATCH / 2.0, line), 0.46);
            self.canvas.polygon(
                &corners,
                format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1\"", palette::LINE),
            )?;
            let width = glyphs::width(name, LEGEND_TEXT);
            let middle = (left + SWATCH + 8.0 + width / 2.0, line);
            self.canvas.lettering(&Lettering { text: name, middle, height: LEGEND_TEXT }, palette::INK)?;
            self.canvas.include((left, line), RADIUS * 0.5);
            left += entry(name) + gap;
        }
        Ok(())
    }

    fn caption(&mut self) -> fmt::Result {
        let Some(caption) = &self.picture.caption else { return Ok(()) };
        let (middle, line) = self.below(LEGEND_TEXT + BAND);
        let lettering = Lettering { text: caption, middle: (middle, line), height: LEGEND_TEXT };
        self.canvas.lettering(&lettering, palette::INK)
    }
}

/// A closed path through points.
fn closed(points: &[Point]) -> String {
    let mut data = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(data, "{command}{} {}", Number(*x), Number(*y));
    }
    data.push('Z');
    data
}

/// A number to a hundredth, as short as it can be.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns minus zero into zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}
