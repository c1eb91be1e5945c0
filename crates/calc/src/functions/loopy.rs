//! Games that may not end.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use positions::Sum;
use solve::LoopyOutcome;
use std::sync::Arc;
use values::{
    Arena, Base, KoThermograph, Loopy, Notation, Outcome, Player, Relation, Side, Stopper,
    Stoppers, Thermograph, Threats,
};

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::loops::stopper_object;
use super::super::object::Object;
use super::super::rational::Rational;
use super::Arguments;
use super::text::unreadable;

functions! { "Loopy games":
    /// The onside and the offside of g, where endless play is won by Left and by Right.
    sides(g), "sides(over + under)" => "[over,under]", |games, a| {
        let g = loopy(games, a, 0)?;
        let sides = [side(games, g.on)?, side(games, g.off)?];
        Object::list(sides.to_vec())
    };
    /// The onside of g + h: endless play is won by Left.
    upsum(g, h).infix(), "upsum(over, under)" => "over", |games, a| {
        let (g, h) = (loopy(games, a, 0)?, loopy(games, a, 1)?);
        let sum = games.stoppers.upsum(&mut games.arena, &g, &h)?;
        side(games, sum)
    };
    /// The offside of g + h: endless play is won by Right.
    downsum(g, h).infix(), "downsum(over, under)" => "under", |games, a| {
        let (g, h) = (loopy(games, a, 0)?, loopy(games, a, 1)?);
        let sum = games.stoppers.downsum(&mut games.arena, &g, &h)?;
        side(games, sum)
    };
    /// The h with base:h = g, for a base that may be a form in quotes.
    subordinate(g, base).infix(), "over.Subordinate(1)" => "off", subordinate;
    /// The onside of g + t, where t is the offside of -g - d, for a d that is its own double.
    upsum_variety(g, d).infix(), "upon UpsumVariety upon.Degree" => "v<on>",
        |games, a| variety_by(games, a, Player::Left);
    /// The offside of g + t, where t is the onside of -g + d, for a d that is its own double.
    downsum_variety(g, d).infix(), "upon DownsumVariety upon.Degree" => "v<on>",
        |games, a| variety_by(games, a, Player::Right);
    /// Whether g is stable: whether upsum and downsum variety relative to its degree are the same.
    is_stable(g), "is_stable(over)" => "true", |games, a| {
        let stable = of_stopper(games, a, Stoppers::is_stable)?;
        Ok(stable.into())
    };
    /// The thermograph of a text with simple kos; without a komaster both have equal threats.
    ko_thermograph(text [komaster]), "ko_thermograph(\"a{1|{a|0}}\", Left)" => "Thermograph(2/3,[1/3],[0,-1],2/3,[1/3],[0,-1])",
        |games, a| Ok(Object::prose(ko(games, a)?.to_string()));
    /// The mast of the thermograph of a text with simple kos.
    ko_mean(text [komaster]), "ko_mean(\"a{1|{a|0}}\")" => "2/3",
        |games, a| fraction(&ko(games, a)?.mean());
    /// The temperature of a text with simple kos.
    ko_temperature(text [komaster]), "ko_temperature(\"a{1|{a|0}}\")" => "1/3",
        |games, a| fraction(&ko(games, a)?.temperature());
    /// The stop of g when a player starts, without over and under.
    strong_stop(g, player), "strong_stop({5over|-5}, Left)" => "5", |games, a| {
        let player = a.player(games, 1)?;
        let stop = of_stopper(games, a, |all, arena, g| {
            let stop = all.stop(arena, g, player)?.without_side();
            all.from_pseudonumber(arena, &stop)
        })?;
        Ok(stopper_object(games, stop))
    };
}

