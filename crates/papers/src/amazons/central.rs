//! Where option B is orthodox: the central eleventh of section 5.

use super::openings::{ELEVENTH, Files, NINTH, NOT_ELEVENTH, Start};
use super::{LARGER, cells, longest};
use crate::{Agreement, Context, Printed, Table, Trouble};
use std::cmp::Ordering;

/// Black's rows, with how option B compares with the other openings there.
type Found = Vec<(usize, Ordering)>;

/// From where B is the only orthodox opening, and from where one of several.
fn text(found: &[(usize, Ordering)]) -> String {
    let rows = |wanted: Ordering| {
        let rows = found.iter().filter(|(_, order)| *order == wanted);
        rows.map(|(row, _)| row.to_string()).collect::<Vec<_>>()
    };
    let [only, tied] = [Ordering::Greater, Ordering::Equal].map(rows);
    let mut parts = Vec::new();
    if !only.is_empty() {
        parts.push(format!("only B from {}", only.join(" ")));
    }
    if !tied.is_empty() {
        parts.push(format!("B too from {}", tied.join(" ")));
    }
    match parts.is_empty() {
        true => "never".into(),
        false => parts.join(", "),
    }
}

/// The least numbers of rows where B is one of the orthodox openings, and the
/// only one.
#[derive(Default)]
struct First {
    tied: Option<usize>,
    only: Option<usize>,
}

impl First {
    /// By the conditions of section 5.
    fn expected(parts: i64) -> First {
        let mut first = First::default();
        for rows in 5.. {
            let starts = Start::all(rows, Files::Opposite, false);
            let found: Found = starts
                .map(|start| (start.black, start.expected(parts)))
                .collect();
            first.see(rows, &found);
            if first.only.is_some() {
                break;
            }
        }
        first
    }

    fn see(&mut self, rows: usize, found: &[(usize, Ordering)]) {
        if found.iter().any(|(_, order)| *order >= Ordering::Equal) {
            self.tied.get_or_insert(rows);
        }
        if found.iter().any(|(_, order)| *order == Ordering::Greater) {
            self.only.get_or_insert(rows);
        }
    }

    fn texts(&self) -> [String; 2] {
        let text = |rows: Option<usize>| rows.map_or("none".into(), |rows| format!("{rows}x2"));
        [text(self.tied), text(self.only)]
    }
}

/// The part of the unit square of Fig. 5 where B is the opening, if White
/// must stand in the central one of so many parts and Black more than three
/// times as far from the centre: 2p - 3 of 2p².
fn area(parts: i64) -> String {
    let (mut over, mut under) = (2 * parts - 3, 2 * parts * parts);
    while let Some(d) = (2..=over).find(|d| over % d == 0 && under % d == 0) {
        (over, under) = (over / d, under / d);
    }
    format!("{over}/{under}")
}

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["board", "White", "B against A"]);
    let mut first = First::default();
    let mut all_in_ninth = true;
    for rows in 5..=longest(context) {
        for white in 1..=rows / 2 {
            let starts: Vec<Start> = Start::all(rows, Files::Opposite, false)
                .filter(|start| start.white == white)
                .collect();
            let Some(&start) = starts.first() else {
                continue;
            };
            let m = start.option_a(white);
            if m < 1 {
                continue;
            }
            let mut found = Found::new();
            for start in &starts {
                let opening = start.opening(context)?;
                context.step(1);
                found.push((start.black, opening.option_b()));
            }
            let expected = [ELEVENTH, NINTH].map(|parts| -> Found {
                let starts = starts.iter();
                starts
                    .map(|start| (start.black, start.expected(parts)))
                    .collect()
            });
            first.see(rows, &found);
            let [eleventh, ninth] = expected.map(|expected| text(&expected));
            let computed = text(&found);
            all_in_ninth &= computed == ninth;
            let printed = Printed::cell(&eleventh);
            let mut agreement = printed.against(&computed);
            if agreement == Agreement::Disagrees && computed == ninth {
                agreement = Agreement::Explained(NOT_ELEVENTH.into());
            }
            let board = format!("{rows}x2");
            let square = format!("b{white}");
            let options = match start.option_b() {
                n if n > 0 => format!("B[{},{n}] or A[{m},.]", -m - 4),
                _ => format!("A[{m},.]"),
            };
            table.push(
                &[&board, &square, &options],
                &printed,
                Some(computed),
                agreement,
            );
        }
    }
    let [eleventh, ninth] = [ELEVENTH, NINTH].map(|parts| First::expected(parts).texts());
    let computed = first.texts();
    let what = ["B as good as A", "B better than A"];
    for (i, what) in what.into_iter().enumerate() {
        let printed = Printed::cell(&eleventh[i]);
        let mut agreement = printed.against(&computed[i]);
        if agreement == Agreement::Disagrees && computed[i] == ninth[i] {
            agreement = Agreement::Explained(NOT_ELEVENTH.into());
        }
        let keys = ["first board", "any", what];
        table.push(&keys, &printed, Some(computed[i].clone()), agreement);
    }
    let part = if all_in_ninth {
        "ninth"
    } else {
        "another part"
    };
    let printed = cells.get("option-b", "part");
    table.text(
        &["all boards", "any", "White in the central"],
        &printed,
        part,
    );
    if all_in_ninth {
        let printed = cells.get("option-b", "area");
        let keys = ["N to infinity", "any", "area of B in Fig. 5"];
        table.text(&keys, &printed, area(NINTH));
    }
    let more = if context.full { "" } else { LARGER };
    table.note(format!(
        "Opposite files; for every row of White below the centre in which A[m,.] has m at least \
         1, the rows of Black from which B is orthodox at the base of the mast, alone or beside \
         others. White in row r from the nearer end of N rows has n = 2r - 3 and m = 2N - 4r - 1. \
         As printed, B is the better one if n > 5m + 2, which is r > 5N/11, and m' > 3m + 2; the \
         paper column says what follows, equality taken as a tie. As computed, it is n > 4m + 1, \
         which is r > 4N/9: the central ninth. The openings here have m = 1, the next m is 3, \
         first tied on 18 rows; figure-7 has its thermographs.{more}"
    ));
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_fractions_in_lowest_terms() {
        assert_eq!(area(ELEVENTH), "19/242");
        assert_eq!(area(NINTH), "5/54");
    }
}
