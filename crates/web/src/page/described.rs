//! The description of what is no question: games that are kept, pictures,
//! positions and notebooks with a name.

use serde_json::{Map, Value, json};

use super::super::notebooks::LONGEST;
use super::super::own_rules::LONGEST_RULES;
use super::super::play::SECONDS;
use super::openapi::{answers, fault, text};

/// Adds the paths.
pub fn describe(paths: &mut Map<String, Value>) {
    let all = [
        looked_at(),
        games(),
        seats(),
        puzzles(),
        latrunculus(),
        cards(),
        positions(),
        notebooks(),
        explored(),
        studies(),
        own_rules(),
    ];
    for described in all {
        if let Value::Object(more) = described {
            paths.extend(more);
        }
    }
}

fn looked_at() -> Value {
    let subject = || vec![text("game", true), text("position", true)];
    let either = ["game", "position", "expression", "title"].map(|name| text(name, false));
    let moves = json!({"name": "moves", "in": "query", "schema": {"type": "string"},
        "description": "the moves, parted by semicolons"});
    let mut after_moves = subject();
    after_moves.push(moves.clone());
    let mut replay = after_moves.clone();
    replay.extend(["first", "misere", "ply"].map(|name| text(name, false)));
    json!({
        "/api/v1/games": get("every game, its rules, variants and starting positions", &[]),
        "/api/v1/position": get(
            "a picture of a position, its moves and what to click for them",
            &subject(),
        ),
        "/api/v1/board.svg": picture("a picture of a position, to which moves led", &after_moves),
        "/api/v1/thermograph.svg": picture("a thermograph of a position or an expression", &either),
        "/api/v1/replay": get(
            "a game that is in its address: its position, moves, and what to click for them",
            &replay,
        ),
        "/api/v1/lessons/{name}/{number}": get(
            "an exercise of a lesson after some moves: the position, what to click, the right \
             moves and the computer's reply; of a question with choices, the right ones, from 0",
            &[path("name"), path("number"), moves],
        ),
        "/api/v1/progress": get(
            "how many positions the question has looked at that was asked with this watch",
            &[text("watch", true)],
        ),
    })
}

fn games() -> Value {
    let mut first = side();
    first["description"] = json!("who moves first; as the rules say if left out");
    json!({
        "/api/v1/play": post("begins a game that is kept", &["game"], json!({
            "game": string(),
            "position": meant("string", "where it starts; the game's usual start if left out"),
            "misere": {"type": "boolean"},
            "first": first,
            "left": strong_seat(),
            "right": strong_seat(),
            "opponent": {
                "enum": STRENGTHS,
                "description": "in place of left and right: a person plays against such a computer",
            },
            "side": {
                "enum": ["left", "right", "best"],
                "description": "the person's side; best, the one that can win, if left out",
            },
            "moves": {"type": "array", "items": string()},
        })),
        "/api/v1/play/{id}": get(
            "a game: its position, moves, and what to click for them; you, the side of the only \
             person; clock, how many seconds the computer may think that is to move; of heaps, \
             who wins, by which moves, and the nim sum in binary",
            &[id(), text("ply", false), text("seat", false)],
        ),
        "/api/v1/play/{id}/record": record(),
        "/api/v1/play/{id}/review": get(
            "who could have won before each move and after the last, null where that was not \
             solved in time; the turning points, with the better moves and lines of play",
            &[id(), text("seconds", false)],
        ),
        "/api/v1/play/{id}/{step}": step(
            "makes a move, lets the computer reply (remark says what it thinks of its game), has \
             it move now with the best found so far, gives a hint (wins is whether it wins, null \
             if that is not certain), takes moves back",
            &["move", "reply", "now", "undo", "redo", "resign", "hint", "delete"],
            "moves",
            json!({"move": string()}),
        ),
    })
}

/// Who sits at a game: two people on two devices, or somebody else than
/// before.
fn seats() -> Value {
    let at_a_seat = |mut described: Value| {
        described["post"]["parameters"] = json!([id(), text("seat", true)]);
        described
    };
    let mut invite = post(
        "gives each seat of a game between two people a key; from then on nobody plays without",
        &[],
        json!({"side": side()}),
    );
    let taken = json!({"ply": meant("integer", "how many moves the client knows of"),
        "side": side(), "seat": seat()});
    let mut take = post(
        "lets another player take a seat",
        &["ply", "side", "seat"],
        taken,
    );
    for described in [&mut invite, &mut take] {
        described["post"]["parameters"] = json!([id()]);
    }
    let stream = json!({"description": "a line whenever the game has changed, or a player comes \
        or goes", "content": {"text/event-stream": {}}});
    let events = json!({"get": {
        "summary": "news of a game as server-sent events, with whether it has changed and which \
            players are there",
        "parameters": [id(), text("seat", false)],
        "responses": {"200": stream, "4XX": fault()},
    }});
    json!({
        "/api/v1/play/{id}/seat": take,
        "/api/v1/play/{id}/invite": invite,
        "/api/v1/play/{id}/events": events,
        "/api/v1/play/{id}/refuse": at_a_seat(post("takes no moves back", &[], json!({}))),
        "/api/v1/play/{id}/rematch": at_a_seat(post(
            "begins the next game of the same two, with the keys they have",
            &[],
            json!({"swap": meant("boolean", "they change sides")}),
        )),
    })
}

