//! Games that are made of functions and of other games.

use std::sync::Arc;

use rules::RuleFile;

use super::super::closure::Closure;
use super::super::directions::Directions;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::tabulated::{self, Tabulated};
use super::Arguments;

functions! { "Games from functions":
    /// The heap game in which f lists what each move leaves of a heap.
    heap_ruleset(f).gives_game().also(&["game.heap.HeapRuleset"]),
        "heap_ruleset(k -> [[a,a] for a from 0 to k - 1])(5)" => "*",
        |games, a| made(games, a, Tabulated::heaps);
    /// Wythoff's game in which i and j may be taken if 0 < i <= j < f(i).
    gen_wythoff(f).gives_game().also(&["game.heap.GenWythoff"]),
        "gen_wythoff(x -> x + 2)((10,4))" => "0",
        |games, a| made(games, a, Tabulated::wythoff);
    /// The heap game with a memory in which j may be taken where f(memory, j) is true.
    gen_mem(f).gives_game().also(&["game.heap.GenMem"]),
        "gen_mem((memory, j) -> j != memory)((10,3))" => "*4",
        |games, a| made(games, a, Tabulated::mem);
    /// The cake that Left cuts by columns as a heap of one game, Right by rows as of another.
    gen_cutcake(game, other [twisted]).gives_game().also(&["game.heap.GenCutcake", "CakeProduct", "cake_product"]),
        "gen_cutcake(octal(\"4.\"), octal(\"4.\"))((2,5))" => "1", cake;
    /// Clobber in which a stone takes one in other directions.
    gen_clobber([directions]).gives_game().also(&["game.grid.GenClobber"]),
        "gen_clobber(directions => Coordinates.Diagonal)(\"x.|.o\")" => "*",
        |games, a| match a.len() {
            0 => clobber(Directions::ORTHOGONAL),
            _ => match a.get(0) {
                Object::Directions(directions) => clobber(*directions),
                _ => Err(a.wrong(games, 0, "directions, such as Coordinates.Diagonal")),
            },
        };
}

fn made(
    games: &mut Games,
    a: &Arguments,
    make: fn(&mut Games, &Arc<Closure>) -> Result<Object, Problem>,
) -> Result<Object, Problem> {
    let function = a.function(games, 0)?;
    make(games, function)
}

fn cake(games: &mut Games, a: &Arguments) -> Result<Object, Problem> {
    let twisted = a.len() > 2 && a.truth(games, 2)?;
    let factors = [a.get(0), a.get(1)];
    match [
        tabulated::heap_rules(factors[0])?,
        tabulated::heap_rules(factors[1])?,
    ] {
        [Some(left), Some(right)] => Tabulated::cake(games, factors, [left, right], twisted),
        [None, _] => Err(a.wrong(games, 0, "a heap game")),
        _ => Err(a.wrong(games, 1, "a heap game")),
    }
}

/// The rules for some directions are those in a file.
fn clobber(directions: Directions) -> Result<Object, Problem> {
    let name = match directions {
        Directions::ORTHOGONAL => "clobber",
        Directions::DIAGONAL => "diagonal_clobber",
        _ => {
            let text = format!(
                "game gen_clobber\ntitle Clobber in other directions\ncells . B W\n\
                 left {}: B W -> . B\nmirror B W\nexample BW/WB\n",
                directions.words()
            );
            RuleFile::read(&text)?.keep()?.info().name
        }
    };
    Ok(Object::Ruleset(name.into()))
}
