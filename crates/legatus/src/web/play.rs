//! Games in progress: begun, continued and kept in the store.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use play::{Effort, LEVELS, find_player};
use rules::{Position, Random};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use values::Player;

use super::api::{LONGEST_TEXT, Parameters, cut};
use super::fault::Fault;
use super::server::{Site, client};
use super::work::Request;
use crate::draw;
use positions::Board;

/// Positions with more moves are not for clicking.
const MOST_MOVES: usize = 20_000;
/// A game that goes on for ever is ended.
const LONGEST_GAME: usize = 5_000;
/// How long a computer player may think.
const THINKING: Duration = Duration::from_secs(30);

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    #[serde(alias = "black")]
    Left,
    #[serde(alias = "white")]
    Right,
}

impl Side {
    fn player(self) -> Player {
        match self {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }

    fn of(player: Player) -> Self {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// `human`, or the name of a player.
    pub player: String,
    #[serde(default = "default_level")]
    pub level: u32,
}

fn default_level() -> u32 {
    play::DEFAULT_LEVEL
}

/// A game to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    pub game: String,
    pub position: String,
    #[serde(default)]
    pub misere: bool,
    #[serde(default = "left")]
    pub first: Side,
    pub left: Seat,
    pub right: Seat,
}

fn left() -> Side {
    Side::Left
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub game: String,
    pub start: String,
    pub misere: bool,
    pub first: Side,
    pub left: Seat,
    pub right: Seat,
    /// The moves, those that were taken back last.
    pub moves: Vec<Made>,
    /// How many of them stand.
    pub ply: usize,
    pub resigned: Option<Side>,
    /// When it was last changed, in seconds since 1970.
    pub changed: u64,
}

/// A move that was made, and the position after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Made {
    pub text: String,
    pub after: String,
}

impl Kept {
    fn begin(begin: Begin) -> Result<Self, Fault> {
        if begin.position.len() > LONGEST_TEXT {
            let hint = format!("at most {LONGEST_TEXT} are read");
            return Err(Fault::bad("the position is too long", hint));
        }
        let board = positions::read(&begin.game, &begin.position)?;
        let kept = Kept {
            game: board.game().to_string(),
            start: board.text(),
            misere: begin.misere,
            first: begin.first,
            left: begin.left,
            right: begin.right,
            moves: Vec::new(),
            ply: 0,
            resigned: None,
            changed: now(),
        };
        for player in Player::BOTH {
            clickable(&*board, player)?;
            let seat = kept.seat(player);
            if seat.player != "human" {
                find_player(&seat.player, &kept.state(0)?)?;
            }
            if !LEVELS.contains(&seat.level) {
                let hint = format!("levels are {} to {}", LEVELS.start(), LEVELS.end());
                return Err(Fault::bad(
                    format!("there is no level {}", seat.level),
                    hint,
                ));
            }
        }
        Ok(kept)
    }

