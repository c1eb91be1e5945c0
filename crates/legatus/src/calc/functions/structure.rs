//! What a value is made of.

use num_bigint::BigUint;
use values::{Arena, Birthday, Origin, Player, Through};

use super::super::failure::Problem;
use super::super::object::Object;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Structure",
    functions: &[
        Function::new(
            "left_options",
            &["g"],
            "The Left options of the canonical form.",
            ("left_options(^*)", "{0,*}"),
            |arena, a| options(arena, a, Player::Left),
        ),
        Function::new(
            "right_options",
            &["g"],
            "The Right options of the canonical form.",
            ("right_options(^*)", "{0}"),
            |arena, a| options(arena, a, Player::Right),
        ),
        Function::new(
            "options",
            &["g", "player"],
            "The options of a player in the canonical form.",
            ("options({3||2|1}, Right)", "{{2|1}}"),
            |arena, a| {
                let player = a.player(arena, 1)?;
                options(arena, a, player)
            },
        ),
        Function::new(
            "followers",
            &["g"],
            "Every value that can be reached from g, and g itself.",
            ("followers(^)", "{0,*,^}"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let followers = arena.followers(g)?;
                Object::options(arena, followers)
            },
        ),
        Function::new(
            "follower_count",
            &["g"],
            "The number of followers, g included.",
            ("follower_count({3||2|1})", "6"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(arena.follower_count(g)?.into())
            },
        ),
        Function::new(
            "birthday",
            &["g"],
            "The depth of the canonical form: 0 is born on day 0.",
            ("birthday({3||2|1})", "4"),
            |arena, a| match a.get(0) {
                Object::Number(number) if !number.is_dyadic() && !number.is_infinite() => {
                    Ok(Object::Omega)
                }
                _ => birthday(arena, a, Origin::Nothing, Through::Canonical),
            },
        ),
        Function::new(
            "integer_birthday",
            &["g"],
            "The depth of the canonical form above the integers.",
            ("integer_birthday({3||2|1/2})", "3"),
            |arena, a| birthday(arena, a, Origin::Integers, Through::Canonical),
        ),
        Function::new(
            "numerical_birthday",
            &["g"],
            "The depth of the canonical form above the numbers.",
            ("numerical_birthday({3||2|1/2})", "2"),
            |arena, a| birthday(arena, a, Origin::Numbers, Through::Canonical),
        ),
        Function::new(
            "orthodox_birthday",
            &["g"],
            "The birthday counting only options that are orthodox at some temperature.",
            ("orthodox_birthday({3||2|1})", "4"),
            |arena, a| birthday(arena, a, Origin::Nothing, Through::Orthodox),
        ),
        Function::new(
            "orthodox_integer_birthday",
            &["g"],
            "The depth above the integers counting only options orthodox at some temperature.",
            ("orthodox_integer_birthday({3||2|1/2})", "3"),
            |arena, a| birthday(arena, a, Origin::Integers, Through::Orthodox),
        ),
        Function::new(
            "orthodox_numerical_birthday",
            &["g"],
            "The depth above the numbers counting only options orthodox at some temperature.",
            ("orthodox_numerical_birthday({3||2|1/2})", "2"),
            |arena, a| birthday(arena, a, Origin::Numbers, Through::Orthodox),
        ),
        Function::new(
            "canonical_form",
            &["g"],
            "The simplest form of g; values have it already, forms in quotes do not.",
            ("canonical_form('{*|*}')", "0"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(Object::value(arena, g))
            },
        ),
        Function::new(
            "onside",
            &["g"],
            "The onside of g, which is g for a value without loops.",
            ("onside(^*)", "^*"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(Object::value(arena, g))
            },
        ),
        Function::new(
            "offside",
            &["g"],
            "The offside of g, which is g for a value without loops.",
            ("offside(^*)", "^*"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(Object::value(arena, g))
            },
        ),
        Function::new(
            "degree",
            &["g"],
            "The degree of loopiness, 0 for a value without loops.",
            ("degree(^*)", "0"),
            |arena, a| {
                a.game(arena, 0)?;
                Ok(0.into())
            },
        ),
        Function::new(
            "variety",
            &["g"],
            "The variety of a loopy game, 0 for a value without loops.",
            ("variety(^*)", "0"),
            |arena, a| {
                a.game(arena, 0)?;
                Ok(0.into())
            },
        ),
    ],
};

fn options(arena: &mut Arena, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    let options = arena.options(g, player)?;
    Object::options(arena, options)
}

fn birthday(
    arena: &mut Arena,
    a: &Arguments,
    from: Origin,
    through: Through,
) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    let birthday: BigUint = arena.birthday(g, Birthday { from, through })?;
    Ok(birthday.into())
}
