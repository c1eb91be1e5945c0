//! Latrunculus glaucus: the worked examples of the text, the known numbers of
//! results, and the results against a slow reference.

use rules::Random;
use rules::latrunculus::{Attack, Board, Options, Results, Square, Stuck, Turn, write_actions};
use std::collections::BTreeSet;
use values::{Budget, Player};

const FACTS: &str = include_str!("data/latrunculus.txt");

fn player(word: &str) -> Player {
    match word {
        "black" => Player::Left,
        "white" => Player::Right,
        _ => panic!("{word}"),
    }
}

fn results(board: &Board, player: Player, throw: u8, options: &Options) -> Results {
    Results::find(board, player, throw, options, &Budget::unlimited()).unwrap()
}

fn free() -> Options {
    Options::read(Some("revisit=free")).unwrap()
}

fn far() -> Options {
    Options::read(Some("attack=far")).unwrap()
}

/// The boards of the facts with the lines about them.
fn examples() -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut rows = Vec::new();
    for line in FACTS.lines() {
        if line.starts_with("==") {
            rows.clear();
        } else if line.len() == 8 {
            rows.push(line.to_owned());
            if rows.len() == 8 {
                examples.push((rows.join("/"), Vec::new()));
            }
        } else if let Some((_, lines)) = examples.last_mut() {
            lines.push(line.to_owned());
        }
    }
    examples
}

/// The lines of the examples that begin with a word, with their boards.
fn lines_with(word: &str) -> Vec<(Board, String)> {
    let mut found = Vec::new();
    for (text, lines) in examples() {
        let lines = lines.into_iter().filter(|line| line.starts_with(word));
        found.extend(lines.map(|line| (Board::read(&text).unwrap(), line)));
    }
    found
}

#[test]
fn kill_costs_are_those_of_the_text() {
    let mut checked = 0;
    for (board, line) in lines_with("kill ") {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, side, square, _, cost, attack, defence, ..] = words[..] else {
            panic!("{line}");
        };
        let square = Square::read(square).unwrap();
        let (_, owner) = board.piece(square).unwrap();
        assert_eq!(player(side), -owner, "{line}");
        let cost = (cost != "none").then(|| cost.parse().unwrap());
        assert_eq!(board.kill_cost(square, Attack::Near), cost, "{line}");
        // Without the rule the formula alone counts.
        let (a, d) = board.forces(square).unwrap();
        let formula = (4 + d).saturating_sub(a).max(2);
        assert_eq!(
            board.kill_cost(square, Attack::Far),
            Some(formula),
            "{line}"
        );
        let (a, d) = board.forces(square).unwrap();
        assert_eq!(
            (format!("A={a}"), format!("D={d}")),
            (attack.into(), defence.into())
        );
        checked += 1;
    }
    assert_eq!(checked, 20);
}

#[test]
fn turns_have_the_known_numbers_of_results() {
    let mut checked = 0;
    for (board, line) in lines_with("turn ") {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (side, throw) = (player(words[1]), words[2].parse().unwrap());
        let results = results(&board, side, throw, &Options::default());
        let turn = Turn::new(&board, side, throw, &Options::default());
        match words[4] {
            "pass" => assert_eq!(turn.stuck(), Some(Stuck::Passes), "{line}"),
            "King" => assert_eq!(turn.stuck(), Some(Stuck::KingFalls), "{line}"),
            number => {
                assert_eq!(turn.stuck(), None, "{line}");
                assert_eq!(results.len(), number.parse::<usize>().unwrap(), "{line}");
            }
        }
        assert_eq!(turn.stuck().is_some(), results.is_empty(), "{line}");
        checked += 1;
    }
    assert_eq!(checked, 10);
}