/// A variety relative to a degree that is given.
fn variety_by(games: &mut Games, a: &Arguments, of: Player) -> Result<Object, Problem> {
    let (g, degree) = (stopper(games, a, 0)?, stopper(games, a, 1)?);
    let Games {
        arena, stoppers, ..
    } = games;
    if !stoppers.is_idempotent(arena, &degree.into())? {
        return Err(a.wrong(games, 1, "its own double, as degrees are"));
    }
    match stoppers.variety_by(arena, g, degree, of)? {
        Some(variety) => Ok(stopper_object(games, variety)),
        None => Err(no_side()),
    }
}

/// What CGSuite calls the kind of value that a game with loops is.
pub fn class(games: &mut Games, g: &Loopy) -> Result<&'static str, Problem> {
    let Games {
        arena, stoppers, ..
    } = games;
    Ok(match (g.as_stopper(), g.as_sides()) {
        (Some(g), _) => match stoppers.pseudonumber(arena, g)? {
            Some(_) => "game.Pseudonumber",
            None => "game.CanonicalStopper",
        },
        (_, Some(_)) => "game.StopperSidedValue",
        _ => "game.SidedValue",
    })
}

/// The answer of a function of that name for loopy games, if one of its
/// arguments is one.
pub fn call(name: &str, games: &mut Games, a: &Arguments) -> Result<Option<Object>, Problem> {
    let any = |object: &Object| match object {
        Object::Loopy(_) => true,
        Object::Sum(sum) => sum.finite().is_err(),
        _ => false,
    };
    if !(0..a.len()).any(|index| any(a.get(index))) {
        return Ok(None);
    }
    if let Some(answer) = question(name, games, a)? {
        return Ok(Some(answer.into()));
    }
    Ok(Some(match name {
        "onside" => {
            let g = loopy(games, a, 0)?;
            side(games, g.on)?
        }
        "offside" => {
            let g = loopy(games, a, 0)?;
            side(games, g.off)?
        }
        "canonical_form" => {
            let g = loopy(games, a, 0)?;
            games.loopy_object(g)
        }
        "degree" => {
            let degree = of_stopper(games, a, Stoppers::degree)?;
            side(games, degree)?
        }
        "variety" => match of_stopper(games, a, Stoppers::variety)? {
            Some(variety) => stopper_object(games, variety),
            None => {
                return Err(Problem::domain(
                    "that game is not stable: upsum and downsum variety relative to its degree \
                     are not the same, so it has no variety",
                ));
            }
        },
        "outcome" => match a.get(0) {
            Object::Sum(sum) if sum.loopy().is_some() => return Ok(None),
            _ => outcome(games, a)?,
        },
        "compare" => {
            let (g, h) = (loopy(games, a, 0)?, loopy(games, a, 1)?);
            Object::prose(match games.stoppers.compare(&mut games.arena, &g, &h)? {
                Relation::Less => "<",
                Relation::Equal => "==",
                Relation::Greater => ">",
                Relation::Confused => "<>",
            })
        }
        "left_options" | "right_options" | "options" if matches!(a.get(0), Object::Sum(_)) => {
            return Ok(None);
        }
        "left_options" => options(games, a, Player::Left)?,
        "right_options" => options(games, a, Player::Right)?,
        "options" if a.len() == 2 => {
            let player = a.player(games, 1)?;
            options(games, a, player)?
        }
        "followers" => {
            let followers = of_stopper(games, a, |all, arena, g| all.followers(arena, g))?;
            set(games, followers)?
        }
        "follower_count" => {
            let followers = of_stopper(games, a, |all, arena, g| all.followers(arena, g))?;
            (followers.len() as i64).into()
        }
        "thermograph" => Object::Thermograph(Arc::new(thermograph(games, a.get(0))?)),
        "mean" => thermograph(games, a.get(0))?.mean().into(),
        "temperature" => thermograph(games, a.get(0))?.temperature().into(),
        "left_wall" => wall(games, a, Player::Left)?,
        "right_wall" => wall(games, a, Player::Right)?,
        "wall" => {
            let player = a.player(games, 1)?;
            wall(games, a, player)?
        }
        "left_stop" => stop(games, a, Player::Left)?,
        "right_stop" => stop(games, a, Player::Right)?,
        "stop" => {
            let player = a.player(games, 1)?;
            stop(games, a, player)?
        }
        "tiny" => tiny(games, a, false)?,
        "miny" => tiny(games, a, true)?,
        "ordinal_sum" => ordinal_sum(games, a.get(0), a.get(1))?,
        "pow" | "pow_to" => {
            let g = stopper(games, a, 0)?;
            let x = loopy(games, a, 1)?;
            let power = match name {
                "pow" => games.stoppers.pow(&mut games.arena, g, &x)?,
                _ => games.stoppers.pow_to(&mut games.arena, g, &x)?,
            };
            games.loopy_object(power)
        }
        "companion" => {
            let companion = of_stopper(games, a, Stoppers::companion)?;
            games.loopy_object(companion)
        }
        "ascii" => written(games, a, Notation::Ascii)?,
        "unicode" => written(games, a, Notation::Unicode)?,
        "latex" => written(games, a, Notation::Latex)?,
        _ => return Ok(None),
    }))
}

