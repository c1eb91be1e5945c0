//! Questions with the answer true or false, and parity.

use values::{Arena, Parity, Value};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::rational::Rational;
use super::Arguments;

functions! { "Properties":
    /// Whether g is 0.
    is_zero(g), "is_zero(* + *)" => "true", |games, a| ask(games, a, |_, g| Ok(g == Value::ZERO));
    /// Whether g is an integer.
    is_integer(g), "is_integer(5)" => "true",
        |games, a| ask_number(games, a, |number| number.is_integer());
    /// Whether g is a number.
    is_number(g), "is_number({0|1})" => "true", |games, a| ask_number(games, a, |_| true);
    /// Whether x is a number with a power of two as its denominator.
    is_dyadic(x), "is_dyadic(6/23)" => "false",
        |games, a| ask_number(games, a, |number| number.is_dyadic());
    /// Whether g is an ordinal: among short games, a non-negative integer.
    is_ordinal(g), "is_ordinal(5)" => "true",
        |games, a| match a.get(0) {
            Object::Ordinal(ordinal) => Ok(ordinal.is_ordinal().into()),
            _ => ask_number(games, a, |n| n.is_integer() && n.signum() >= 0),
        };
    /// Whether g is a pseudonumber: among short games, a number.
    is_pseudonumber(g), "is_pseudonumber(*)" => "false", |games, a| ask_number(games, a, |_| true);
    /// Whether g is a nimber.
    is_nimber(g), "is_nimber(*3)" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_nimber(g)));
    /// Whether g is its own negative.
    is_switch(g), "is_switch({1|-1})" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_switch(g)));
    /// Whether g lies between all negative and all positive numbers.
    is_infinitesimal(g), "is_infinitesimal({0||0|-2})" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_infinitesimal(g)));
    /// Whether in every follower of g both players or neither can move.
    is_all_small(g), "is_all_small({0||0|-2})" => "false",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_all_small(g)));
    /// Whether g is a number plus an infinitesimal.
    is_numberish(g), "is_numberish(3+^)" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_numberish(g)));
    /// Whether g is a number, or a number plus a tiny or a miny.
    is_number_tiny(g), "is_number_tiny(3+Tiny(2))" => "true",
        |games, a| ask(games, a, Arena::is_number_tiny);
    /// Whether g is a number plus ups plus a nimber.
    is_number_up_star(g), "is_number_up_star(3+^*2)" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_number_up_star(g)));
    /// Whether g is a number plus multiples of ^, ^<2>, ^<3>, ... plus a nimber.
    is_uptimal(g), "is_uptimal(^ + ^<2>)" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.is_uptimal(g)));
    /// Whether g has an atomic weight.
    is_atomic(g), "is_atomic({1|^^||^})" => "true", |games, a| ask(games, a, Arena::is_atomic);
    /// even, odd or mixed: whether every play of g has an even or an odd number of moves.
    parity(g), "parity({2|0})" => "odd", |games, a| {
        let g = a.game(games, 0)?;
        Ok(Object::Parity(games.arena.parity(g)?))
    };
    /// Whether the parity of g is even, or a misère form is even: born before its sum with 1.
    is_even(g), "is_even(2)" => "true",
        |games, a| if let Object::Misere(form) = a.get(0) {
            let (arena, budget) = games.misere();
            let (_, odd) = arena.even_part(*form, &budget)?;
            Ok((!odd).into())
        } else {
            ask(games, a, |arena, g| Ok(arena.parity(g)? == Parity::Even))
        };
    /// Whether the parity of g is odd.
    is_odd(g), "is_odd({2|0})" => "true",
        |games, a| ask(games, a, |arena, g| Ok(arena.parity(g)? == Parity::Odd));
    /// Whether g is a number, or all its options are odd-tempered.
    is_even_tempered(g), "is_even_tempered({3+*|1+*})" => "true",
        |games, a| ask(games, a, Arena::is_even_tempered);
    /// Whether g is not a number and all its options are even-tempered.
    is_odd_tempered(g), "is_odd_tempered({3||2+*|1+*})" => "true",
        |games, a| ask(games, a, Arena::is_odd_tempered);
    /// Whether g + g is g: among short games only 0.
    is_idempotent(g), "is_idempotent(*)" => "false",
        |games, a| ask(games, a, |_, g| Ok(g == Value::ZERO));
    /// Whether play in g must end: always, for short games.
    is_loopfree(g), "is_loopfree(^)" => "true", |games, a| ask(games, a, |_, _| Ok(true));
    /// Whether alternating play in g must end: always, for short games.
    is_stopper(g), "is_stopper(^)" => "true", |games, a| ask(games, a, |_, _| Ok(true));
    /// Whether both sides of g are stoppers: always, for short games.
    is_stopper_sided(g), "is_stopper_sided(^)" => "true", |games, a| ask(games, a, |_, _| Ok(true));
    /// Whether every cycle of g is a pass: always, for short games.
    is_plumtree(g), "is_plumtree(^)" => "true", |games, a| ask(games, a, |_, _| Ok(true));
}

type Question = fn(&mut Arena, Value) -> values::Result<bool>;

fn ask(games: &mut Games, a: &Arguments, question: Question) -> Result<Object, Problem> {
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