/// Nobody is next to c5: it cannot be killed, but by agreement with five pips.
#[test]
fn a_kill_needs_an_attacker_unless_agreed() {
    let board = Board::read(&examples()[7].0).unwrap();
    for (options, killed) in [(Options::default(), false), (far(), true)] {
        for throw in 1..=6 {
            let mut turn = Turn::new(&board, Player::Right, throw, &options);
            let expected = killed && throw >= 5;
            assert_eq!(turn.read("x c5").is_ok(), expected, "{throw} {options:?}");
        }
        let written = options.write();
        assert_eq!(Options::read(written.as_deref()), Ok(options));
    }
    assert_eq!(far().write().as_deref(), Some("attack=far"));
    assert_eq!(Options::read(Some("attack=near")), Ok(Options::default()));
    for text in ["attack", "attack=", "attack=beside"] {
        assert!(Options::read(Some(text)).is_err(), "{text}");
    }
}

#[test]
fn without_the_revisit_rule_there_are_more() {
    let board = Board::read(&examples()[10].0).unwrap();
    assert_eq!(results(&board, Player::Right, 4, &free()).len(), 207);
}

/// The rows `# L1 …: r=1..6: 24 349 …` of the facts.
fn start_counts(layout: &str) -> Vec<usize> {
    let line = FACTS.lines().find(|line| line.starts_with(layout)).unwrap();
    let (_, numbers) = line.rsplit_once(':').unwrap();
    numbers
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect()
}

#[test]
fn starts_have_the_known_numbers_of_results() {
    // Higher throws take seconds; `LEGATUS_FULL=1` looks at all.
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let most = if full { [6, 6] } else { [5, 4] };
    for (layout, name, most) in [("# L1", "start", most[0]), ("# L2", "behind", most[1])] {
        let board = Options::default().position(name).unwrap();
        let counts = start_counts(layout);
        assert_eq!(counts.len(), 6);
        for (throw, &count) in (1..=most).zip(&counts) {
            for side in Player::BOTH {
                let found = results(&board, side, throw, &Options::default());
                assert_eq!(found.len(), count, "{name} {throw}");
            }
        }
    }
}

/// Straight from the rules, on characters: every sequence of actions, with the
/// squares each piece has been on.
mod slow {
    use super::BTreeSet;

    type Cell = (i32, i32);

    #[derive(Clone)]
    pub struct Now {
        pub cells: Vec<Vec<char>>,
        /// For each piece that moved since the last kill: where it is, and
        /// where it was.
        been: Vec<(Cell, Vec<Cell>)>,
    }

    pub fn read(text: &str) -> Now {
        let cells = text.split('/').map(|row| row.chars().collect()).collect();
        let been = Vec::new();
        Now { cells, been }
    }

    impl Now {
        fn at(&self, (r, c): Cell) -> Option<char> {
            let row = self.cells.get(usize::try_from(r).ok()?)?;
            row.get(usize::try_from(c).ok()?).copied()
        }

        fn put(&mut self, (r, c): (i32, i32), piece: char) {
            self.cells[r as usize][c as usize] = piece;
        }

        pub fn text(&self) -> String {
            let rows = self.cells.iter().map(|row| row.iter().collect::<String>());
            rows.collect::<Vec<_>>().join("/")
        }

        fn was(&self, piece: Cell) -> Vec<Cell> {
            let found = self.been.iter().find(|(here, _)| *here == piece);
            found.map(|(_, was)| was.clone()).unwrap_or_default()
        }
    }

    fn around((r, c): Cell) -> Vec<Cell> {
        let mut list = Vec::new();
        for dr in -1..=1 {
            for dc in -1..=1 {
                if (dr, dc) != (0, 0) {
                    list.push((r + dr, c + dc));
                }
            }
        }
        list
    }

    fn squares() -> impl Iterator<Item = Cell> {
        (0..8).flat_map(|r| (0..8).map(move |c| (r, c)))
    }

    fn worth(piece: Option<char>, side: char) -> i32 {
        match piece {
            Some(p) if p == side => 1,
            Some(p) if p == side.to_ascii_uppercase() => 3,
            _ => 0,
        }
    }

