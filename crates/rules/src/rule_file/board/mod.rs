//! Games on boards: patterns of cells and what becomes of them.

mod alphabet;
mod check;
mod direction;
mod fast;
mod field;
mod known;
mod machine;
mod parts;
mod pattern;
mod rank;
mod read;
mod rules;
mod stencil;
mod symmetry;
mod syntax;
mod text;
mod words;

use super::FileRules;
use super::cursor::Statement;
use super::header::Header;
use crate::bad_input::BadInput;
use alphabet::Alphabet;
use known::KnownBoard;
use read::Reader;
use rules::BoardRules;
use text::Sizes;

/// The rules that statements make.
pub(crate) fn compile(
    header: &Header,
    statements: &[Statement],
    variant: Option<&str>,
) -> Result<Box<dyn FileRules>, BadInput> {
    let find = |keyword: &str| {
        let mut found = statements.iter().filter(|s| s.keyword == keyword);
        (found.next(), found.next())
    };
    let cells = match find("cells") {
        (Some(cells), None) => cells,
        (Some(_), Some(again)) => {
            return Err(again.wrong("the cells are given twice", "write one line `cells`"));
        }
        (None, _) => {
            return Err(BadInput::new(
                "the file does not say what cells there are",
                "write a line such as `cells . B W`",
            ));
        }
    };
    let alphabet = Alphabet::read(cells)?;
    let parameters = header.parameter_values(variant)?;
    let ring = find("ring").0.is_some();
    let reader = Reader {
        alphabet: &alphabet,
        strip: ring || find("strip").0.is_some(),
        parameters: &parameters,
    };
    let syntax = reader.read(statements)?;
    let sizes = match find("size").0 {
        Some(statement) => Some(Sizes::read(statement, &alphabet)?),
        None => None,
    };
    let values = statements.iter().filter(|s| s.keyword == "value");
    let known = values.map(|statement| KnownBoard::read(&reader, statement));
    let known = known.collect::<Result<_, _>>()?;
    let strip = reader.strip;
    let rules = BoardRules::new(alphabet, syntax, sizes, strip, ring).knowing(known);
    Ok(Box::new(rules))
}
