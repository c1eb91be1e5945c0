//! Plots of numbers that grow, on a logarithmic scale.

use super::svg::framed;
use super::text::{coordinate, escape, text, width};
use std::fmt::Write;
use std::ops::Range;

/// What to plot.
pub struct Plot {
    /// What it shows, for those who cannot see.
    pub title: String,
    /// The words along the axes.
    pub axes: [&'static str; 2],
    /// Numbers that were counted; both coordinates are positive.
    pub series: Vec<Series>,
    /// Curves to compare them with.
    pub curves: Vec<Curve>,
}

/// Points of one kind.
pub struct Series {
    /// What they are.
    pub label: String,
    /// Where they are.
    pub points: Vec<(f64, f64)>,
    /// Drawn hollow, for numbers that are only bounds.
    pub hollow: bool,
}

/// A curve.
pub struct Curve {
    /// Its formula.
    pub label: String,
    /// Its height.
    pub at: fn(f64) -> f64,
}

const INK: &str = "#000";
const PALE: &str = "#888";
const GRID: &str = "#ddd";
/// Width and height of the picture.
const PICTURE: (f64, f64) = (560.0, 400.0);
/// Where the axes begin and end.
const ACROSS: Range<f64> = 70.0..545.0;
const DOWN: Range<f64> = 16.0..350.0;
const SIZE: f64 = 12.5;

/// The two scales.
struct Axes {
    last: f64,
    decades: f64,
}

impl Axes {
    fn new(plot: &Plot) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let most = |number: fn(&(f64, f64)) -> f64| points().map(number).fold(1.0, f64::max);
        Axes {
            last: most(|point| point.0).ceil() + 1.0,
            decades: most(|point| point.1).log10().ceil().max(1.0),
        }
    }

    fn x(&self, x: f64) -> f64 {
        ACROSS.start + (ACROSS.end - ACROSS.start) * x / self.last
    }

    fn y(&self, y: f64) -> f64 {
        DOWN.end - (DOWN.end - DOWN.start) * y.max(1e-300).log10() / self.decades
    }

    /// Whether a point is within the frame.
    fn shows(&self, y: f64) -> bool {
        (DOWN.start..=DOWN.end).contains(&self.y(y))
    }
}

/// Draws a plot. The result depends on nothing but the argument.
#[must_use]
pub fn plot(plot: &Plot) -> String {
    let axes = Axes::new(plot);
    let mut body = String::new();
    frame(plot, &axes, &mut body);
    for curve in &plot.curves {
        path(curve, &axes, &mut body);
    }
    for series in &plot.series {
        for &(x, y) in &series.points {
            dot((axes.x(x), axes.y(y)), series.hollow, &mut body);
        }
    }
    legend(plot, &mut body);
    let about = "The vertical scale is logarithmic.";
    framed(&plot.title, about, PICTURE.0, PICTURE.1, &body)
}

fn frame(plot: &Plot, axes: &Axes, out: &mut String) {
    for decade in 0..=axes.decades as u32 {
        let y = axes.y(10f64.powi(decade as i32));
        line((ACROSS.start, y), (ACROSS.end, y), GRID, out);
        let label = power_of_ten(decade);
        let at = (
            ACROSS.start - 8.0 - width(&label, SIZE) / 2.0,
            y + 0.34 * SIZE,
        );
        text(&label, at, SIZE, INK, out);
    }
    let step = if axes.last > 12.0 { 2 } else { 1 };
    for tick in (0..=axes.last as u32).step_by(step) {
        let x = axes.x(f64::from(tick));
        line((x, DOWN.end), (x, DOWN.end + 4.0), INK, out);
        text(&tick.to_string(), (x, DOWN.end + 18.0), SIZE, INK, out);
    }
    line((ACROSS.start, DOWN.end), (ACROSS.end, DOWN.end), INK, out);
    line(
        (ACROSS.start, DOWN.start),
        (ACROSS.start, DOWN.end),
        INK,
        out,
    );
    let [across, up] = plot.axes;
    let below = ((ACROSS.start + ACROSS.end) / 2.0, PICTURE.1 - 12.0);
    text(across, below, 14.0, INK, out);
    let _ = writeln!(
        out,
        r#"<text transform="translate(18 {}) rotate(-90)" font-size="14" fill="{INK}">{}</text>"#,
        coordinate((DOWN.start + DOWN.end) / 2.0),
        escape(up),
    );
}

