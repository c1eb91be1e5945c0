//! A. Hodson, "Rules for latrunculus glaucus" (2006): what the text says of
//! its diagrams and of moves, and what the rules make of them.

use super::cells::Cells;
use super::{Context, Diagram, Exhibit, Paper, Printed, Table, Trouble};
use rules::latrunculus::{Board, INFO, Options, Results, Square, Stuck, THROWS, Turn};
use std::collections::BTreeSet;
use values::Player;

pub(super) const PAPER: Paper = Paper {
    name: "latrunculus",
    title: "A. Hodson, Rules for latrunculus glaucus (2006)",
    exhibits: &[
        Exhibit {
            id: "2.1",
            title: "moving: what is allowed and what is refused",
            table: moving,
            figures: None,
        },
        Exhibit {
            id: "2.2",
            title: "killing: Force, Outnumbering and pips",
            table: |context| kills(context, "2.2"),
            figures: None,
        },
        Exhibit {
            id: "2.3",
            title: "Kings in attack and defence",
            table: |context| kills(context, "2.3"),
            figures: None,
        },
    ],
};

/// The diagrams of the text, which are lost, and positions that its words
/// describe; each fits everything that is said about it.
const DIAGRAMS: [(&str, &str); 10] = [
    (
        "A",
        "......../......../......../..b...../wbbb..../wwww..../......../........",
    ),
    (
        "B",
        "......../......../......../..b...../wbbb..../wwww..../.www..../........",
    ),
    (
        "C",
        "......../......../......../.bBb..../..w...../..w...../......../........",
    ),
    (
        "D",
        "......../......../......../.bBb..../..W...../..w...../......../........",
    ),
    (
        "E",
        ".......B/......../......../.bb...../..W...../..w...../......../........",
    ),
    (
        "F",
        ".......B/......../......../.bb...../..W...../.ww...../......../........",
    ),
    (
        "G",
        ".......B/......../......../..b...../...Wb.../..b...../......../........",
    ),
    (
        "H",
        ".......B/......../......../......../......../......../bb....../Wb......",
    ),
    (
        "I",
        ".......B/......../......../..b...../......../..w...../......../W.......",
    ),
    (
        "J",
        ".......B/......../......../...b..../..w...../.wW...../..w...../........",
    ),
];

fn cells() -> Result<Cells, Trouble> {
    Cells::read(include_str!("../data/latrunculus.tsv"))
}

fn diagram(letter: &str) -> Result<Board, Trouble> {
    let mut diagrams = DIAGRAMS.iter();
    let found = diagrams.find(|(name, _)| *name == letter);
    let (_, text) = found.ok_or_else(|| Trouble::Data(format!("there is no diagram {letter}")))?;
    Ok(Board::read(text)?)
}

fn player(word: &str) -> Player {
    match word {
        "black" => Player::Left,
        _ => Player::Right,
    }
}

/// Says what stands where in the diagrams of a table.
fn legend(table: &mut Table) {
    let used: BTreeSet<&str> = table.rows.iter().map(|row| row.keys[0].as_str()).collect();
    let shown = DIAGRAMS.iter().filter(|(letter, _)| used.contains(letter));
    let diagrams = shown.map(|(letter, text)| Diagram {
        letter,
        game: INFO.name,
        position: (*text).to_owned(),
    });
    table.diagrams = diagrams.collect();
    table.note(
        "The diagrams of the text are lost; these are reconstructed from its words, or made for \
         what it says without one:",
    );
}

/// Turns that the text allows or forbids.
fn moving(_: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["diagram", "player", "throw", "turn"]);
    for (about, printed) in cells()?.of("2.1") {
        let [letter, side, throw, turn] = about[..] else {
            return Err(Trouble::Data(format!("no diagram and turn: {about:?}")));
        };
        let board = diagram(letter)?;
        let pips = throw.parse().ok().filter(|throw| THROWS.contains(throw));
        let pips = pips.ok_or_else(|| Trouble::Data(format!("{throw} is no throw")))?;
        let words = turn.replace('_', " ");
        let computed = made(&board, player(side), pips, &words);
        let agreement = printed.judge(|cell| computed.starts_with(cell));
        let keys = [letter, side, throw, &words];
        table.push(&keys, &printed, Some(computed), agreement);
        table.about(INFO.name, &board.write());
    }
    table.note(
        "-: to do nothing. The text does not say what happens when nothing at all can be done, \
         as with a 1 in H: it counts as a pass.",
    );
    legend(&mut table);
    Ok(table)
}