    fn convention(&self) -> Convention {
        match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        }
    }

    fn seat(&self, player: Player) -> &Seat {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Whose turn it is after so many moves.
    fn turn(&self, ply: usize) -> Player {
        let first = self.first.player();
        if ply.is_multiple_of(2) {
            first
        } else {
            first.opposite()
        }
    }

    /// The text of the position after so many moves.
    fn position(&self, ply: usize) -> &str {
        match ply.checked_sub(1).and_then(|last| self.moves.get(last)) {
            Some(made) => &made.after,
            None => &self.start,
        }
    }

    fn board(&self, ply: usize) -> Result<Arc<dyn Board>, Fault> {
        Ok(positions::read(&self.game, self.position(ply))?)
    }

    /// What players see. Only where play may not end do earlier moves matter.
    fn state(&self, ply: usize) -> Result<play::State, Fault> {
        let read = |ply| -> Result<play::State, Fault> {
            let state = play::State::read(&self.game, self.position(ply), self.convention())?;
            Ok(state.with_turn(self.turn(ply)))
        };
        let state = read(ply)?;
        if !state.is_loopy() {
            return Ok(state);
        }
        let mut state = read(0)?;
        for made in &self.moves[..ply] {
            let moves = state.spoken_moves()?;
            let Some((_, mv)) = moves.iter().find(|(text, _)| *text == made.text) else {
                return Err(Fault::bad("the game is damaged", "begin another one"));
            };
            state.play(mv);
        }
        Ok(state)
    }

    /// How the game has ended after so many moves: the winner, and why.
    fn ending(&self, ply: usize) -> Result<Option<(Option<Side>, String)>, Fault> {
        if let Some(side) = self.resigned
            && ply == self.ply
        {
            let winner = side.player().opposite();
            let reason = format!("{} resigns: {winner} wins", side.player());
            return Ok(Some((Some(Side::of(winner)), reason)));
        }
        if ply >= LONGEST_GAME {
            return Ok(Some((None, "a draw: the game is too long".into())));
        }
        let ending = self.state(ply)?.ending();
        Ok(ending.map(|ending| (ending.winner().map(Side::of), ending.to_string())))
    }

    /// The game as the page sees it after so many moves.
    pub fn view(&self, id: &str, ply: usize) -> Result<Value, Fault> {
        let board = self.board(ply)?;
        let scene = board.scene();
        let turn = self.turn(ply);
        let over = self.ending(ply)?;
        let last = match ply.checked_sub(1) {
            None => Vec::new(),
            Some(before) => {
                let board = self.board(before)?;
                let scene = board.scene();
                let paths = board.paths(&scene, &self.moves[before].text);
                let path = paths.into_iter().next().unwrap_or_default();
                let names: Vec<String> =
                    path.iter().map(|&s| scene.spots[s].name.clone()).collect();
                names
            }
        };
        let marked: Vec<usize> = last.iter().filter_map(|name| scene.spot(name)).collect();
        let legal = match over {
            Some(_) => Vec::new(),
            None => legal(&*board, turn, &scene)?,
        };
        let title = format!("{}, {turn} to move", board.info().title);
        let moves: Vec<&str> = self.moves.iter().map(|made| made.text.as_str()).collect();
        Ok(json!({
            "id": id,
            "game": self.game,
            "title": board.info().title,
            "start": self.start,
            "misere": self.misere,
            "first": self.first,
            "left": self.left,
            "right": self.right,
            "moves": moves,
            "ply": ply,
            "plies": self.moves.len(),
            "current": self.ply,
            "turn": Side::of(turn),
            "impartial": board.is_impartial(),
            "loopy": board.is_loopy(),
            "over": over.map(|(winner, reason)| json!({"winner": winner, "reason": reason})),
            "position": board.text(),
            "svg": draw::board(&scene, &title, &marked),
            "legal": legal,
        }))
    }

    /// Makes a move.
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        if let Some((_, reason)) = self.ending(self.ply)? {
            return Err(Fault::bad(
                format!("the game is over: {reason}"),
                "undo a move, or begin another game",
            ));
        }
        let board = self.board(self.ply)?;
        let turn = self.turn(self.ply);
        let moves = board.moves(turn)?;
        let wanted = plain(text);
        let mut found = moves.iter().filter(|(text, _)| plain(text) == wanted);
        let Some((text, after)) = found.next() else {
            let near = moves.iter().take(3).map(|(text, _)| text.as_str());
            let hint = format!(
                "moves are written as {}",
                near.collect::<Vec<_>>().join(", ")
            );
            return Err(Fault::bad(
                format!("{turn} has no move `{}`", cut(text)),
                hint,
            ));
        };
        self.moves.truncate(self.ply);
        self.moves.push(Made {
            text: text.clone(),
            after: after.text(),
        });
        self.ply += 1;
        Ok(())
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self) -> Result<(), Fault> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let mut ply = self.ply;
        while ply > 0 {
            ply -= 1;
            if self.seat(self.turn(ply)).player == "human" {
                break;
            }
        }
        match ply == self.ply {
            true => Err(Fault::bad("no move was made yet", "make one")),
            false => {
                self.ply = ply;
                Ok(())
            }
        }
    }

    /// Makes moves again that were taken back.
    fn redo(&mut self) -> Result<(), Fault> {
        if self.ply == self.moves.len() {
            return Err(Fault::bad("no move was taken back", "make one"));
        }
        self.ply += 1;
        while self.ply < self.moves.len() && self.seat(self.turn(self.ply)).player != "human" {
            self.ply += 1;
        }
        Ok(())
    }
}

/// A move without what people leave out or write differently.
fn plain(text: &str) -> String {
    let text = text.chars().filter(|c| !c.is_whitespace());
    text.flat_map(char::to_lowercase).collect()
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// Whether a player's moves can be listed.
pub fn clickable(board: &dyn Board, player: Player) -> Result<(), Fault> {
    let mut count = 0;
    let all = board.component().options(player, &mut |_| {
        count += 1;
        match count > MOST_MOVES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    match all {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Fault::bad(
            format!("the position has more than {MOST_MOVES} moves"),
            "play on a smaller one",
        )),
    }
}

/// The moves of a player and what to click for them.
pub fn legal(board: &dyn Board, player: Player, scene: &rules::Scene) -> Result<Vec<Value>, Fault> {
    clickable(board, player)?;
    let moves = board.moves(player)?.into_iter();
    let moves = moves.map(|(text, after)| {
        let paths = board.paths(scene, &text);
        json!({"move": text, "paths": paths, "position": after.text()})
    });
    Ok(moves.collect())
}

fn key(id: &str) -> Result<String, Fault> {
    let fine = id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit());
    match fine {
        true => Ok(format!("game/{id}")),
        false => Err(Fault::missing("there is no such game")),
    }
}

/// The game that is kept under a name.
pub fn find(site: &Site, id: &str) -> Result<Kept, Fault> {
    let found = site.store.get(&key(id)?)?;
    let bytes = found.ok_or_else(|| Fault::missing("there is no such game"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let error = format!("the game is damaged: {error}");
        Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            error,
            "begin another one",
        )
    })
}

