//! The museum: positions by their value, with pictures.

use axum::response::Html;
use maud::{Markup, PreEscaped, html};
use papers::museum::{Kind, Piece, pieces};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use values::{Arena, Budget, Notation, ReadError};

use super::super::fault::{Fault, PageFault};
use super::super::parameters::Parameters;
use super::super::work::aside;
use super::{Page, analysis, encode, title};

/// How many values a page shows.
const SHOWN: usize = 12;
/// What reading a value may take.
const BYTES: u64 = 64 << 20;

/// A value and the positions that have it.
struct Room {
    value: &'static str,
    kinds: Vec<Kind>,
    pieces: Vec<Piece>,
}

/// All values, the plainest first.
fn rooms() -> &'static [Room] {
    static ROOMS: OnceLock<Vec<Room>> = OnceLock::new();
    ROOMS.get_or_init(|| {
        let mut by_value: BTreeMap<&'static str, Vec<Piece>> = BTreeMap::new();
        for piece in pieces() {
            by_value.entry(piece.value).or_default().push(*piece);
        }
        let mut arena = Arena::new();
        let mut rooms: Vec<Room> = by_value
            .into_iter()
            .map(|(value, pieces)| Room {
                value,
                kinds: kinds(&mut arena, value),
                pieces,
            })
            .collect();
        rooms.sort_by_key(|room| (room.kinds.first().copied(), room.value.len(), room.value));
        rooms
    })
}

/// What sorts of value a label names; all labels are what was printed.
fn kinds(arena: &mut Arena, label: &str) -> Vec<Kind> {
    let value = arena.read(label).ok();
    let kinds = value.and_then(|value| Kind::of(arena, value, label).ok());
    kinds.unwrap_or_default()
}

/// What somebody looks for.
struct Wanted {
    /// As it was typed.
    typed: Option<String>,
    /// The text of the value and that of its negative.
    value: Option<[String; 2]>,
    game: Option<&'static str>,
    kind: Option<Kind>,
    page: usize,
}

impl Wanted {
    fn read(parameters: &Parameters, budget: &Budget) -> Result<Self, Fault> {
        let given = |name| {
            parameters
                .get(name)
                .map(str::trim)
                .filter(|t| !t.is_empty())
        };
        let typed = given("value");
        let game = given("game").map(|name| {
            let known = games().into_iter().find(|game| *game == name);
            known.ok_or_else(|| unknown("game", name, games().into_iter()))
        });
        let kind = given("kind").map(|name| {
            let names = Kind::ALL.into_iter().map(Kind::name);
            Kind::find(name).ok_or_else(|| unknown("kind", name, names))
        });
        Ok(Wanted {
            typed: typed.map(str::to_owned),
            value: typed.map(|text| meant(text, budget)).transpose()?,
            game: game.transpose()?,
            kind: kind.transpose()?,
            page: given("page")
                .and_then(|page| page.parse().ok())
                .unwrap_or(0),
        })
    }

    /// The rooms with what is wanted, and whether they show the negative of
    /// the value.
    fn found(&self) -> (Vec<&'static Room>, bool) {
        let fits = |room: &&Room| {
            self.kind.is_none_or(|kind| room.kinds.contains(&kind))
                && self
                    .game
                    .is_none_or(|game| room.pieces.iter().any(|p| p.game == game))
        };
        let rooms: Vec<&Room> = rooms().iter().filter(fits).collect();
        let Some(values) = &self.value else {
            return (rooms, false);
        };
        let named = |value: &str| -> Vec<&'static Room> {
            let fitting = rooms.iter().copied();
            fitting.filter(|room| room.value == value).collect()
        };
        let [exact, mirrored] = [named(&values[0]), named(&values[1])];
        let mirror = exact.is_empty() && !mirrored.is_empty();
        (if mirror { mirrored } else { exact }, mirror)
    }

    /// The address of another page of the same.
    fn address(&self, page: usize) -> String {
        let mut address = format!("/learn/museum?page={page}");
        let mut add = |name, text: &str| address.push_str(&format!("&{name}={}", encode(text)));
        if let Some(typed) = &self.typed {
            add("value", typed);
        }
        if let Some(game) = self.game {
            add("game", game);
        }
        if let Some(kind) = self.kind {
            add("kind", kind.name());
        }
        address
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Fault {
    let known: Vec<&str> = known.collect();
    Fault::bad(
        format!(
            "the museum has no {what} `{}`",
            super::super::parameters::cut(name)
        ),
        format!("there are {}", known.join(", ")),
    )
}

/// The games that have positions here.
fn games() -> BTreeSet<&'static str> {
    pieces().iter().map(|piece| piece.game).collect()
}