fn puzzles() -> Value {
    let number = json!({"name": "number", "in": "path", "required": true,
        "schema": {"type": "integer", "minimum": 1}});
    let any = ["game", "position", "turn"].map(|name| text(name, true));
    let mut any = any.to_vec();
    any.extend(["misere", "seconds"].map(|name| text(name, false)));
    let new = ["seed", "game", "count"].map(|name| text(name, false));
    json!({
        "/api/v1/puzzles": get(
            "the kept puzzles, each with one winning move, without what gives it away",
            &[text("game", false)],
        ),
        "/api/v1/puzzles/{number}": get(
            "a kept puzzle: its picture, what to click, and why its moves win and lose",
            &[number],
        ),
        "/api/v1/puzzles/new": get("new puzzles of a seed", &new),
        "/api/v1/puzzle": get("any position as a puzzle: which moves win, and why", &any),
    })
}

fn latrunculus() -> Value {
    json!({
        "/api/v1/latrunculus": post("begins a game of Latrunculus that is kept", &[], json!({
            "rules": meant("string", "such as behind,lead=8,stall=off,revisit=free"),
            "position": meant("string", "a board, or the name of a start"),
            "first": side(),
            "left": seat(),
            "right": seat(),
            "opponent": strength(),
            "side": wish(),
            "own_die": meant("boolean", "the players throw and say what the die shows"),
        })),
        "/api/v1/latrunculus/{id}": get(
            "a game: the board, the throw, the pips left, what may be done and what to click for it",
            &[id(), text("ply", false)],
        ),
        "/api/v1/latrunculus/{id}/record": record(),
        "/api/v1/latrunculus/{id}/{step}": step(
            "throws the die, spends pips, ends the turn, lets the computer play its turn, takes \
             actions and turns back",
            &["roll", "move", "end", "reply", "now", "undo", "redo", "resign", "hint", "delete"],
            "turns",
            json!({
                "spent": meant("integer", "and how many actions of the turn under way"),
                "move": meant("string", "steps and kills, such as e3-e4-f5 x g6"),
                "end": meant("boolean", "the turn ends with the move"),
                "roll": {"type": "integer", "minimum": 1, "maximum": 6, "description": "what one's own die shows"},
            }),
        ),
    })
}

fn cards() -> Value {
    let stack = json!({
        "type": ["object", "string", "null"],
        "description": "the stack, or paper for the 52 cards of the paper, or fitting for a short \
                        one that begins a little below the hottest board",
        "required": ["top", "step"],
        "properties": {
            "top": string(),
            "step": string(),
            "ones": {"type": ["integer", "null"], "description": "how many cards of -1; as many as moves can be made if left out"},
            "terminal": {"type": ["string", "null"]},
        },
    });
    let board = json!({
        "type": "object",
        "required": ["game", "position"],
        "properties": {"game": string(), "position": string()},
    });
    let challenge = json!({
        "type": ["object", "null"],
        "description": "a claim about Left's net score: Left says that it is too low by epsilon, Right too high",
        "required": ["challenger", "appraisal", "epsilon"],
        "properties": {"challenger": side(), "appraisal": string(), "epsilon": string()},
    });
    json!({
        "/api/v1/cards": post(
            "begins a game beside a stack of cards that is kept; without boards, two of Amazons",
            &[],
            json!({
                "game": meant("string", "one board, with its position"),
                "position": string(),
                "boards": {"type": "array", "maxItems": 6, "items": board},
                "first": side(),
                "left": seat(),
                "right": seat(),
                "opponent": strength(),
                "side": wish(),
                "stack": stack,
                "komi": {"type": ["string", "null"], "description": "of the second player; what the cards alone come to if left out"},
                "bid": {"type": "object", "description": "what is bid for before the first turn", "properties": {
                    "stack": meant("boolean", "the step and the number of cards of -1, at the temperature of the stack's top"),
                    "komi": meant("boolean", "who begins: who bids more, and the other is given the bid"),
                }},
                "referee": meant("boolean", "a referee skips cards that both players would take"),
                "challenge": challenge,
            }),
        ),
        "/api/v1/cards/{id}": get(
            "a game: the boards, the cards, the scores, what to click for moves, and who is asked for \
             which bid",
            &[id(), text("ply", false)],
        ),
        "/api/v1/cards/{id}/accounts": get(
            "the forecast, how hot each board is, and what each turn has cost",
            &[id(), text("ply", false)],
        ),
        "/api/v1/cards/{id}/hint": get(
            "the orthodox turn and why it is one, the best ones where they can be found, and what \
             each turn costs",
            &[id()],
        ),
        "/api/v1/cards/{id}/{step}": step(
            "makes a move or takes the card, bids, lets the computer play or bid, takes turns back",
            &["move", "bid", "reply", "now", "undo", "redo", "resign", "delete"],
            "turns",
            json!({
                "move": meant("string", "a move, or card"),
                "step": meant("string", "the step that is bid or named"),
                "ones": meant("integer", "the number of cards of -1 that is bid or named"),
                "komi": meant("string", "the komi that is bid"),
                "temperature": meant("string", "the sealed bid for the referee"),
            }),
        ),
    })
}

