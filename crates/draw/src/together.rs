//! Several thermographs in one pair of axes.

use super::numeral::{Charset, Numeral};
use super::scale::{Scale, multiples};
use super::svg::framed;
use super::text::{coordinate, elide, escape, text, width};
use std::fmt::Write;
use std::ops::Range;
use values::{Dyadic, Player, Thermograph, Trajectory};

const INK: &str = "#000";
const GRID: &str = "#ddd";
/// Dark enough on white, and told apart by those who do not see all colours;
/// where they come again, the lines are broken.
const COLOURS: [&str; 6] = [
    "#0b5394", "#b45309", "#1b7a3d", "#a21caf", "#b91c1c", "#4b5563",
];
const PICTURE: (f64, f64) = (560.0, 400.0);
const ACROSS: Range<f64> = 60.0..545.0;
const DOWN: Range<f64> = 16.0..350.0;
const SIZE: f64 = 12.5;
const ENTRY: f64 = 19.0;
/// How far the masts rise above the hottest game.
const MAST: i32 = 1;

/// Where the numbers are on paper. Values grow to the left.
struct Axes {
    across: Scale,
    up: Scale,
    /// The leftmost value and the lowest temperature.
    most: Dyadic,
    bottom: Dyadic,
    least: Dyadic,
    top: Dyadic,
}

impl Axes {
    fn of(pictures: &[(String, Thermograph)]) -> Self {
        let graphs = || pictures.iter().map(|(_, graph)| graph);
        let ends = |player| graphs().flat_map(move |graph| graph.wall(player).corners());
        let values = || {
            Player::BOTH
                .into_iter()
                .flat_map(ends)
                .map(|(_, value)| value)
        };
        let one = Dyadic::from(1);
        let most = values()
            .max()
            .map_or_else(|| one.clone(), |most| most + &one);
        let least = values().min().map_or_else(|| -&one, |least| least - &one);
        let hottest = graphs().map(Thermograph::temperature).max();
        let top = hottest
            .cloned()
            .unwrap_or_else(Dyadic::zero)
            .max(Dyadic::zero());
        let (bottom, top) = (Dyadic::from(-1), &top + &Dyadic::from(i64::from(MAST)));
        let span = |low: &Dyadic, high: &Dyadic| high - low;
        Axes {
            across: Scale::fit(&span(&least, &most), ACROSS.end - ACROSS.start, 200.0),
            up: Scale::fit(&span(&bottom, &top), DOWN.end - DOWN.start, 200.0),
            most,
            bottom,
            least,
            top,
        }
    }

    fn x(&self, value: &Dyadic) -> f64 {
        ACROSS.start + self.across.length(&(&self.most - value))
    }

    fn y(&self, temperature: &Dyadic) -> f64 {
        DOWN.end - self.up.length(&(temperature - &self.bottom))
    }
}

/// Draws thermographs over one another, each in its colour, with a legend of
/// their titles.
///
/// The result depends on nothing but the argument.
#[must_use]
pub fn together(pictures: &[(String, Thermograph)]) -> String {
    let axes = Axes::of(pictures);
    let mut body = String::new();
    grid(&axes, &mut body);
    for (number, (title, graph)) in pictures.iter().enumerate() {
        let spoken = escape(&format!("{}: {graph}", elide(title, SIZE, 4000.0)));
        let _ = writeln!(body, "<g><desc>{spoken}</desc>");
        for player in Player::BOTH {
            wall(&axes, graph.wall(player), number, &mut body);
        }
        body.push_str("</g>\n");
    }
    let mut height = PICTURE.1;
    for (number, (title, _)) in pictures.iter().enumerate() {
        let label = elide(title, SIZE, ACROSS.end - ACROSS.start - 60.0);
        let (x, y) = (ACROSS.start + 10.0, height + 4.0);
        stroke(&[(x, y), (x + 30.0, y)], number, &mut body);
        let middle = x + 40.0 + width(&label, SIZE) / 2.0;
        text(&label, (middle, y + 0.34 * SIZE), SIZE, INK, &mut body);
        height += ENTRY;
    }
    let about = "Temperature increases upward and values to the left.";
    framed(
        "Thermographs in one pair of axes",
        about,
        PICTURE.0,
        height + 8.0,
        &body,
    )
}

/// The lines of the grid and the numbers beside them.
fn grid(axes: &Axes, out: &mut String) {
    let label = |number: &Dyadic| Numeral::new(number, Charset::Unicode).line();
    let step = axes.across.step(48.0);
    for value in multiples(&step, &axes.least, &axes.most) {
        let x = axes.x(&value);
        line((x, DOWN.start), (x, DOWN.end), out);
        text(&label(&value), (x, DOWN.end + 18.0), SIZE, INK, out);
    }
    let step = axes.up.step(36.0);
    for temperature in multiples(&step, &axes.bottom, &axes.top) {
        let y = axes.y(&temperature);
        line((ACROSS.start, y), (ACROSS.end, y), out);
        let shown = label(&temperature);
        let x = ACROSS.start - 8.0 - width(&shown, SIZE) / 2.0;
        text(&shown, (x, y + 0.34 * SIZE), SIZE, INK, out);
    }
    let middle = (ACROSS.start + ACROSS.end) / 2.0;
    text("value", (middle, DOWN.end + 36.0), 14.0, INK, out);
    let _ = writeln!(
        out,
        r#"<text transform="translate(16 {}) rotate(-90)" font-size="14" fill="{INK}">temperature</text>"#,
        coordinate((DOWN.start + DOWN.end) / 2.0),
    );
}

fn wall(axes: &Axes, wall: &Trajectory, number: usize, out: &mut String) {
    let corners = wall.corners().iter();
    let mut points: Vec<_> = corners
        .map(|(t, value)| (axes.x(value), axes.y(t)))
        .collect();
    points.push((axes.x(&wall.at(&axes.top)), axes.y(&axes.top)));
    stroke(&points, number, out);
}

fn stroke(points: &[(f64, f64)], number: usize, out: &mut String) {
    let colour = COLOURS[number % COLOURS.len()];
    let dashes = match number / COLOURS.len() {
        0 => String::new(),
        round => format!(r#" stroke-dasharray="{} 4""#, 4 + 3 * round.min(20)),
    };
    let corners: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{} {}", coordinate(*x), coordinate(*y)))
        .collect();
    let path = corners.join("L");
    let _ = writeln!(
        out,
        r#"<path d="M{path}" stroke="{colour}" stroke-width="2"{dashes}/>"#
    );
}

fn line(from: (f64, f64), to: (f64, f64), out: &mut String) {
    let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(coordinate);
    let _ = writeln!(
        out,
        r#"<path d="M{a} {b}L{c} {d}" stroke="{GRID}" stroke-width="0.8"/>"#
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::Arena;

    #[test]
    fn each_has_its_walls_and_its_title() {
        let mut arena = Arena::new();
        let mut picture = |text: &str| {
            let value = arena.read(text).unwrap();
            (text.to_owned(), arena.thermograph(value).unwrap())
        };
        let both = [picture("{3||2|1}"), picture("+-1")];
        let svg = together(&both);
        for colour in &COLOURS[..2] {
            // Two walls and the line in the legend.
            assert_eq!(svg.matches(colour).count(), 3, "{colour}");
        }
        assert!(svg.contains("{3||2|1}") && svg.contains("+-1"));
        assert!(together(&[]).contains("temperature"));
        let large = picture("{100000000000000000000000000000000000000000|0}");
        assert!(together(&[large]).len() < 10_000);
    }
}
