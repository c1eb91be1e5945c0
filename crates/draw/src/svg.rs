//! Thermographs as an SVG picture.

use super::panel::Panel;
use super::text::{coordinate, elide, escape, text, width};
use std::fmt::Write;
use values::Thermograph;

/// Space around the picture and between panels.
const MARGIN: f64 = 12.0;
const GAP: f64 = 26.0;
/// Panels that would make a row wider than this begin a new one.
const ROW: f64 = 1100.0;
const CAPTION: f64 = 14.0;
/// A caption may be this wide even under a narrow panel.
const CAPTION_WIDTH: f64 = 280.0;
/// How much of a title or a description is kept for those who cannot see.
const SPOKEN: usize = 1000;

const FONTS: &str = "'Latin Modern Roman', 'CMU Serif', 'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', serif";

/// A panel with its caption, ready to be put somewhere.
struct Figure {
    panel: Panel,
    caption: String,
    spoken: String,
    width: f64,
}

impl Figure {
    fn new(panel: Panel, title: &str, graph: &Thermograph) -> Self {
        let bounds = panel.bounds();
        let panel_width = bounds.right - bounds.left;
        let caption = elide(title, CAPTION, panel_width.max(CAPTION_WIDTH));
        let width = panel_width.max(width(&caption, CAPTION));
        let spoken = format!("{}: {}", cut(title), cut(&graph.to_string()));
        Figure {
            panel,
            caption,
            spoken,
            width,
        }
    }
}

/// Draws thermographs side by side, each over its title (usually the text of
/// the value), as a standalone SVG document: black on white.
///
/// Pictures share one scale when the largest leaves room for the others to be
/// readable; their lines t = 0 are level in any case. A value label that
/// would overlap another is moved or, if it is the less important, left out.
/// The description of each picture holds its exact text.
///
/// The result depends on nothing but the arguments.
#[must_use]
pub fn svg(pictures: &[(String, Thermograph)]) -> String {
    let mut rows: Vec<Vec<Figure>> = vec![Vec::new()];
    let mut used = 0.0;
    for figure in figures(pictures) {
        if used > 0.0 && used + figure.width > ROW {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += figure.width + GAP;
        rows.last_mut().expect("there is a row").push(figure);
    }
    arranged(&spoken_title(pictures), &rows, &[])
}

/// Draws thermographs as [`svg`] does, in rows of `columns` pictures.
#[must_use]
pub fn array(pictures: &[(String, Thermograph)], columns: usize) -> String {
    let columns = columns.max(1);
    let mut rows: Vec<Vec<Figure>> = Vec::new();
    let mut widths = vec![0.0f64; columns];
    for (i, figure) in figures(pictures).into_iter().enumerate() {
        let column = i % columns;
        if column == 0 {
            rows.push(Vec::new());
        }
        widths[column] = widths[column].max(figure.width);
        rows.last_mut().expect("there is a row").push(figure);
    }
    arranged(&spoken_title(pictures), &rows, &widths)
}

fn figures(pictures: &[(String, Thermograph)]) -> Vec<Figure> {
    let graphs: Vec<&Thermograph> = pictures.iter().map(|(_, graph)| graph).collect();
    Panel::draw(&graphs)
        .into_iter()
        .zip(pictures)
        .map(|(panel, (title, graph))| Figure::new(panel, title, graph))
        .collect()
}

/// Puts figures side by side, in columns of these widths or of their own.
fn arranged(title: &str, rows: &[Vec<Figure>], widths: &[f64]) -> String {
    let mut body = String::new();
    let (mut right, mut y) = (0.0f64, MARGIN);
    for row in rows {
        let above = row
            .iter()
            .map(|f| -f.panel.bounds().top)
            .fold(0.0, f64::max);
        let below = row
            .iter()
            .map(|f| f.panel.bounds().bottom)
            .fold(0.0, f64::max);
        let mut x = MARGIN;
        for (column, figure) in row.iter().enumerate() {
            let width = widths.get(column).map_or(figure.width, |width| *width);
            write_figure(
                figure,
                x + (width - figure.width) / 2.0,
                y + above,
                &mut body,
            );
            x += width + GAP;
        }
        right = right.max(x - GAP);
        y += above + below + 2.0 * CAPTION + GAP;
    }
    document(title, right + MARGIN, y - GAP + MARGIN / 2.0, &body)
}

fn write_figure(figure: &Figure, x: f64, zero: f64, out: &mut String) {
    let bounds = figure.panel.bounds();
    let middle = (bounds.left + bounds.right) / 2.0;
    let _ = writeln!(
        out,
        r#"<g transform="translate({} {})"><desc>{}</desc>"#,
        coordinate(x + figure.width / 2.0 - middle),
        coordinate(zero),
        escape(&figure.spoken),
    );
    figure.panel.write(out);
    let at = (middle, bounds.bottom + 1.6 * CAPTION);
    text(&figure.caption, at, CAPTION, "#000", out);
    out.push_str("</g>\n");
}

fn document(title: &str, width: f64, height: f64, body: &str) -> String {
    let about = "Temperature increases upward and values to the left.";
    framed(title, about, width, height, body)
}

/// A standalone document, black on white.
pub fn framed(title: &str, about: &str, width: f64, height: f64, body: &str) -> String {
    let (width, height) = (width.ceil(), height.ceil());
    format!(
        r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" style="max-width:100%;height:auto" role="img">
<title>{title}</title>
<desc>{about}</desc>
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="{FONTS}" text-anchor="middle" fill="none" stroke-linecap="round" stroke-linejoin="round">
{body}</g>
</svg>
"##,
        title = escape(title),
    )
}

fn spoken_title(pictures: &[(String, Thermograph)]) -> String {
    let titles: Vec<String> = pictures.iter().map(|(title, _)| cut(title)).collect();
    let noun = if titles.len() == 1 {
        "Thermograph"
    } else {
        "Thermographs"
    };
    cut(&format!("{noun} of {}", titles.join(" and ")))
}

/// The beginning of a text that may be very long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SPOKEN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