    /// Moves on with a piece that stands at the end of `path`; the last square
    /// may be a Soldier of the King's own.
    fn walk(
        now: &Now,
        side: char,
        path: &[Cell],
        pips: i32,
        (revisit, far): (bool, bool),
        found: &mut BTreeSet<String>,
    ) {
        let piece = now.at(path[0]).unwrap();
        let king = piece.is_ascii_uppercase();
        for next in around(path[path.len() - 1]) {
            let forbidden = now.was(path[0]).contains(&next) && !revisit;
            if pips < 1 || forbidden || path.contains(&next) {
                continue;
            }
            let mut longer = path.to_vec();
            longer.push(next);
            match now.at(next) {
                Some('.') => {
                    let mut after = now.clone();
                    let mut was = now.was(path[0]);
                    was.extend(path);
                    after.been.retain(|(here, _)| *here != path[0]);
                    after.been.push((next, was));
                    after.put(path[0], '.');
                    after.put(next, piece);
                    found.insert(after.text());
                    go_on(&after, side, pips - 1, (revisit, far), found);
                }
                Some(own) if king && own == side => {
                    walk(now, side, &longer, pips - 1, (revisit, far), found);
                }
                _ => {}
            }
        }
    }

    pub fn go_on(
        now: &Now,
        side: char,
        pips: i32,
        (revisit, far): (bool, bool),
        found: &mut BTreeSet<String>,
    ) {
        let enemy = if side == 'w' { 'b' } else { 'w' };
        for square in squares() {
            let piece = now.at(square);
            if worth(piece, side) > 0 {
                walk(now, side, &[square], pips, (revisit, far), found);
            }
            if worth(piece, enemy) > 0 {
                let sum = |side| -> i32 {
                    let near = around(square).into_iter();
                    near.map(|near| worth(now.at(near), side)).sum()
                };
                let (attack, defence) = (sum(side), sum(enemy) + worth(piece, enemy));
                let cost = (4 + defence - attack).max(2);
                if (attack > 0 || far) && cost <= pips {
                    let mut after = now.clone();
                    after.put(square, '.');
                    after.been.clear();
                    found.insert(after.text());
                    if worth(piece, enemy) == 1 {
                        go_on(&after, side, pips - cost, (revisit, far), found);
                    }
                }
            }
        }
    }
}

/// A board with some pieces crowded into a corner, so that they meet.
fn scatter(random: &mut Random, soldiers: u64) -> Board {
    let side = 3 + random.below(2);
    let mut cells = vec![vec!['.'; 8]; 8];
    let mut put = |piece: char| {
        let (r, c) = (random.below(side) as usize, random.below(side) as usize);
        if cells[r][c] == '.' {
            cells[r][c] = piece;
        }
    };
    put('W');
    put('B');
    for _ in 0..soldiers {
        put('w');
        put('b');
    }
    let rows: Vec<String> = cells
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    Board::read(&rows.join("/")).unwrap()
}

/// The results agree with the reference, and the turns that are told lead
/// there legally for the pips they claim.
fn agrees(board: &Board, side: Player, throw: u8, options: &Options) {
    let letter = if side == Player::Right { 'w' } else { 'b' };
    let mut expected = BTreeSet::new();
    let start = slow::read(&board.write());
    slow::go_on(
        &start,
        letter,
        throw.into(),
        (!options.no_revisit, options.attack == Attack::Far),
        &mut expected,
    );
    expected.remove(&board.write());
    let found = results(board, side, throw, options);
    let boards: BTreeSet<String> = (0..found.len()).map(|i| found.board(i).write()).collect();
    assert_eq!(boards.len(), found.len());
    let text = board.write();
    assert_eq!(boards, expected, "{text} {side} {throw} {options:?}");
    for i in 0..found.len() {
        let mut turn = Turn::new(board, side, throw, options);
        let text = write_actions(&found.actions(i));
        turn.read(&text)
            .unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(turn.board(), &found.board(i), "{text}");
        assert_eq!(throw - turn.pips(), found.pips(i), "{text}");
        assert_eq!(turn.text(), text);
    }
}