/// What can be answered with true or false.
fn question(name: &str, games: &mut Games, a: &Arguments) -> Result<Option<bool>, Problem> {
    let asked = matches!(
        name,
        "is_zero"
            | "is_integer"
            | "is_number"
            | "is_dyadic"
            | "is_ordinal"
            | "is_nimber"
            | "is_pseudonumber"
            | "is_infinitesimal"
            | "is_numberish"
            | "is_number_tiny"
            | "is_number_up_star"
            | "is_uptimal"
            | "is_idempotent"
            | "is_loopfree"
            | "is_stopper"
            | "is_stopper_sided"
            | "is_plumtree"
            | "is_switch"
            | "is_atomic"
    );
    if !asked {
        return Ok(None);
    }
    let g = loopy(games, a, 0)?;
    let Games {
        arena, stoppers, ..
    } = games;
    let stopper = g.as_stopper();
    Ok(Some(match (name, stopper) {
        ("is_loopfree", _) => g.as_short().is_some(),
        ("is_stopper", _) => stopper.is_some(),
        ("is_stopper_sided", _) => g.as_sides().is_some(),
        ("is_idempotent", _) => stoppers.is_idempotent(arena, &g)?,
        ("is_switch", _) => stoppers.negative(arena, &g)? == g,
        // A position may have a value without loops.
        (_, Some(Stopper::Short(value))) => match name {
            "is_zero" => value == values::Value::ZERO,
            "is_integer" => arena.is_integer(value),
            "is_number" | "is_dyadic" | "is_pseudonumber" => arena.is_number(value),
            "is_ordinal" => arena
                .as_number(value)
                .is_some_and(|x| x.is_integer() && x.signum() >= 0),
            "is_nimber" => arena.is_nimber(value),
            "is_infinitesimal" => arena.is_infinitesimal(value),
            "is_numberish" => arena.is_numberish(value),
            "is_number_tiny" => arena.is_number_tiny(value)?,
            "is_number_up_star" => arena.is_number_up_star(value),
            "is_uptimal" => arena.is_uptimal(value),
            "is_atomic" => arena.is_atomic(value)?,
            _ => true,
        },
        ("is_pseudonumber", Some(g)) => stoppers.pseudonumber(arena, g)?.is_some(),
        ("is_plumtree", Some(g)) => stoppers.is_plumtree(arena, g)?,
        ("is_infinitesimal", Some(g)) => stoppers.is_infinitesimal(arena, g)?,
        ("is_numberish", Some(g)) => stoppers.is_numberish(arena, g)?,
        ("is_number_tiny", Some(g)) => stoppers.is_number_tiny(arena, g)?,
        _ => false,
    }))
}