/// What becomes of a turn.
fn made(board: &Board, player: Player, throw: u8, words: &str) -> String {
    let mut turn = Turn::new(board, player, throw, &Options::default());
    let done = match words {
        "-" => Ok(()),
        words => turn.read(words),
    };
    match (done.and_then(|()| turn.end()), turn.stuck()) {
        (Err(bad), _) => format!("refused: {}", bad.message),
        (Ok(_), Some(Stuck::KingFalls)) => "the King is killed".to_owned(),
        (Ok(_), Some(Stuck::Passes)) => "nothing can be done".to_owned(),
        (Ok(_), None) => format!("allowed, for {} of {throw}", throw - turn.pips()),
    }
}

/// Forces and what kills cost.
fn kills(context: &mut Context<'_>, section: &str) -> Result<Table, Trouble> {
    let mut table = Table::new(&["diagram", "attacker", "victim", "what"]);
    for (about, printed) in cells()?.of(section) {
        let [letter, side, victim, what] = about[..] else {
            return Err(Trouble::Data(format!("no diagram and victim: {about:?}")));
        };
        let board = diagram(letter)?;
        if what == "kills" {
            let most = most_kills(context, &board, player(side))?;
            table.text(
                &[letter, side, victim, "most kills with a 6"],
                &printed,
                most,
            );
        } else {
            kill(&mut table, &board, [letter, side, victim, what], &printed)?;
        }
        table.about(INFO.name, &board.write());
    }
    table.note(
        "Forces: of the attacker's pieces next to the victim, and of the victim and its friends \
         next to it; a Soldier counts 1 and a King 3. Pips: 4 less the Outnumbering, at least 2.",
    );
    legend(&mut table);
    Ok(table)
}

fn kill(
    table: &mut Table,
    board: &Board,
    [letter, side, victim, what]: [&str; 4],
    printed: &Printed<'_>,
) -> Result<(), Trouble> {
    let square = Square::read(victim)?;
    let nobody = || Trouble::Data(format!("{letter}: nobody is on {victim}"));
    let (_, owner) = board.piece(square).ok_or_else(nobody)?;
    let (attack, defence) = board.forces(square).ok_or_else(nobody)?;
    if owner == player(side) {
        return Err(Trouble::Data(format!("{letter}: {victim} is {side}'s own")));
    }
    let rules = (what == "killed_far").then_some("attack=far");
    let options = Options::read(rules)?;
    let cost = board.kill_cost(square, options.attack);
    let (what, computed) = match what {
        "attack" => ("attacking Force", attack.to_string()),
        "defence" => ("defending Force", defence.to_string()),
        "outnumbering" => {
            let outnumbering = i32::from(attack) - i32::from(defence);
            ("Outnumbering", outnumbering.to_string())
        }
        "pips" => ("pips", cost.map_or("none".into(), |cost| cost.to_string())),
        _ => {
            let dies = THROWS.filter(|&throw| {
                let mut turn = Turn::new(board, -owner, throw, &options);
                turn.read(&format!("x {victim}")).is_ok()
            });
            let throws: Vec<String> = dies.map(|throw| throw.to_string()).collect();
            let computed = match throws.as_slice() {
                [] if cost.is_none() => "no: nobody is next to it".to_owned(),
                [] => "no".to_owned(),
                throws => format!("with a {}", throws.join(" or ")),
            };
            let what = match rules {
                None => "killed at once",
                Some(_) => "killed at once (attack=far)",
            };
            (what, computed)
        }
    };
    table.text(&[letter, side, victim, what], printed, computed);
    Ok(())
}

/// The most enemies that one turn with a six kills.
fn most_kills(context: &Context<'_>, board: &Board, player: Player) -> Result<u32, Trouble> {
    let most = *THROWS.end();
    let results = Results::find(board, player, most, &Options::default(), context.budget())?;
    let before = board.pieces(-player).count_ones();
    let left = (0..results.len()).map(|i| results.board(i).pieces(-player).count_ones());
    Ok(before - left.min().unwrap_or(before))
}
