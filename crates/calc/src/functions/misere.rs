//! Misère canonical forms of impartial games.

use values::{Budget, MisereArena, MisereForm, Temper};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::Arguments;
use super::text::unreadable;

functions! { "Misère forms":
    /// The misère canonical form of an impartial game, or the one that a text means.
    misere_canonical_form(g).also(&["misere_form"]), "misere_canonical_form(kayles(5))" => "*[2[2]321]",
        |games, a| {
            let Object::Text(text) = a.get(0) else {
                return Ok(Object::Misere(a.misere(games, 0)?));
            };
            let (arena, budget) = games.misere();
            let form = arena.read(text, &budget).map_err(unreadable)?;
            Ok(Object::Misere(form))
        };
    /// The game of the mates of all options; the sum of a game and its mate is lost for who moves.
    mate(g), "mate(*[[2],0])" => "*[2#1]", |games, a| form(games, a, MisereArena::mate);
    /// The game y with h + y = g, if there is one.
    misere_minus(g, h).infix(), "*[[[2]]] MisereMinus *[[2]]" => "*[2[##-2]0]", |games, a| {
        of_two(games, a, MisereArena::difference, |g, h| format!("{g} and {h} are not subtractable"))
    };
    /// A game with which g is lost for who moves and h is not.
    distinguisher(g, h).infix(), "*[[2]] Distinguisher *[2]+*[2]" => "*[(2#1)21]", |games, a| {
        of_two(games, a, MisereArena::distinguisher, |_, _| "equal games have no distinguisher".into())
    };
    /// A game with which both g and h are lost for who moves.
    link(g, h).infix(), "*[[[2]]] Link *[2]+*[2]" => "*[((2#1)21)32]", |games, a| {
        of_two(games, a, MisereArena::link, |g, h| format!("{g} and {h} are not linked"))
    };
    /// Whether some game makes the sums with g and with h lost for who moves.
    is_linked_to(g, h).infix(), "*[[[2]]] IsLinkedTo *[[2]]" => "false", |games, a| {
        let (g, h) = (a.misere(games, 0)?, a.misere(games, 1)?);
        Ok(games.misere().0.are_linked(g, h).into())
    };
    /// The nonzero even games but g that g is a sum with.
    parts(g), "parts(*[2]+*[2])" => "[*[2]]", |games, a| {
        let g = a.misere(games, 0)?;
        let (arena, budget) = games.misere();
        list(arena.proper_parts(g, &budget)?)
    };
    /// The lists of primes whose sum is g in misère play.
    partitions(g), "partitions(*[2]+*[2])" => "[[*[2],*[2]]]", |games, a| {
        let g = a.misere(games, 0)?;
        let (arena, budget) = games.misere();
        let partitions = arena.partitions(g, &budget)?;
        Object::list(partitions.into_iter().map(list).collect::<Result<_, _>>()?)
    };
    /// Whether g is no sum of two other games in misère play, but for heaps of one.
    is_prime(g), "is_prime(*[2])" => "true", |games, a| ask(games, a, MisereArena::is_prime);
    /// Whether every option of g is a part of g.
    is_extraverted(g), "is_extraverted(*[2])" => "true",
        |games, a| ask(games, a, MisereArena::is_extraverted);
    /// Whether g is a part of every option: only 0 and 1 are.
    is_introverted(g), "is_introverted(*[2])" => "false",
        |games, a| ask(games, a, |_, g, _| Ok(g <= MisereForm::ONE));
    /// Whether g is a heap of Nim in misère play.
    is_nim_heap(g), "is_nim_heap(*[2])" => "true",
        |games, a| ask(games, a, MisereArena::is_nim_heap);
    /// Whether g and all its followers act like heaps of Nim among such games.
    is_tame(g), "is_tame(*[[2],0])" => "false",
        |games, a| temper(games, a, |temper| temper <= Temper::HereditarilyTame);
    /// Whether g acts like a heap of Nim among tame games, if need be by answers to its options.
    is_generally_tame(g), "is_generally_tame(*[[[2]],[[2],1]])" => "true",
        |games, a| temper(games, a, Temper::is_tame);
    /// Whether the genus of sums of g and tame games is that of tame games.
    is_tameable(g), "is_tameable(*[2])" => "true",
        |games, a| temper(games, a, |temper| temper <= Temper::Tameable);
    /// Whether g is not tame, but g + g is, with genus 0^0.
    is_half_tame(g), "is_half_tame(*[[2],0])" => "true",
        |games, a| ask(games, a, MisereArena::is_half_tame);
    /// Whether g is not tame, its options and theirs are, and its nim value is 0 or 1.
    is_restive(g), "is_restive(*[[2],0])" => "true",
        |games, a| temper(games, a, |temper| temper == Temper::HereditarilyRestive);
    /// Whether g acts like a restive game, if need be by answers to its options.
    is_generally_restive(g), "is_generally_restive(*[[2],0])" => "true",
        |games, a| temper(games, a, Temper::is_restive);
    /// Whether g is not tame, its options are, and its misère nim value is 0 or 1.
    is_restless(g), "is_restless(*[[2],0])" => "false",
        |games, a| temper(games, a, |temper| temper == Temper::Restless);
}

type Operation<T> = fn(&mut MisereArena, MisereForm, &Budget) -> values::Result<T>;

fn form(games: &mut Games, a: &Arguments, run: Operation<MisereForm>) -> Result<Object, Problem> {
    let g = a.misere(games, 0)?;
    let (arena, budget) = games.misere();
    Ok(Object::Misere(run(arena, g, &budget)?))
}

fn ask(games: &mut Games, a: &Arguments, question: Operation<bool>) -> Result<Object, Problem> {
    let g = a.misere(games, 0)?;
    let (arena, budget) = games.misere();
    Ok(question(arena, g, &budget)?.into())
}

fn temper(games: &mut Games, a: &Arguments, holds: fn(Temper) -> bool) -> Result<Object, Problem> {
    let g = a.misere(games, 0)?;
    let (arena, budget) = games.misere();
    Ok(holds(arena.temper(g, &budget)?).into())
}

pub fn list(forms: Vec<MisereForm>) -> Result<Object, Problem> {
    Object::list(forms.into_iter().map(Object::Misere).collect())
}

/// What there is for two forms, or why there is nothing.
fn of_two(
    games: &mut Games,
    a: &Arguments,
    run: fn(
        &mut MisereArena,
        MisereForm,
        MisereForm,
        &Budget,
    ) -> values::Result<Option<MisereForm>>,
    why_not: fn(&str, &str) -> String,
) -> Result<Object, Problem> {
    let (g, h) = (a.misere(games, 0)?, a.misere(games, 1)?);
    let (arena, budget) = games.misere();
    if let Some(found) = run(arena, g, h, &budget)? {
        return Ok(Object::Misere(found));
    }
    let (g, h) = (arena.text(g, &budget)?, arena.text(h, &budget)?);
    Err(Problem::domain(why_not(&g, &h)))
}