/// The game that an argument is, with loops or without.
fn loopy(games: &mut Games, a: &Arguments, index: usize) -> Result<Loopy, Problem> {
    match games.as_loopy(a.get(index))? {
        Some(game) => Ok(game),
        None => Err(a.wrong(games, index, "a game")),
    }
}

/// The stopper that an argument is.
fn stopper(games: &mut Games, a: &Arguments, index: usize) -> Result<Stopper, Problem> {
    match loopy(games, a, index)?.as_stopper() {
        Some(stopper) => Ok(stopper),
        None => Err(a.wrong(
            games,
            index,
            "a stopper, in which alternating play must end; Onside and Offside are",
        )),
    }
}

/// What is asked about the stopper that the first argument is.
fn of_stopper<T>(
    games: &mut Games,
    a: &Arguments,
    find: impl FnOnce(&mut Stoppers, &mut Arena, Stopper) -> values::Result<T>,
) -> Result<T, Problem> {
    let g = stopper(games, a, 0)?;
    Ok(find(&mut games.stoppers, &mut games.arena, g)?)
}

/// A side as a game.
fn side(games: &mut Games, side: Side) -> Result<Object, Problem> {
    match side {
        Side::Stopper(stopper) => Ok(stopper_object(games, stopper)),
        Side::Graph(_) => Err(no_side()),
    }
}

fn no_side() -> Problem {
    Problem::domain(
        "no stopper was found that is equal to this side, so it has no value of its own",
    )
}

fn set(games: &mut Games, stoppers: Vec<Stopper>) -> Result<Object, Problem> {
    let objects = stoppers.into_iter().map(|g| stopper_object(games, g));
    Object::sorted_set(objects.collect())
}

fn options(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let options = of_stopper(games, a, |all, arena, g| all.options(arena, g, player))?;
    set(games, options)
}

fn stop(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let stop = of_stopper(games, a, |all, arena, g| {
        let stop = all.stop(arena, g, player)?;
        all.from_pseudonumber(arena, &stop)
    })?;
    Ok(stopper_object(games, stop))
}

/// The thermograph of a game, which must be a stopper.
pub fn thermograph(games: &mut Games, object: &Object) -> Result<Thermograph, Problem> {
    let game = arithmetic::loopy(games, object)?;
    let Games {
        arena, stoppers, ..
    } = games;
    match game.as_stopper() {
        Some(stopper) => Ok(stoppers.thermograph(arena, stopper)?),
        None => Err(Problem::domain(
            "alternating play in that game can go on for ever, and no thermograph of such games is \
             generally accepted; ko_thermograph(\"a{1|{a|0}}\", Left) is for simple kos",
        )),
    }
}

fn wall(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let graph = thermograph(games, a.get(0))?;
    Ok(Object::Trajectory(Arc::new(graph.wall(player).clone())))
}

/// The thermograph of a game with kos that the first argument is the text of;
/// the second is the komaster, if there is one.
fn ko(games: &mut Games, a: &Arguments) -> Result<KoThermograph, Problem> {
    let text = a.text(games, 0)?;
    let threats = match a.len() {
        1 => Threats::Neutral,
        _ => Threats::Komaster(a.player(games, 1)?),
    };
    let Games {
        arena, stoppers, ..
    } = games;
    let (graph, root) = stoppers.read_graph(arena, text).map_err(unreadable)?;
    Ok(stoppers.ko_thermograph(arena, &graph, root, threats)?)
}

/// A fraction as an object.
fn fraction(text: &str) -> Result<Object, Problem> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let read = |digits: &str| digits.parse::<BigInt>().unwrap_or_default();
    Ok(Rational::new(read(numerator), read(denominator))?.into())
}

