//! What a paper's tables are made of.

use super::{Agreement, Context, Printed, Trouble};

/// A paper.
pub struct Paper {
    /// What to type.
    pub name: &'static str,
    /// Author, title and year.
    pub title: &'static str,
    /// Its tables, in the order of the paper.
    pub exhibits: &'static [Exhibit],
}

/// A table or another claim of a paper that can be computed.
pub struct Exhibit {
    /// The section, table or figure, such as `4.1`: what to type.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Computes it.
    pub table: fn(&mut Context<'_>) -> Result<Table, Trouble>,
    /// Draws the figures that belong to it, with the context of the table.
    pub figures: Option<Draw>,
}

/// Draws figures.
pub type Draw = fn(&mut Context<'_>) -> Result<Vec<Figure>, Trouble>;

/// A drawing.
pub struct Figure {
    /// The name of its file, such as `legionnaires-9.svg`.
    pub file: String,
    /// A standalone SVG document.
    pub svg: String,
}

/// A computed table.
#[derive(Debug, Default)]
pub struct Table {
    /// The headings of the columns that say what a row is about.
    pub keys: Vec<&'static str>,
    /// The claims, one each.
    pub rows: Vec<Row>,
    /// What else a reader should know, a paragraph each.
    pub notes: Vec<String>,
    /// The positions that the rows name by a letter.
    pub diagrams: Vec<Diagram>,
}

/// A position with a letter.
#[derive(Debug)]
pub struct Diagram {
    /// The letter.
    pub letter: &'static str,
    /// The game.
    pub game: &'static str,
    /// The position, as the game writes it.
    pub position: String,
}

/// A claim of the paper and what came out.
#[derive(Debug)]
pub struct Row {
    /// What it is about, as many as the table has keys.
    pub keys: Vec<String>,
    /// What is printed; `None` if the paper left it blank.
    pub paper: Option<String>,
    /// What was computed; `None` if it was not.
    pub computed: Option<String>,
    /// Whether they agree.
    pub agreement: Agreement,
    /// The game and the position that it is about, if it is about one.
    pub position: Option<(String, String)>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(keys: &[&'static str]) -> Self {
        Table {
            keys: keys.to_vec(),
            ..Table::default()
        }
    }

    /// Adds a row that compares texts.
    pub fn text(&mut self, keys: &[&str], printed: &Printed<'_>, computed: impl ToString) {
        let computed = computed.to_string();
        let agreement = printed.against(&computed);
        self.push(keys, printed, Some(computed), agreement);
    }

    /// Adds a row that is not computed, for a reason such as the time it takes.
    pub fn skip(&mut self, keys: &[&str], printed: &Printed<'_>, reason: &str) {
        self.push(keys, printed, None, Agreement::Skipped(reason.into()));
    }

    /// Adds a row that cannot be computed, with what is known about the cell.
    pub fn unchecked(&mut self, keys: &[&str], printed: &Printed<'_>) {
        let agreement = match printed.known {
            Some(known) => Agreement::Explained(known.reason.to_owned()),
            None => Agreement::Disagrees,
        };
        self.push(keys, printed, None, agreement);
    }

    /// Adds a row whose agreement is known.
    pub fn push(
        &mut self,
        keys: &[&str],
        printed: &Printed<'_>,
        computed: Option<String>,
        agreement: Agreement,
    ) {
        debug_assert_eq!(keys.len(), self.keys.len(), "a heading for every key");
        self.rows.push(Row {
            keys: keys.iter().map(ToString::to_string).collect(),
            paper: printed.cell.map(str::to_owned),
            computed,
            agreement,
            position: None,
        });
    }

    /// Says which position the last row is about.
    pub fn about(&mut self, game: &str, position: &str) {
        if let Some(row) = self.rows.last_mut() {
            row.position = Some((game.to_owned(), position.to_owned()));
        }
    }

    /// Adds a paragraph for the reader.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// How many rows disagree without an explanation.
    #[must_use]
    pub fn disagreements(&self) -> usize {
        let wrong = |row: &&Row| row.agreement == Agreement::Disagrees;
        self.rows.iter().filter(wrong).count()
    }
}