/// The value that a text means, in any notation, and its negative, as they are
/// printed. Positions are not evaluated: everybody may ask this.
fn meant(text: &str, budget: &Budget) -> Result<[String; 2], Fault> {
    let mut arena = Arena::with_budget(budget.clone().with_bytes(BYTES));
    let value = arena.read(text).map_err(|error| match error {
        ReadError::Stopped(error) => error.into(),
        other => Fault::bad(
            format!("this is no value: {other}"),
            "write one as 1/2, ^*, {2|0}, +-1 or Tiny(1), in Unicode or in LaTeX",
        ),
    })?;
    Ok([
        arena.text(value, Notation::Ascii)?,
        arena.text(-value, Notation::Ascii)?,
    ])
}

/// `GET /learn/museum?value=&game=&kind=&page=`.
pub async fn museum(parameters: Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&["value", "game", "kind", "page"])?;
    let body = aside(move |budget| {
        let (wanted, problem) = match Wanted::read(&parameters, budget) {
            Ok(wanted) => (wanted, None),
            Err(fault) => (nothing(&parameters), Some(fault)),
        };
        Ok(page(&wanted, problem.as_ref()))
    });
    let page = Page::new("Museum", body.await?).at("/learn");
    Ok(page.style("museum.css").script("value.js").html())
}

/// What is looked for where that cannot be read: the form shows it again.
fn nothing(parameters: &Parameters) -> Wanted {
    Wanted {
        typed: parameters.get("value").map(str::to_owned),
        value: None,
        game: None,
        kind: None,
        page: 0,
    }
}

fn page(wanted: &Wanted, problem: Option<&Fault>) -> Markup {
    html! {
        p.way { a href="/learn" { "Learn" } }
        h1 { "Museum of values" }
        p.lead {
            "Every value here has its smallest known positions, game by game, found by search. Of a \
             value and its negative one is shown: exchange the colours for the other."
        }
        (form(wanted))
        @match problem {
            Some(fault) => p.error role="alert" { (fault.error) ": " (fault.hint) },
            None => (found(wanted)),
        }
    }
}

fn form(wanted: &Wanted) -> Markup {
    let typed = wanted.typed.as_deref().unwrap_or("");
    html! {
        form.row.seek method="get" action="/learn/museum" role="search" {
            label.wide {
                "Value "
                input name="value" value=(typed) placeholder="1/2, ^*, {2|0}, +-1, Tiny(1) …" autocomplete="off" spellcheck="false";
            }
            label {
                "Kind "
                select name="kind" {
                    option value="" { "all kinds" }
                    @for kind in Kind::ALL {
                        option value=(kind.name()) selected[wanted.kind == Some(kind)] { (kind.name()) }
                    }
                }
            }
            label {
                "Game "
                select name="game" {
                    option value="" { "all games" }
                    @for game in games() {
                        option value=(game) selected[wanted.game == Some(game)] { (title(game)) }
                    }
                }
            }
            button.main type="submit" { "Show" }
        }
    }
}

