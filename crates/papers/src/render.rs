//! A computed table as text, Markdown, CSV and JSON.

use super::{Agreement, Exhibit, Paper, Row, Table};
use positions::paragraph;
use serde::Serialize;

/// Cells longer than this are shortened in the middle, in text only.
const WIDEST: usize = 44;

/// What stands for a cell that is not there.
const NOTHING: &str = "-";

/// The reasons of a table, each once, in the order in which they are met.
fn reasons(table: &Table) -> Vec<&str> {
    let mut reasons = Vec::new();
    for reason in table.rows.iter().filter_map(|row| row.agreement.reason()) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

/// The cells of a row: its keys, the paper, the computed, the agreement with
/// the number of its reason.
fn cells(row: &Row, reasons: &[&str]) -> Vec<String> {
    let mut cells = row.keys.clone();
    for cell in [&row.paper, &row.computed] {
        cells.push(cell.clone().unwrap_or_else(|| NOTHING.into()));
    }
    let number = row.agreement.reason();
    let number = number.and_then(|why| reasons.iter().position(|r| *r == why));
    cells.push(match number {
        Some(number) => format!("{} [{}]", row.agreement.word(), number + 1),
        None => row.agreement.word().into(),
    });
    cells
}

fn headings(table: &Table) -> Vec<String> {
    let keys = table.keys.iter().copied();
    let all = keys.chain(["paper", "computed", "agreement"]);
    all.map(str::to_owned).collect()
}

/// For a terminal: aligned columns, then the reasons and the notes.
#[must_use]
pub fn text(paper: &Paper, exhibit: &Exhibit, table: &Table) -> String {
    let reasons = reasons(table);
    let mut lines = vec![headings(table)];
    for row in &table.rows {
        let cells = cells(row, &reasons).into_iter();
        lines.push(cells.map(|cell| shorten(&cell)).collect());
    }
    let mut text = format!("{} {}: {}\n", paper.name, exhibit.id, exhibit.title);
    text.push_str(&columns(&lines));
    for (i, reason) in reasons.iter().enumerate() {
        text.push_str(&wrapped(&format!("[{}] {reason}", i + 1)));
    }
    for note in &table.notes {
        text.push_str(&wrapped(note));
    }
    for diagram in &table.diagrams {
        text.push_str(&format!("{} {}\n", diagram.letter, diagram.position));
    }
    text
}

/// A paragraph without an indent.
fn wrapped(text: &str) -> String {
    let paragraph = paragraph(text);
    let lines = paragraph.lines().map(|line| format!("{}\n", line.trim()));
    lines.collect()
}

fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths);
        let padded: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        text.push_str(padded.join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn shorten(cell: &str) -> String {
    let length = cell.chars().count();
    // Half a command is of no use.
    if length <= WIDEST || cell.starts_with("legatus ") {
        return cell.to_owned();
    }
    let (head, tail) = (WIDEST * 2 / 3, WIDEST / 3 - 1);
    let front: String = cell.chars().take(head).collect();
    let back: String = cell.chars().skip(length - tail).collect();
    format!("{front}…{back}")
}

/// A section with a table, the reasons as a list.
#[must_use]
pub fn markdown(paper: &Paper, exhibit: &Exhibit, table: &Table) -> String {
    let reasons = reasons(table);
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let headings = headings(table);
    let rule = vec!["---"; headings.len()].join(" | ");
    let mut text = format!("## {} {}: {}\n\n", paper.name, exhibit.id, exhibit.title);
    text.push_str(&line(headings));
    text.push_str(&format!("| {rule} |\n"));
    for row in &table.rows {
        text.push_str(&line(cells(row, &reasons)));
    }
    for (i, reason) in reasons.iter().enumerate() {
        text.push_str(&format!("\n\\[{}\\] {}\n", i + 1, escaped(reason)));
    }
    for note in &table.notes {
        text.push_str(&format!("\n{}\n", escaped(note)));
    }
    for diagram in &table.diagrams {
        text.push_str(&format!("\n{} `{}`\n", diagram.letter, diagram.position));
    }
    text
}

/// Text that Markdown shows as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '|' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '~'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The first line of the CSV of any number of tables.
pub const CSV_HEADING: &str = "paper,table,about,printed,computed,agreement,reason\n";

/// A line for each row: tables of all shapes have the same columns.
#[must_use]
pub fn csv(paper: &Paper, exhibit: &Exhibit, table: &Table) -> String {
    let mut text = String::new();
    for row in &table.rows {
        let about: Vec<String> = table
            .keys
            .iter()
            .zip(&row.keys)
            .map(|(key, cell)| format!("{key}={cell}"))
            .collect();
        let fields = [
            paper.name,
            exhibit.id,
            &about.join("; "),
            row.paper.as_deref().unwrap_or_default(),
            row.computed.as_deref().unwrap_or_default(),
            row.agreement.word(),
            row.agreement.reason().unwrap_or_default(),
        ];
        text.push_str(&fields.map(quoted).join(","));
        text.push('\n');
    }
    text
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A table in JSON.
#[derive(Serialize)]
struct TableAnswer<'t> {
    id: &'t str,
    title: &'t str,
    keys: &'t [&'static str],
    rows: Vec<RowAnswer<'t>>,
    notes: &'t [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagrams: Vec<DiagramAnswer<'t>>,
}

