//! What a value is made of.

use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::BigUint;
use positions::{Sum, Term};
use values::{Birthday, Origin, Player, Through};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::ordinal::Ordinal;
use super::{Arguments, by_player, misere};

functions! { "Structure":
    /// The Left options of a position, a quoted form or a canonical form.
    left_options(g), "left_options(^*)" => "{0,*}", |games, a| options(games, a, Player::Left);
    /// The Right options of a position, a quoted form or a canonical form.
    right_options(g), "right_options(^*)" => "{0}", |games, a| options(games, a, Player::Right);
    /// A player's options in a position or a form; without a player, of an impartial game.
    options(g [player]), "options({3||2|1}, Right)" => "{{2|1}}", |games, a| match a.len() {
        1 => match a.get(0) {
            Object::Misere(form) => {
                let (arena, budget) = games.misere();
                misere::list(arena.options(*form, &budget)?.to_vec())
            }
            _ => impartial_options(games, a),
        },
        _ => by_player(games, a, options),
    };
    /// Every value that can be reached from g, and g itself.
    followers(g), "followers(^)" => "{0,*,^}", |games, a| {
        let g = a.game(games, 0)?;
        let followers = games.arena.followers(g)?;
        games.options(followers)
    };
    /// The number of followers, g included.
    follower_count(g), "follower_count({3||2|1})" => "6", |games, a| {
        let g = a.game(games, 0)?;
        Ok(games.arena.follower_count(g)?.into())
    };
    /// The depth of the canonical form: 0 is born on day 0.
    birthday(g), "birthday({3||2|1})" => "4", |games, a| match a.get(0) {
        Object::Misere(form) => {
            let birthday = games.misere().0.birthday(*form);
            Ok(i64::from(birthday).into())
        }
        Object::Ordinal(ordinal) => Ok(Object::ordinal(ordinal.birthday()?)),
        Object::TransfiniteNimber(heap) => Ok(Object::ordinal(Ordinal::clone(heap))),
        Object::Number(number) if !number.is_dyadic() && !number.is_infinite() => {
            Ok(Object::ordinal(Ordinal::omega()))
        }
        _ => birthday(games, a, Origin::Nothing, Through::Canonical),
    };
    /// The depth of the canonical form above the integers.
    integer_birthday(g), "integer_birthday({3||2|1/2})" => "3",
        |games, a| birthday(games, a, Origin::Integers, Through::Canonical);
    /// The depth of the canonical form above the numbers.
    numerical_birthday(g), "numerical_birthday({3||2|1/2})" => "2",
        |games, a| birthday(games, a, Origin::Numbers, Through::Canonical);
    /// The birthday counting only options that are orthodox at some temperature.
    orthodox_birthday(g), "orthodox_birthday({3||2|1})" => "4",
        |games, a| birthday(games, a, Origin::Nothing, Through::Orthodox);
    /// The depth above the integers counting only options orthodox at some temperature.
    orthodox_integer_birthday(g), "orthodox_integer_birthday({3||2|1/2})" => "3",
        |games, a| birthday(games, a, Origin::Integers, Through::Orthodox);
    /// The depth above the numbers counting only options orthodox at some temperature.
    orthodox_numerical_birthday(g), "orthodox_numerical_birthday({3||2|1/2})" => "2",
        |games, a| birthday(games, a, Origin::Numbers, Through::Orthodox);
    /// The simplest form of g; values have it already, forms in quotes do not.
    canonical_form(g).also(&["GameValue", "game_value", "Canonicalize", "canonicalize"]), "canonical_form('{*|*}')" => "0", |games, a| {
        let g = a.game(games, 0)?;
        Ok(games.object(g))
    };
    /// The onside of g, which is g for a value without loops.
    onside(g), "onside(^*)" => "^*", |games, a| {
        let g = a.game(games, 0)?;
        Ok(games.object(g))
    };
    /// The offside of g, which is g for a value without loops.
    offside(g), "offside(^*)" => "^*", |games, a| {
        let g = a.game(games, 0)?;
        Ok(games.object(g))
    };
    /// The degree of loopiness, 0 for a value without loops.
    degree(g), "degree(^*)" => "0", |games, a| {
        a.game(games, 0)?;
        Ok(0.into())
    };
    /// The variety of a loopy game, 0 for a value without loops.
    variety(g), "variety(^*)" => "0", |games, a| {
        a.game(games, 0)?;
        Ok(0.into())
    };
}

fn options(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    if let Object::Form(form) = a.get(0) {
        return games.form_options(*form, player);
    }
    if let Object::Sum(sum) = a.get(0) {
        return position_options(games, sum, player);
    }
    let g = a.game(games, 0)?;
    let options = games.arena.options(g, player)?;
    games.options(options)
}

/// The different options that both players have.
fn impartial_options(games: &mut Games, a: &Arguments) -> Result<Object, Problem> {
    let sum = match games.as_sum(a.get(0))? {
        Some(sum) if sum.is_impartial(&games.arena) => sum,
        _ => return Err(a.wrong(games, 0, "impartial where no player is named")),
    };
    if let [Term::Value(value)] = sum.terms[..] {
        let options = games.arena.options(value, Player::Left)?;
        return games.options(options);
    }
    position_options(games, &sum, Player::Left)
}

/// The different positions after the moves of a player.
fn position_options(games: &mut Games, sum: &Sum, player: Player) -> Result<Object, Problem> {
    let mut options = Vec::new();
    let mut seen = HashSet::new();
    for (_, option) in sum.moves(&mut games.arena, player)? {
        let option = option.arranged();
        if seen.insert(option.expression(&mut games.arena)?) {
            options.push(Object::Sum(Arc::new(option)));
        }
    }
    Object::sorted_set(options)
}

fn birthday(
    games: &mut Games,
    a: &Arguments,
    from: Origin,
    through: Through,
) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    let birthday: BigUint = games.arena.birthday(g, Birthday { from, through })?;
    Ok(birthday.into())
}