#[test]
fn results_are_those_of_a_slow_reference() {
    let mut random = Random::new(11);
    for round in 0..60 {
        let throw = 1 + (round % 4) as u8;
        let board = scatter(&mut random, if throw == 4 { 2 } else { 1 + round % 6 });
        for side in Player::BOTH {
            for options in [Options::default(), free(), far()] {
                agrees(&board, side, throw, &options);
            }
        }
    }
    // It takes five pips to kill from afar.
    let board =
        Board::read("W......./......../......../....b.../......../......../......../.......B");
    agrees(&board.unwrap(), Player::Right, 5, &far());
    let start = Options::default().position("start").unwrap();
    for throw in 1..=2 {
        agrees(&start, Player::Right, throw, &Options::default());
    }
}

#[test]
fn few_pieces_and_high_throws_agree_too() {
    let mut random = Random::new(12);
    for _ in 0..2 {
        let board = scatter(&mut random, 1);
        agrees(&board, Player::Right, 5, &Options::default());
    }
}

/// A turn with this throw in which all of `text` is done, or the complaint.
fn try_turn(board: &str, side: Player, throw: u8, text: &str) -> Result<Board, String> {
    let board = Board::read(board).unwrap();
    let mut turn = Turn::new(&board, side, throw, &Options::default());
    turn.read(text).map_err(|bad| bad.to_string())?;
    turn.end().map_err(|bad| bad.to_string())
}

const CAMP: &str = ".......B/......../......../......../..b...../..w...../.ww...../W.......";