fn outcome(games: &mut Games, a: &Arguments) -> Result<Object, Problem> {
    let g = loopy(games, a, 0)?;
    let winners = games.stoppers.winners(&mut games.arena, &g)?;
    Ok(match winners {
        [Some(Player::Left), Some(Player::Left)] => Object::Outcome(Outcome::L),
        [Some(Player::Right), Some(Player::Right)] => Object::Outcome(Outcome::R),
        [Some(Player::Left), Some(Player::Right)] => Object::Outcome(Outcome::N),
        [Some(Player::Right), Some(Player::Left)] => Object::Outcome(Outcome::P),
        winners => Object::prose(LoopyOutcome { winners }.to_string()),
    })
}

/// {0||0|-g} or its mirror image.
fn tiny(games: &mut Games, a: &Arguments, miny: bool) -> Result<Object, Problem> {
    let g = loopy(games, a, 0)?;
    let Games {
        arena, stoppers, ..
    } = games;
    let zero = || vec![Loopy::from(Stopper::ZERO)];
    let negative = stoppers.negative(arena, &g)?;
    let threat = stoppers.join(arena, &[zero(), vec![negative]])?;
    let mut tiny = stoppers.join(arena, &[zero(), vec![threat]])?;
    if miny {
        tiny = stoppers.negative(arena, &tiny)?;
    }
    Ok(games.loopy_object(tiny))
}

/// The options by which a game is a base: those of a form as it is written.
fn base(games: &mut Games, object: &Object) -> Result<Base, Problem> {
    let mut base: Base = [Vec::new(), Vec::new()];
    if let Object::Form(form) = object {
        for player in Player::BOTH {
            let options = games.forms.options(&mut games.arena, *form, player)?;
            for option in options {
                let value = games.canonical(option)?;
                base[player as usize].push(value.into());
            }
        }
        return Ok(base);
    }
    match arithmetic::loopy(games, object)?.as_stopper() {
        Some(stopper) => Ok(games.stoppers.base(&mut games.arena, stopper)?),
        None => Err(Problem::domain(
            "the base of an ordinal sum must be a stopper",
        )),
    }
}

/// g:h where one of them has loops.
pub fn ordinal_sum(games: &mut Games, g: &Object, h: &Object) -> Result<Object, Problem> {
    let base = base(games, g)?;
    let h = arithmetic::loopy(games, h)?;
    let sum = games.stoppers.ordinal_sum(&mut games.arena, &base, &h)?;
    Ok(games.loopy_object(sum))
}

fn subordinate(games: &mut Games, a: &Arguments) -> Result<Object, Problem> {
    let g = stopper(games, a, 0)?;
    let base = base(games, a.get(1))?;
    match games.stoppers.subordinate(&mut games.arena, g, &base)? {
        Some(h) => Ok(games.loopy_object(h)),
        None => Err(Problem::domain(
            "that game cannot be subordinated to the base: no base:h is equal to it",
        )),
    }
}

fn written(games: &mut Games, a: &Arguments, notation: Notation) -> Result<Object, Problem> {
    let g = loopy(games, a, 0)?;
    let text = games.stoppers.text(&mut games.arena, &g, notation)?;
    Ok(Object::prose(text))
}

/// n·g.
pub fn multiple(games: &mut Games, n: &num_bigint::BigInt, g: &Object) -> Result<Object, Problem> {
    let g = arithmetic::loopy(games, g)?;
    let n = n
        .to_i64()
        .ok_or_else(|| Problem::limit("a multiple of a loopy game must be below 2^63 in size"))?;
    let multiple = games.stoppers.multiple(&mut games.arena, n, &g)?;
    Ok(games.loopy_object(multiple))
}

/// The value of positions in which play may not end.
pub fn sum_value(games: &mut Games, sum: &Sum) -> Result<Loopy, Problem> {
    let Games {
        arena,
        stoppers,
        solvers,
        ..
    } = games;
    Ok(sum.loopy_value(solvers, arena, stoppers)?)
}

/// The object of a loopy value; one without loops is an ordinary value.
pub fn object(games: &Games, game: Loopy) -> Object {
    match game.as_short() {
        Some(value) => games.object(value),
        None => Object::Loopy(Arc::new(game)),
    }
}
