//! Where the text can be read in more than one way: the agreed rules.

use super::Board;
use super::square::spread;
use crate::bad_input::BadInput;
use crate::game::Start;
use values::Player;

/// The starting positions. The figure is lost; each side has 16 Soldiers and
/// a King, and Black's are White's turned by half a turn.
pub(super) const STARTS: [Start; 5] = [
    Start::new(
        "start",
        FRONT,
        "the start of the chosen layout; in front unless another is chosen",
    ),
    Start::new(
        "front",
        FRONT,
        "Soldiers on the first two ranks, the Kings before them on e3 and d6",
    ),
    Start::new(
        "behind",
        "...B..../bbbbbbbb/bbbbbbbb/......../......../wwwwwwww/wwwwwwww/....W...",
        "Soldiers on the second and third ranks, the Kings behind them on e1 and d8",
    ),
    Start::new(
        "back",
        "bbbBbbbb/bbbbbbbb/...b..../......../......../....w.../wwwwwwww/wwwwWwww",
        "the Kings in the back rank, the Soldiers they displace on e3 and d6",
    ),
    Start::new(
        "second",
        "bbbbbbbb/bbbBbbbb/...b..../......../......../....w.../wwwwWwww/wwwwwwww",
        "the Kings in the second rank, the Soldiers they displace on e3 and d6",
    ),
];

const FRONT: &str = "bbbbbbbb/bbbbbbbb/...B..../......../......../....W.../wwwwwwww/wwwwwwww";

/// Whether a kill needs an attacker. The text counts the Force next to the
/// victim and does not say that there must be some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attack {
    /// One of the player's pieces stands next to the victim.
    #[default]
    Near,
    /// The pips suffice: a Soldier that stands alone dies by 5 wherever the
    /// enemies are.
    Far,
}

impl Attack {
    /// The enemies that a player may kill if the pips suffice.
    pub(super) fn victims(self, board: &Board, player: Player) -> u64 {
        let enemies = board.pieces(-player);
        match self {
            Attack::Near => enemies & spread(board.pieces(player)),
            Attack::Far => enemies,
        }
    }
}

/// What the players agree on before they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which of the layouts a game starts from, by number in the list.
    layout: usize,
    /// The lead in Soldiers that wins; `None`: only the King's death does.
    pub lead: Option<u32>,
    /// Turns without a kill after which the leader in Soldiers wins, and
    /// equal numbers are a draw; `None`: play goes on.
    pub stall: Option<u32>,
    /// Whether a piece may not come again to a square where it was in this
    /// turn, unless something was killed since.
    pub no_revisit: bool,
    /// Whether a kill needs an attacker next to the victim.
    pub attack: Attack,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            layout: 0,
            lead: Some(6),
            stall: Some(80),
            no_revisit: true,
            attack: Attack::Near,
        }
    }
}

impl Options {
    /// Reads `behind,lead=8,stall=off,revisit=free,attack=far`; `None` is the default.
    pub fn read(text: Option<&str>) -> Result<Options, BadInput> {
        let mut options = Options::default();
        for word in text.iter().flat_map(|text| text.split(',')) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match (name, value) {
                ("lead", value) => options.lead = number(name, value)?,
                ("stall", value) => options.stall = number(name, value)?,
                ("revisit", "free") => options.no_revisit = false,
                ("revisit", "once") => options.no_revisit = true,
                ("revisit", _) => {
                    return Err(BadInput::new(
                        format!("`{word}` is no rule about squares"),
                        "write revisit=once or revisit=free",
                    ));
                }
                ("attack", "near") => options.attack = Attack::Near,
                ("attack", "far") => options.attack = Attack::Far,
                ("attack", _) => {
                    return Err(BadInput::new(
                        format!("`{word}` is no rule about attackers"),
                        "write attack=near or attack=far",
                    ));
                }
                (name, "") => options.layout = layout(name)?,
                _ => return Err(unknown(word)),
            }
        }
        Ok(options)
    }

    /// Writes what differs from the default as [`read`](Self::read) reads it.
    #[must_use]
    pub fn write(&self) -> Option<String> {
        let usual = Options::default();
        let mut words = Vec::new();
        if self.layout != usual.layout {
            words.push(STARTS[self.layout].name.to_owned());
        }
        let word = |name: &str, value: Option<u32>| match value {
            Some(n) => format!("{name}={n}"),
            None => format!("{name}=off"),
        };
        if self.lead != usual.lead {
            words.push(word("lead", self.lead));
        }
        if self.stall != usual.stall {
            words.push(word("stall", self.stall));
        }
        if !self.no_revisit {
            words.push("revisit=free".to_owned());
        }
        if self.attack == Attack::Far {
            words.push("attack=far".to_owned());
        }
        (!words.is_empty()).then(|| words.join(","))
    }

    /// Reads a board, or the name of a start.
    pub fn position(&self, text: &str) -> Result<Board, BadInput> {
        let name = text.trim();
        let start = match name {
            "start" | "8x8" => Some(&STARTS[self.layout]),
            name => STARTS.iter().find(|start| start.name == name),
        };
        match start {
            Some(start) => Board::read(start.text),
            None if !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase()) => {
                let names: Vec<&str> = STARTS.iter().map(|start| start.name).collect();
                let known = format!("there are {}, or write the board", names.join(", "));
                Err(BadInput::new(format!("there is no start `{name}`"), known))
            }
            None => Board::read(text),
        }
    }

    /// Who has won when `mover` ended a turn that led from one board to the
    /// other: whoever killed the King, or has the lead since this turn.
    #[must_use]
    pub fn winner(&self, before: &Board, after: &Board, mover: Player) -> Option<Player> {
        let lost = |player: Player| before.king(player).is_some() && after.king(player).is_none();
        if lost(-mover) {
            return Some(mover);
        }
        if lost(mover) {
            return Some(-mover);
        }
        let killed = before.strength(-mover) > after.strength(-mover);
        let lead = after.strength(mover).saturating_sub(after.strength(-mover));
        (killed && self.lead.is_some_and(|enough| lead >= enough)).then_some(mover)
    }
}

fn layout(name: &str) -> Result<usize, BadInput> {
    match STARTS.iter().position(|start| start.name == name) {
        // The default layout has a name of its own.
        Some(1) => Ok(0),
        Some(layout) => Ok(layout),
        None => Err(unknown(name)),
    }
}

fn number(name: &str, value: &str) -> Result<Option<u32>, BadInput> {
    match value.parse() {
        _ if value == "off" => Ok(None),
        Ok(n) if n > 0 => Ok(Some(n)),
        _ => Err(BadInput::new(
            format!("`{name}={value}` is no rule"),
            format!("write a number from 1 as {name}=6, or {name}=off"),
        )),
    }
}

fn unknown(word: &str) -> BadInput {
    BadInput::new(
        format!("latrunculus has no variant `{word}`"),
        "rules are front, behind, back, second, lead=N, stall=N, revisit=once or free, attack=near or far, \
         with commas between",
    )
}