fn found(wanted: &Wanted) -> Markup {
    let (rooms, mirrored) = wanted.found();
    let pages = rooms.len().div_ceil(SHOWN).max(1);
    let page = wanted.page.min(pages - 1);
    let value = wanted.value.as_ref().map(|values| values[0].as_str());
    html! {
        p role="status" {
            @match (rooms.len(), value) {
                (0, Some(value)) => {
                    "No position of the value " game-value { (value) } " is here. "
                    a href={ "/calculator?expression=" (encode(&format!("value(\"{value}\")"))) } { "Calculate with it" } "."
                }
                (0, None) => "Nothing here is both.",
                (_, Some(value)) if mirrored => {
                    "The negative of " game-value { (value) } ": exchange the colours."
                }
                (1, _) => "One value.",
                (many, _) => { (many) " values" @if let Some(kind) = wanted.kind { ": " (kind.about()) } "." }
            }
        }
        @for room in rooms.iter().skip(page * SHOWN).take(SHOWN) { (shown(room, wanted.game)) }
        @if pages > 1 {
            nav.pages aria-label="Pages" {
                @if page > 0 { a.button href=(wanted.address(page - 1)) rel="prev" { "Back" } }
                span { "Page " (page + 1) " of " (pages) }
                @if page + 1 < pages { a.button href=(wanted.address(page + 1)) rel="next" { "More" } }
            }
        }
    }
}

/// A value with the pictures of its positions, of one game or of all.
fn shown(room: &Room, game: Option<&str>) -> Markup {
    let pieces = room.pieces.iter();
    let pieces = pieces.filter(|piece| game.is_none_or(|game| piece.game == game));
    html! {
        section.room data-value=(room.value) {
            h2 { game-value copy { (room.value) } }
            p.kinds {
                @for kind in &room.kinds {
                    a href={ "/learn/museum?kind=" (kind.name()) } title=(kind.about()) { (kind.name()) }
                    " "
                }
            }
            ul.pieces { @for piece in pieces { (picture(piece)) } }
        }
    }
}

fn picture(piece: &Piece) -> Markup {
    let drawn = positions::read(piece.game, piece.position);
    let name = title(piece.game);
    html! {
        li {
            a href=(analysis(piece.game, piece.position)) {
                @if let Ok(board) = drawn {
                    span.drawn-board aria-hidden="true" { (PreEscaped(draw::board(&board.scene(), &name, &[]))) }
                }
                strong { (name) }
                code { (piece.position) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> (Vec<&'static str>, bool) {
        let uri: axum::http::Uri = format!("/learn/museum?{query}").parse().unwrap();
        let parameters = Parameters::read(&uri).unwrap();
        let wanted = Wanted::read(&parameters, &Budget::unlimited()).map_err(|_| query);
        let (rooms, mirrored) = wanted.unwrap().found();
        (rooms.iter().map(|room| room.value).collect(), mirrored)
    }

    #[test]
    fn values_are_compared_as_values() {
        for (query, value, mirrored) in [
            ("value=1/2", "1/2", false),
            ("value=%C2%BD", "1/2", false),
            ("value=%7B0%7C1%7D", "1/2", false),
            ("value=-1/2", "1/2", true),
            ("value=%E2%86%91%E2%88%97", "^*", false),
            ("value=1*", "1*", false),
            ("value=%7B1%7C-1%7D", "+-1", false),
            ("value=%5Cpm%201", "+-1", false),
        ] {
            assert_eq!(found(query), (vec![value], mirrored), "{query}");
        }
        assert_eq!(found("value=999").0.len(), 0);
    }

    #[test]
    fn games_and_kinds_narrow_the_search() {
        let all = found("").0.len();
        let hot = found("kind=hot").0;
        let both = found("kind=hot&game=domineering").0;
        assert!(both.len() < hot.len() && hot.len() < all);
        assert!(both.contains(&"+-1") && !hot.contains(&"1/2"));
        let nimbers = found("kind=nimber&game=nim").0;
        assert_eq!(nimbers[..3], ["*", "*2", "*3"]);
    }
}
