//! The printed cells of a paper, read from its data file.

use super::{Known, Printed, Trouble};

/// The printed cells of a paper. A line of its data file has a table, what
/// the cell is about, what is printed (nothing: blank; behind `garbled:`, what
/// is left of it), what is known to come out instead and why, parted by tabs;
/// lines with `#` are comments, the first other line is the heading.
pub struct Cells(Vec<Cell>);

struct Cell {
    table: &'static str,
    about: &'static str,
    printed: Printed<'static>,
}

impl Cells {
    /// Reads a data file.
    pub fn read(data: &'static str) -> Result<Self, Trouble> {
        let lines = data.lines().filter(|line| !line.starts_with('#'));
        let cell = |line: &'static str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [table, about, printed, computed, reason] = fields[..] else {
                return Err(Trouble::Data(format!("five columns are expected: {line}")));
            };
            let some = |text: &'static str| (!text.is_empty()).then_some(text);
            let known = some(reason).map(|reason| Known {
                computed: some(computed),
                reason,
            });
            let damaged = printed.strip_prefix("garbled: ");
            let printed = Printed {
                cell: some(damaged.unwrap_or(printed)),
                garbled: damaged.is_some(),
                known,
            };
            Ok(Cell {
                table,
                about,
                printed,
            })
        };
        Ok(Cells(lines.skip(1).map(cell).collect::<Result<_, _>>()?))
    }

    /// The cells of a table: what each is about, word by word, and what is
    /// printed.
    pub fn of(&self, table: &str) -> impl Iterator<Item = (Vec<&'static str>, Printed<'static>)> {
        let cells = self.0.iter().filter(move |cell| cell.table == table);
        cells.map(|cell| (cell.about.split(' ').collect(), cell.printed))
    }

    /// The cell of a table about something; blank if there is none.
    #[must_use]
    pub fn get(&self, table: &str, about: &str) -> Printed<'static> {
        let mut cells = self.0.iter();
        let cell = cells.find(|cell| cell.table == table && cell.about == about);
        cell.map_or(Printed::blank(), |cell| cell.printed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_file_gives_cells() {
        let data = "# a comment\ntable\tabout\tprinted\tcomputed\treason\n\
                    1\tx y\t3\t\t\n1\tz\t\t\t\n2\tx\t90\t89\ta printer\n\
                    2\ty\tgarbled: {* 0\t{*|0}\ta lost bar\n";
        let cells = Cells::read(data).unwrap();
        let about: Vec<Vec<&str>> = cells.of("1").map(|(about, _)| about).collect();
        assert_eq!(about, [vec!["x", "y"], vec!["z"]]);
        assert_eq!(cells.get("1", "x y").cell, Some("3"));
        assert_eq!(cells.get("1", "z").cell, None);
        let known = cells.get("2", "x").known.unwrap();
        assert_eq!((known.computed, known.reason), (Some("89"), "a printer"));
        let damaged = cells.get("2", "y");
        assert_eq!((damaged.cell, damaged.garbled), (Some("{* 0"), true));
        assert!(!cells.get("2", "x").garbled);
        assert!(Cells::read("heading\n1\tx\n").is_err());
    }
}