/// All games, those changed last first.
pub fn all(site: &Site) -> Result<Vec<(String, Kept)>, Fault> {
    let mut games: Vec<(String, Kept)> = Vec::new();
    for (key, bytes) in site.store.all("game/")? {
        if let Ok(kept) = serde_json::from_slice(&bytes) {
            games.push((key.trim_start_matches("game/").to_owned(), kept));
        }
    }
    games.sort_by_key(|(id, kept)| (std::cmp::Reverse(kept.changed), id.clone()));
    Ok(games)
}

async fn keep(site: &Site, id: &str, kept: &mut Kept) -> Result<(), Fault> {
    kept.changed = now();
    let bytes = serde_json::to_vec(kept).map_err(|error| Fault::bad(error.to_string(), ""))?;
    Ok(site.store.put(&key(id)?, Some(bytes)).await?)
}

fn reply(value: &Value) -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
        .into_response()
}

/// `POST /api/v1/play`: begins a game.
pub async fn begin(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let begin: Begin = read_body(&body)?;
    let mut kept = Kept::begin(begin)?;
    let id = site.new_id();
    keep(&site, &id, &mut kept).await?;
    Ok(reply(&kept.view(&id, 0)?))
}

/// `GET /api/v1/play/ID`: the game, as it is or as it was after `ply` moves.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["ply"])?;
    let kept = find(&site, &id)?;
    let ply = match parameters.get("ply") {
        None => kept.ply,
        Some(text) => match text.parse() {
            Ok(ply) if ply <= kept.moves.len() => ply,
            _ => {
                let hint = format!("the game has {} moves", kept.moves.len());
                return Err(Fault::bad(format!("there is no move {}", cut(text)), hint));
            }
        },
    };
    Ok(reply(&kept.view(&id, ply)?))
}

/// What is done to a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// How many moves the page knew of.
    ply: usize,
    /// The move, if one is made.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Who resigns.
    side: Option<Side>,
}

/// `POST /api/v1/play/ID/move` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Fault> {
    if !matches!(
        &*what,
        "move" | "reply" | "undo" | "redo" | "resign" | "hint" | "delete"
    ) {
        return Err(super::server::nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    let _alone = site.alone(&id).await;
    let mut kept = find(&site, &id)?;
    if step.ply != kept.ply {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            format!("the game has {} moves, not {}", kept.ply, step.ply),
            "load the game again",
        ));
    }
    let mut remark = String::new();
    match &*what {
        "move" => match &step.text {
            Some(text) => kept.play(text)?,
            None => {
                return Err(Fault::bad(
                    "move is missing",
                    "send {\"ply\":0,\"move\":\"a1-a2\"}",
                ));
            }
        },
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => kept.resigned = Some(step.side.unwrap_or(Side::of(kept.turn(kept.ply)))),
        "delete" => {
            site.store.put(&key(&id)?, None).await?;
            return Ok(reply(&json!({"deleted": id})));
        }
        other => {
            let hint = other == "hint";
            let (text, said) = think(&site, &kept, hint, client(&headers)).await?;
            if hint {
                return Ok(reply(&json!({"move": text, "remark": said})));
            }
            kept.play(&text)?;
            remark = said;
        }
    }
    keep(&site, &id, &mut kept).await?;
    let mut view = kept.view(&id, kept.ply)?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// What a computer player would do: the one whose turn it is, or the
/// strongest one for a hint.
async fn think(
    site: &Site,
    kept: &Kept,
    hint: bool,
    client: String,
) -> Result<(String, String), Fault> {
    let state = kept.state(kept.ply)?;
    if let Some((_, reason)) = kept.ending(kept.ply)? {
        return Err(Fault::bad(
            format!("the game is over: {reason}"),
            "undo a move, or begin another game",
        ));
    }
    let seat = kept.seat(kept.turn(kept.ply));
    let (listed, level) = match (hint, seat.player.as_str()) {
        (true, _) => (play::default_player(&state), play::DEFAULT_LEVEL),
        (false, "human") => {
            return Err(Fault::bad("a person is to move", "make a move"));
        }
        (false, name) => (find_player(name, &state)?, seat.level),
    };
    let request = Request {
        client,
        time: THINKING,
        watch: None,
    };
    let seed = kept.changed ^ kept.ply as u64;
    let work = move |budget| {
        let effort = Effort::level(level).with_budget(budget);
        let mut player = (listed.fresh)();
        let choice = player.choose(&state, &effort, &mut Random::new(seed))?;
        Ok::<_, values::Error>((state.text(&choice.mv)?, choice.remark))
    };
    Ok(site.workers.run(request, work).await??)
}

/// Reads a JSON body.
fn read_body<T: for<'de> Deserialize<'de>>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| {
        let mut error = error.to_string();
        error.truncate(
            error
                .char_indices()
                .nth(200)
                .map_or(error.len(), |(end, _)| end),
        );
        Fault::bad(
            format!("the body is not what was expected: {error}"),
            "/api/v1/openapi.json describes it",
        )
    })
}
