//! Reading and printing.

use values::{Notation, ReadError};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::Arguments;

functions! { "Reading and printing":
    /// The value that a text means, loops included; it reads what is printed, so 9*2 is 9 + *2.
    value(text), "value(\"9*2\") == 9 + *2" => "true", |games, a| {
        let text = a.text(games, 0)?;
        match games.arena.read(text) {
            Ok(value) => Ok(games.object(value)),
            Err(ReadError::Stopped(error)) => Err(error.into()),
            Err(_) => {
                let Games { arena, stoppers, .. } = games;
                let game = stoppers.read(arena, text).map_err(unreadable)?;
                Ok(games.loopy_object(game))
            }
        }
    };
    /// g in CGSuite's notation, whatever notation answers are printed in.
    ascii(g), "ascii(↑∗)" => "^*", |games, a| written(games, a, Notation::Ascii);
    /// g with arrows and fractions, as in books.
    unicode(g), "unicode(1/2 + ^*)" => "½↑∗", |games, a| written(games, a, Notation::Unicode);
    /// g for a paper.
    latex(g), "latex({1|*})" => "\\{1\\,|\\,{\\ast}\\}",
        |games, a| written(games, a, Notation::Latex);
    /// g with names for what repeats in it, followed by itself in terms of them.
    compress(g), "compress({1|*})" => "{1|*}", |games, a| {
        let g = a.game(games, 0)?;
        let compressed = games.arena.compress(g, Notation::Ascii)?;
        Ok(Object::prose(compressed.one_line()))
    };
    /// How long the text of g is, how many values it names, and how long its compressed text is.
    sizes(g), "sizes({1|*})" => "5 characters, 3 distinct values, 5 characters compressed",
        |games, a| {
            let g = a.game(games, 0)?;
            let compressed = games.arena.compress(g, Notation::Ascii)?;
            let sizes = compressed.sizes();
            Ok(Object::prose(format!(
                "{} characters, {} distinct values, {} characters compressed",
                sizes.characters, sizes.distinct, sizes.compressed
            )))
        };
}

/// The place in an error is that in the text, not in the input.
pub fn unreadable(error: ReadError) -> Problem {
    match error {
        ReadError::Stopped(error) => error.into(),
        other => Problem::syntax(format!("in the text: {other}")),
    }
}

fn written(games: &mut Games, a: &Arguments, notation: Notation) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    Ok(Object::Written(g, notation))
}
