//! Questions with the answer true or false, and parity.

use values::{Arena, Parity, Value};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::rational::Rational;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Properties",
    functions: &[
        Function::new(
            "is_zero",
            &["g"],
            "Whether g is 0.",
            ("is_zero(* + *)", "true"),
            |games, a| ask(games, a, |_, g| Ok(g == Value::ZERO)),
        ),
        Function::new(
            "is_integer",
            &["g"],
            "Whether g is an integer.",
            ("is_integer(5)", "true"),
            |games, a| ask_number(games, a, |number| number.is_integer()),
        ),
        Function::new(
            "is_number",
            &["g"],
            "Whether g is a number.",
            ("is_number({0|1})", "true"),
            |games, a| ask_number(games, a, |_| true),
        ),
        Function::new(
            "is_dyadic",
            &["x"],
            "Whether x is a number with a power of two as its denominator.",
            ("is_dyadic(6/23)", "false"),
            |games, a| ask_number(games, a, |number| number.is_dyadic()),
        ),
        Function::new(
            "is_ordinal",
            &["g"],
            "Whether g is an ordinal: among short games, a non-negative integer.",
            ("is_ordinal(5)", "true"),
            |games, a| ask_number(games, a, |n| n.is_integer() && n.signum() >= 0),
        ),
        Function::new(
            "is_pseudonumber",
            &["g"],
            "Whether g is a pseudonumber: among short games, a number.",
            ("is_pseudonumber(*)", "false"),
            |games, a| ask_number(games, a, |_| true),
        ),
        Function::new(
            "is_nimber",
            &["g"],
            "Whether g is a nimber.",
            ("is_nimber(*3)", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_nimber(g))),
        ),
        Function::new(
            "is_switch",
            &["g"],
            "Whether g is its own negative.",
            ("is_switch({1|-1})", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_switch(g))),
        ),
        Function::new(
            "is_infinitesimal",
            &["g"],
            "Whether g lies between all negative and all positive numbers.",
            ("is_infinitesimal({0||0|-2})", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_infinitesimal(g))),
        ),
        Function::new(
            "is_all_small",
            &["g"],
            "Whether in every follower of g both players or neither can move.",
            ("is_all_small({0||0|-2})", "false"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_all_small(g))),
        ),
        Function::new(
            "is_numberish",
            &["g"],
            "Whether g is a number plus an infinitesimal.",
            ("is_numberish(3+^)", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_numberish(g))),
        ),
        Function::new(
            "is_number_tiny",
            &["g"],
            "Whether g is a number, or a number plus a tiny or a miny.",
            ("is_number_tiny(3+Tiny(2))", "true"),
            |games, a| ask(games, a, Arena::is_number_tiny),
        ),
        Function::new(
            "is_number_up_star",
            &["g"],
            "Whether g is a number plus ups plus a nimber.",
            ("is_number_up_star(3+^*2)", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_number_up_star(g))),
        ),
        Function::new(
            "is_uptimal",
            &["g"],
            "Whether g is a number plus multiples of ^, ^<2>, ^<3>, ... plus a nimber.",
            ("is_uptimal(^ + ^<2>)", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.is_uptimal(g))),
        ),
        Function::new(
            "is_atomic",
            &["g"],
            "Whether g has an atomic weight.",
            ("is_atomic({1|^^||^})", "true"),
            |games, a| ask(games, a, Arena::is_atomic),
        ),
        Function::new(
            "parity",
            &["g"],
            "even, odd or mixed: whether every play of g has an even or an odd number of moves.",
            ("parity({2|0})", "odd"),
            |games, a| {
                let g = a.game(games, 0)?;
                Ok(Object::Parity(games.arena.parity(g)?))
            },
        ),
        Function::new(
            "is_even",
            &["g"],
            "Whether the parity of g is even.",
            ("is_even(2)", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.parity(g)? == Parity::Even)),
        ),
        Function::new(
            "is_odd",
            &["g"],
            "Whether the parity of g is odd.",
            ("is_odd({2|0})", "true"),
            |games, a| ask(games, a, |arena, g| Ok(arena.parity(g)? == Parity::Odd)),
        ),
        Function::new(
            "is_even_tempered",
            &["g"],
            "Whether g is a number, or all its options are odd-tempered.",
            ("is_even_tempered({3+*|1+*})", "true"),
            |games, a| ask(games, a, Arena::is_even_tempered),
        ),
        Function::new(
            "is_odd_tempered",
            &["g"],
            "Whether g is not a number and all its options are even-tempered.",
            ("is_odd_tempered({3||2+*|1+*})", "true"),
            |games, a| ask(games, a, Arena::is_odd_tempered),
        ),
        Function::new(
            "is_idempotent",
            &["g"],
            "Whether g + g is g: among short games only 0.",
            ("is_idempotent(*)", "false"),
            |games, a| ask(games, a, |_, g| Ok(g == Value::ZERO)),
        ),
        Function::new(
            "is_loopfree",
            &["g"],
            "Whether play in g must end: always, as values here are short games.",
            ("is_loopfree(^)", "true"),
            |games, a| ask(games, a, |_, _| Ok(true)),
        ),
        Function::new(
            "is_stopper",
            &["g"],
            "Whether alternating play in g must end: always, for short games.",
            ("is_stopper(^)", "true"),
            |games, a| ask(games, a, |_, _| Ok(true)),
        ),
        Function::new(
            "is_stopper_sided",
            &["g"],
            "Whether both sides of g are stoppers: always, for short games.",
            ("is_stopper_sided(^)", "true"),
            |games, a| ask(games, a, |_, _| Ok(true)),
        ),
        Function::new(
            "is_plumtree",
            &["g"],
            "Whether every cycle of g is a pass: always, for short games.",
            ("is_plumtree(^)", "true"),
            |games, a| ask(games, a, |_, _| Ok(true)),
        ),
    ],
};

fn ask(
    games: &mut Games,
    a: &Arguments,
    question: impl Fn(&mut Arena, Value) -> values::Result<bool>,
) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    Ok(question(&mut games.arena, g)?.into())
}

/// Questions that only a number can answer with true, whether or not it is dyadic.
fn ask_number(
    games: &mut Games,
    a: &Arguments,
    question: impl Fn(&Rational) -> bool,
) -> Result<Object, Problem> {
    match a.get(0) {
        Object::Number(number) => Ok(question(number).into()),
        // A value is a number only if it is an `Object::Number`.
        _ => a.game(games, 0).map(|_| false.into()),
    }
}