fn positions() -> Value {
    let keeping = json!({
        "name": {"type": "string", "maxLength": 80},
        "game": string(),
        "position": string(),
    });
    let required = ["name", "game", "position"];
    let mut all = post("keeps a position under a name", &required, keeping);
    all["get"] = json!({"summary": "the positions that are kept, by name", "responses": answers()});
    let mut one = get("keeps a position no longer", &[id()]);
    json!({
        "/api/v1/positions": all,
        "/api/v1/positions/{id}": {"delete": one["get"].take()},
    })
}

fn notebooks() -> Value {
    let keeping = || {
        json!({
            "name": {"type": "string", "maxLength": 80},
            "text": {"type": "string", "maxLength": LONGEST,
                "description": "the cells, parted by blank lines"},
        })
    };
    let required = ["name", "text"];
    let mut all = post(
        "keeps a notebook of the calculator under a name",
        &required,
        keeping(),
    );
    all["get"] = json!({"summary": "the notebooks that are kept, by name", "responses": answers()});
    let mut one = get("a notebook", &[id()]);
    let mut replace = post("keeps a notebook as it is now", &required, keeping());
    replace["post"]["parameters"] = json!([id()]);
    one["put"] = replace["post"].take();
    one["delete"] = get("keeps a notebook no longer", &[id()])["get"].take();
    json!({"/api/v1/notebooks": all, "/api/v1/notebooks/{id}": one})
}

fn own_rules() -> Value {
    let text = || {
        json!({"text": {"type": "string", "maxLength": LONGEST_RULES,
            "description": "a rule file"}})
    };
    let mut all = post(
        "keeps the rules of a game, which can then be asked about by the name in the answer, such \
         as clobber@0123456789abcdef",
        &["text"],
        text(),
    );
    all["get"] = json!({"summary": "the rules that are kept", "responses": answers()});
    let mut one = get("rules that are kept, and their text", &[id()]);
    one["delete"] = get("keeps rules no longer", &[id()])["get"].take();
    json!({
        "/api/v1/rules": all,
        "/api/v1/rules/check": post(
            "what was found out about rules, and their start; or what is wrong, with line and \
             column",
            &["text"],
            text(),
        ),
        "/api/v1/rules/{id}": one,
    })
}

/// What the page asks that explores positions and sums.
fn explored() -> Value {
    let subject = ["game", "position", "expression"];
    let with = |more: &[&str]| {
        let names = subject.iter().chain(more).chain(&["seconds"]);
        names.map(|name| text(name, false)).collect::<Vec<_>>()
    };
    let found =
        json!({"description": "the certificate", "content": {"application/octet-stream": {}}});
    let proof = json!({
        "summary": "a certificate of who wins, of at most 4 MB",
        "parameters": with(&["misere", "watch"]),
        "responses": {"200": found, "4XX": fault()},
    });
    let check = json!({
        "summary": "whether the body is a certificate, and of what",
        "requestBody": {"required": true, "content": {"application/octet-stream": {}}},
        "responses": answers(),
    });
    json!({
        "/api/v1/explore": get(
            "the boards and values of a position or a sum, the moves of both players, and what to \
             click for them; moves that led there show where dominoes were laid",
            &with(&["misere", "moves"]),
        ),
        "/api/v1/why": get(
            "why a move of a player wins or loses: an answer to every reply, or a refutation and \
             the line that it begins",
            &with(&["player", "move", "misere", "watch"]),
        ),
        "/api/v1/estimate": get(
            "the best moves of a player as far as a search sees in so many seconds",
            &with(&["player", "misere", "watch"]),
        ),
        "/api/v1/tree.svg": picture(
            "a game tree; what is below the nodes in folded is left out",
            &["game", "position", "depth", "folded", "seconds", "watch"].map(|name| text(name, false)),
        ),
        "/api/v1/proof": {"get": proof},
        "/api/v1/check": {"post": check},
        "/api/v1/glossary": get("the words of the theory and what they mean", &[]),
    })
}