#[test]
fn turns_are_read_and_refused_with_the_reason() {
    let white = |throw, text| try_turn(CAMP, Player::Right, throw, text);
    // The King over his Soldier on b2, whom he may not join.
    assert!(white(2, "a1-b2-a3").is_ok());
    let walked = white(4, "a1-b2-b3 x c4");
    let walked = walked.unwrap().write();
    assert_eq!(
        walked,
        ".......B/......../......../......../......../.Ww...../.ww...../........"
    );
    for text in [
        "a1-b2-b3 xc4",
        "a1-b2-b3xc4",
        "a1-b2-b3, x c4",
        " A1-B2-B3  X C4 ",
    ] {
        assert_eq!(
            white(4, text).map(|b| b.write()),
            Ok(walked.clone()),
            "{text}"
        );
    }
    let refusals = [
        (4, "", "nothing to do"),
        (4, "a1-b2", "the King cannot stay on b2"),
        (4, "e4-e5", "e4 is empty"),
        (4, "c4-c5", "the piece on c4 is Black's"),
        (4, "c2-c3", "c3 is occupied"),
        (4, "c2-c5", "c5 is not next to c2"),
        (4, "c3-d3-c3", "was on c3 in this turn"),
        (1, "c3-d3-d4", "takes 1 pip, and none is left"),
        (2, "x c4", "to kill c4 takes 4 pips, and 2 are left"),
        (6, "x h8", "none of your pieces is next to h8"),
        (6, "x h7", "there is nobody to kill on h7"),
        (6, "x c3", "the piece on c3 is your own"),
        (6, "x", "kill whom?"),
        (6, "c3", "where does c3 go?"),
        (6, "c3-", "`` is no square"),
        (6, "c3-d9", "`d9` is no square"),
        (6, "pass", "`pass` is no square"),
    ];
    for (throw, text, reason) in refusals {
        let refused = white(throw, text).unwrap_err();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    let black = |text| try_turn(CAMP, Player::Left, 6, text).unwrap_err();
    assert!(black("c4-c5 x c3").contains("none of your pieces"));
}

#[test]
fn a_king_does_not_step_over_an_enemy() {
    let board = "......../......../......../......../......../......../bb....../Wb.....B";
    let refused = try_turn(board, Player::Right, 6, "a1-a2-a3").unwrap_err();
    assert!(
        refused.contains("cannot step over the enemy on a2"),
        "{refused}"
    );
    let fallen = try_turn(board, Player::Right, 2, "king falls").unwrap();
    assert_eq!(fallen.king(Player::Right), None);
    assert_eq!(
        try_turn(board, Player::Right, 1, "pass").unwrap().write(),
        board
    );
    assert!(try_turn(board, Player::Right, 1, "a1-a2").is_err());
}

#[test]
fn actions_are_undone_and_nothing_is_half_done() {
    let board = Board::read(CAMP).unwrap();
    let mut turn = Turn::new(&board, Player::Right, 6, &Options::default());
    assert!(turn.end().is_err());
    turn.read("c3-d3 c2-c3").unwrap();
    assert_eq!((turn.pips(), turn.done().len()), (4, 2));
    assert!(turn.read("b2-b3 b3-b2").is_err());
    assert_eq!((turn.pips(), turn.done().len()), (4, 2));
    turn.undo();
    assert_eq!(turn.text(), "c3-d3");
    turn.undo();
    assert_eq!(turn.undo(), None);
    assert_eq!(turn.board(), &board);
    // After a kill the way back is open.
    turn.read("c3-d3 x c4 d3-c3").unwrap();
    assert_eq!(turn.pips(), 0);
}

#[test]
fn a_dead_king_ends_the_turn_and_the_game() {
    use rules::latrunculus::{State, Verdict};
    let board =
        Board::read("......../......../......../.bB...../.wW...../.ww...../......../........");
    let state = State::new(Options::default(), board.unwrap(), Player::Right).unwrap();
    let mut turn = state.turn(6);
    turn.read("x c5").unwrap();
    assert_eq!(turn.pips(), 2);
    assert!(turn.actions().is_empty());
    assert!(turn.read("x b5").unwrap_err().to_string().contains("dead"));
    let after = state.after(&turn.end().unwrap());
    assert_eq!(after.verdict, Some(Verdict::King(Player::Right)));
}

#[test]
fn leads_and_stalls_end_games() {
    use rules::latrunculus::{State, Verdict};
    let options = Options::read(Some("lead=3,stall=2")).unwrap();
    let board = Board::read(CAMP).unwrap();
    let state = State::new(options, board, Player::Right).unwrap();
    let mut turn = state.turn(4);
    turn.read("x c4").unwrap();
    let won = state.after(&turn.end().unwrap());
    assert_eq!(won.verdict, Some(Verdict::Lead(Player::Right)));
    let once = state.after(&board);
    assert_eq!(
        (once.verdict, once.player, once.quiet),
        (None, Player::Left, 1)
    );
    let twice = once.after(&board);
    assert_eq!(twice.verdict, Some(Verdict::Stalled(Some(Player::Right))));
    let no_king = Board::read(&CAMP.replace('W', ".")).unwrap();
    assert!(State::new(options, no_king, Player::Left).is_err());
}

#[test]
fn options_and_boards_are_written_as_they_are_read() {
    for text in [
        "behind",
        "lead=8",
        "back,lead=off,stall=off,revisit=free",
        "second,stall=7",
    ] {
        let options = Options::read(Some(text)).unwrap();
        assert_eq!(options.write().as_deref(), Some(text));
    }
    assert_eq!(
        Options::read(Some("front,revisit=once")).unwrap(),
        Options::default()
    );
    assert_eq!(Options::default().write(), None);
    for bad in [
        "", "lead", "lead=0", "lead=x", "stall=-1", "revisit", "sideways", "front=2",
    ] {
        assert!(Options::read(Some(bad)).is_err(), "{bad}");
    }
    let behind = Options::read(Some("behind")).unwrap();
    assert_eq!(
        behind.position("start"),
        Options::default().position("behind")
    );
    for name in ["start", "front", "behind", "back", "second"] {
        let board = Options::default().position(name).unwrap();
        assert_eq!(Board::read(&board.write()), Ok(board));
        assert_eq!(board.rotated(), board, "{name}");
        assert_eq!(Player::BOTH.map(|p| board.strength(p)), [16, 16]);
    }
    let bad = [
        ("nowhere", "there is no start"),
        ("", "row 1 has 0 squares"),
        ("......../........", "the board has 2 rows"),
        ("......../.......", "column 10: row 2 has 7 squares"),
        (".....x..", "column 6: `x` is no piece"),
        ("W......W", "White has two Kings"),
    ];
    for (text, reason) in bad {
        let refused = Options::default().position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}