fn power_of_ten(exponent: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    let raised = digits
        .bytes()
        .map(|digit| DIGITS[usize::from(digit - b'0')]);
    format!("10{}", raised.collect::<String>())
}

fn path(curve: &Curve, axes: &Axes, out: &mut String) {
    const STEPS: u32 = 200;
    let points = (0..=STEPS).map(|i| f64::from(i) / f64::from(STEPS) * axes.last);
    let shown = points.filter(|&x| axes.shows((curve.at)(x)));
    let corners: Vec<String> = shown
        .map(|x| (axes.x(x), axes.y((curve.at)(x))))
        .map(|(x, y)| format!("{} {}", coordinate(x), coordinate(y)))
        .collect();
    if !corners.is_empty() {
        let corners = corners.join("L");
        let _ = writeln!(
            out,
            r#"<path d="M{corners}" stroke="{PALE}" stroke-width="1.6"/>"#
        );
    }
}

fn dot((x, y): (f64, f64), hollow: bool, out: &mut String) {
    let fill = if hollow { "#fff" } else { INK };
    let _ = writeln!(
        out,
        r#"<circle cx="{}" cy="{}" r="3.6" stroke="{INK}" stroke-width="1.2" fill="{fill}"/>"#,
        coordinate(x),
        coordinate(y),
    );
}

fn line(from: (f64, f64), to: (f64, f64), colour: &str, out: &mut String) {
    let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(coordinate);
    let _ = writeln!(
        out,
        r#"<path d="M{a} {b}L{c} {d}" stroke="{colour}" stroke-width="0.8"/>"#
    );
}

/// What is what, in the corner where growing numbers leave room.
fn legend(plot: &Plot, out: &mut String) {
    let x = ACROSS.start + 26.0;
    let mut y = DOWN.start + 16.0;
    let mut entry = |label: &str, mark: &dyn Fn(f64, &mut String)| {
        let wide = width(label, SIZE);
        let _ = writeln!(
            out,
            r##"<rect x="{}" y="{}" width="{}" height="18" fill="#fff"/>"##,
            coordinate(x - 16.0),
            coordinate(y - 9.0),
            coordinate(wide + 34.0),
        );
        mark(y, out);
        let _ = writeln!(
            out,
            r#"<text x="{}" y="{}" font-size="{SIZE}" fill="{INK}" text-anchor="start">{}</text>"#,
            coordinate(x + 16.0),
            coordinate(y + 0.34 * SIZE),
            escape(label),
        );
        y += 19.0;
    };
    for series in &plot.series {
        entry(&series.label, &|y, out| dot((x, y), series.hollow, out));
    }
    for curve in &plot.curves {
        entry(&curve.label, &|y, out| {
            let [a, b, y] = [x - 10.0, x + 10.0, y].map(coordinate);
            let _ = writeln!(
                out,
                r#"<path d="M{a} {y}H{b}" stroke="{PALE}" stroke-width="1.6"/>"#
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_points_curves_and_words() {
        let picture = plot(&Plot {
            title: "Growth & more".into(),
            axes: ["pawns", "positions"],
            series: vec![Series {
                label: "counted".into(),
                points: vec![(2.0, 3.0), (4.0, 35.0)],
                hollow: false,
            }],
            curves: vec![Curve {
                label: "2.3^p".into(),
                at: |p| 2.3f64.powf(p),
            }],
        });
        assert!(picture.starts_with("<?xml") && picture.ends_with("</svg>\n"));
        assert!(picture.contains("<title>Growth &amp; more</title>"));
        // Two points and one in the legend.
        assert_eq!(picture.matches("<circle").count(), 3);
        for word in ["pawns", "positions", "counted", "2.3^p", "10²"] {
            assert!(picture.contains(&format!(">{word}</text>")), "{word}");
        }
    }

    #[test]
    fn powers_of_ten_are_raised() {
        assert_eq!(power_of_ten(0), "10⁰");
        assert_eq!(power_of_ten(12), "10¹²");
    }
}