fn studies() -> Value {
    let moves = || {
        json!({
            "text": meant("string", "a record; or else a start and moves"),
            "game": string(),
            "position": string(),
            "expression": string(),
            "misere": {"type": "boolean"},
            "comment": string(),
            "nodes": {"type": "array", "items": {"type": "object", "required": ["player", "move"], "properties": {
                "parent": {"type": ["integer", "null"], "description": "the move that it follows, from 0"},
                "player": side(),
                "move": string(),
                "name": string(),
                "comment": string(),
            }}},
        })
    };
    let mut keeping = moves();
    keeping["name"] = json!({"type": "string", "maxLength": 80});
    let mut all = post("keeps a study under a name", &["name"], keeping);
    all["get"] = json!({"summary": "the studies that are kept, by name", "responses": answers()});
    let mut one = get(
        "a study: its record, and its moves with their positions",
        &[id()],
    );
    one["delete"] = get("keeps a study no longer", &[id()])["get"].take();
    json!({
        "/api/v1/study": post("a record as moves with their positions, or moves as a record", &[], moves()),
        "/api/v1/studies": all,
        "/api/v1/studies/{id}": one,
    })
}

fn get(about: &str, parameters: &[Value]) -> Value {
    json!({"get": {"summary": about, "parameters": parameters, "responses": answers()}})
}

fn picture(about: &str, parameters: &[Value]) -> Value {
    let found = json!({"description": "the picture", "content": {"image/svg+xml": {}}});
    let responses = json!({"200": found, "4XX": fault()});
    json!({"get": {"summary": about, "parameters": parameters, "responses": responses}})
}

fn record() -> Value {
    let found = json!({"description": "the record", "content": {"text/plain": {}}});
    json!({"get": {
        "summary": "a game as a text that other programs read",
        "parameters": [id()],
        "responses": {"200": found, "4XX": fault()},
    }})
}

/// A request whose body has these properties.
fn post(about: &str, required: &[&str], properties: Value) -> Value {
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
    json!({"post": {"summary": about, "requestBody": body, "responses": answers()}})
}

/// A step of a game; its body has these properties and those of every step.
fn step(about: &str, names: &[&str], plies: &str, mut properties: Value) -> Value {
    properties["ply"] = meant("integer", &format!("how many {plies} the client knows of"));
    properties["side"] = side();
    properties["seconds"] = json!({"type": "integer", "minimum": 1, "maximum": SECONDS});
    let about = format!("{about}; when it answers, the change is on the disk");
    let mut described = post(&about, &["ply"], properties);
    let step = json!({"name": "step", "in": "path", "required": true, "schema": {"enum": names}});
    described["post"]["parameters"] = json!([id(), step]);
    described
}

fn string() -> Value {
    json!({"type": "string"})
}

/// A property of this type, and what it means.
fn meant(kind: &str, about: &str) -> Value {
    json!({"type": kind, "description": about})
}

fn side() -> Value {
    json!({"enum": ["left", "right"]})
}

/// How strong the computer is.
fn strength() -> Value {
    json!({"enum": ["easy", "medium", "hard", "perfect"], "description": "of the computer, in place of players"})
}

/// The side of a person.
fn wish() -> Value {
    json!({"enum": ["left", "right", "best"], "description": "of the person who plays against it"})
}

fn id() -> Value {
    path("id")
}

fn path(name: &str) -> Value {
    json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
}

/// How strong an opponent can be.
const STRENGTHS: [&str; 4] = ["easy", "medium", "hard", "perfect"];

/// A seat whose player may be named by how strong it is.
fn strong_seat() -> Value {
    let mut seat = seat();
    seat["required"] = json!([]);
    seat["properties"]["strength"] = json!({
        "enum": STRENGTHS,
        "description": "in place of player and level: whoever plays so, with its clock",
    });
    seat
}

fn seat() -> Value {
    json!({"type": "object", "required": ["player"], "properties": {
        "player": meant("string", "human, or the name of a player"),
        "level": {"type": "integer", "minimum": 1, "maximum": 10},
    }})
}