#[derive(Serialize)]
struct RowAnswer<'t> {
    keys: &'t [String],
    paper: Option<&'t str>,
    computed: Option<&'t str>,
    agreement: &'t str,
    reason: Option<&'t str>,
}

#[derive(Serialize)]
struct DiagramAnswer<'t> {
    letter: &'t str,
    game: &'t str,
    position: &'t str,
}

/// A JSON object: id, title, keys, rows, notes, and diagrams if there are any.
#[must_use]
pub fn object<'t>(exhibit: &'t Exhibit, table: &'t Table) -> impl Serialize + 't {
    let rows = table.rows.iter().map(|row| RowAnswer {
        keys: &row.keys,
        paper: row.paper.as_deref(),
        computed: row.computed.as_deref(),
        agreement: row.agreement.word(),
        reason: row.agreement.reason(),
    });
    let diagrams = table.diagrams.iter().map(|diagram| DiagramAnswer {
        letter: diagram.letter,
        game: diagram.game,
        position: &diagram.position,
    });
    TableAnswer {
        id: exhibit.id,
        title: exhibit.title,
        keys: &table.keys,
        rows: rows.collect(),
        notes: &table.notes,
        diagrams: diagrams.collect(),
    }
}

/// One line about how all the rows came out.
#[must_use]
pub fn summary<'t>(rows: impl Iterator<Item = &'t Agreement>) -> String {
    let words = [
        "agrees",
        "fills",
        "explained",
        "reconstructed",
        "skipped",
        "disagrees",
    ];
    let mut counts = [0u64; 6];
    for agreement in rows {
        for (count, word) in counts.iter_mut().zip(words) {
            *count += u64::from(agreement.word() == word);
        }
    }
    let [agree, fill, explained, reconstructed, skipped, disagree] = counts;
    let mut parts = vec![
        format!("{agree} agree"),
        format!("{fill} fill blanks"),
        format!("{explained} explained"),
    ];
    if reconstructed > 0 {
        parts.push(format!("{reconstructed} reconstructed"));
    }
    if skipped > 0 {
        parts.push(format!("{skipped} skipped"));
    }
    parts.push(format!("{disagree} disagree"));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::{Known, Printed};
    use super::*;

    const PAPER: Paper = Paper {
        name: "toy",
        title: "A Toy",
        exhibits: &[],
    };
    const EXHIBIT: Exhibit = Exhibit {
        id: "1",
        title: "numbers",
        table: |_| Ok(Table::default()),
        figures: None,
    };

    fn table() -> Table {
        let mut table = Table::new(&["n"]);
        table.text(&["1"], &Printed::cell("{0|*}"), "{0|*}");
        table.text(&["2"], &Printed::cell("3"), "4");
        table.text(&["3"], &Printed::blank(), "5");
        let known = Known {
            computed: Some("7"),
            reason: "a slip",
        };
        table.text(&["4"], &Printed::cell("6").but(known), "7");
        table.skip(&["5"], &Printed::blank(), "slow, \"very\"");
        table
    }

    #[test]
    fn text_has_aligned_columns_and_reasons() {
        let expected = "\
toy 1: numbers
n  paper  computed  agreement
1  {0|*}  {0|*}     agrees
2  3      4         disagrees
3  -      5         fills
4  6      7         explained [1]
5  -      -         skipped [2]
[1] a slip
[2] slow, \"very\"
";
        assert_eq!(text(&PAPER, &EXHIBIT, &table()), expected);
        let table = table();
        let agreements = table.rows.iter().map(|row| &row.agreement);
        assert_eq!(
            summary(agreements),
            "1 agree, 1 fill blanks, 1 explained, 1 skipped, 1 disagree"
        );
        assert_eq!(table.disagreements(), 1);
    }

    #[test]
    fn long_cells_are_shortened_in_text_only() {
        let long = format!("{{{}|1}}", "12345,".repeat(100));
        let mut table = Table::new(&["n"]);
        table.text(&["1"], &Printed::blank(), &long);
        assert!(text(&PAPER, &EXHIBIT, &table).contains('…'));
        assert!(csv(&PAPER, &EXHIBIT, &table).contains(&long));
    }

    #[test]
    fn markdown_and_csv_escape_what_they_must() {
        let text = markdown(&PAPER, &EXHIBIT, &table());
        assert!(
            text.contains("| 1 | {0\\|\\*} | {0\\|\\*} | agrees |"),
            "{text}"
        );
        let text = csv(&PAPER, &EXHIBIT, &table());
        assert!(text.contains("toy,1,n=1,{0|*},{0|*},agrees,\n"), "{text}");
        assert!(text.contains("toy,1,n=5,,,skipped,\"slow, \"\"very\"\"\"\n"));
    }
}
