//! Games from rule files, wherever a game is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{Answer, feed, home, legatus, places, prints, run, type_to};
use crate::requests::get;
use crate::web::server::{Directory, Server};

/// Left's stones go east and Right's go west, while there is room.
const STEPS: &str = "\
game steps // they never jump
cells . B W
left east: B . -> . B
mirror B W, east west
rules Left steps to the right and Right to the left.

example B..W
";

/// A file in the home of the test.
fn written(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = home().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// The program in the home of the test.
fn at_home(arguments: &[&str]) -> Answer {
    Answer::from(legatus(arguments).current_dir(home()).output().unwrap())
}

#[track_caller]
fn refuses(arguments: &[&str], words: &[&str]) {
    let answer = at_home(arguments);
    assert_eq!(answer.code, Some(2), "{arguments:?}: {}", answer.err);
    let line = answer.err.trim_end().lines().last().unwrap_or_default();
    assert!(line.starts_with("error: "), "{arguments:?}: {line}");
    for word in words {
        assert!(line.contains(word), "{arguments:?}: {line}");
    }
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn every_question_takes_a_path() {
    written("steps.game", STEPS);
    for (arguments, expected) in [
        (&["value", "steps.game", "B.W"][..], "*\n"),
        (&["value", "./steps.game B.W"], "*\n"),
        (&["outcome", "steps.game", "B..W"], "P\n"),
        (&["moves", "steps.game", "B.W"], "a1-b1"),
        (&["thermograph", "steps.game", "B.W"], "Thermograph("),
        (&["count", "steps.game", "B..W"], "positions  6\n"),
        (&["tree", "steps.game", "B.W", "--depth", "1"], "B.W  = *\n"),
        (&["find", "steps.game", "1x3", "--value", "*"], "B.W\n"),
        (&["environment", "steps.game", "B.W"], "G + S"),
        (&["match", "steps.game", "B..W", "--games", "2"], "2 games"),
        (&["grundy", "steps.game:impartial", "B.W"], "1"),
        (&["games", "steps.game"], "Left steps to the right"),
        (&["games", "steps.game", "--json"], "\"name\":\"steps\""),
    ] {
        let answer = at_home(arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
        assert!(
            answer.out.contains(expected),
            "{arguments:?}: {}",
            answer.out
        );
    }
}

#[test]
fn lines_of_input_take_a_path() {
    let path = written("steps.game", STEPS);
    let path = path.to_str().unwrap();
    feed(&["value", path, "-"], b"B.W\nB..W\n").prints("*\n0\n");
    let lines = format!("{path} B.W\nnim 2\n");
    feed(&["value", "-"], lines.as_bytes()).prints("*\n*2\n");
}

#[test]
fn a_game_from_a_file_is_played_and_kept() {
    written("steps.game", STEPS);
    let lines = ["a1-b1", "quit"];
    let first = type_to(&home(), &["play", "steps.game", "B....W"], &lines);
    assert!(first.out.contains("the game is kept"), "{}", first.out);
    let again = type_to(
        &home(),
        &["play", "steps.game", "B....W", "--resume"],
        &["quit"],
    );
    assert!(again.out.contains(". B"), "{}", again.out);
}

#[test]
fn bad_files_are_refused_in_one_line() {
    written("empty.game", "");
    written(
        "word.game",
        "game word\ncells . B W\nlfet side: B W -> . B\n",
    );
    written(
        "pattern.game",
        "game pattern\ncells . B W\nleft side: B X -> . B\n",
    );
    written(
        "example.game",
        "game example\ncells . B\nleft . -> B\nexample ..Q\n",
    );
    written("binary.game", [0xff, 0xfe, 0, 1, 2]);
    written("null.game", "game null\0\n");
    written("large.game", "// \n".repeat(1 << 17));
    written(
        "long.game",
        format!("game long\n{}", "// 12345\n".repeat(1 << 13)),
    );
    fs::create_dir_all(home().join("directory.game")).unwrap();
    for (file, words) in [
        ("missing.game", &["missing.game", "no such file"][..]),
        ("empty.game", &["empty", "begin with `game NAME`"]),
        (
            "word.game",
            &["word.game: line 3, column 1", "did you mean `left`?"],
        ),
        ("pattern.game", &["pattern.game: line 3, column 14", "X"]),
        ("example.game", &["example.game: line 4", "Q"]),
        ("binary.game", &["it is not text"]),
        ("null.game", &["line 1, column 10"]),
        ("large.game", &["too large"]),
        ("long.game", &["65536"]),
        ("directory.game", &["it is a directory"]),
    ] {
        for question in ["value", "outcome", "moves", "play", "match", "count"] {
            refuses(&[question, file, "x"], words);
        }
        refuses(&["games", file], words);
        refuses(&["games", file, "--check"], words);
        refuses(&["calc", &format!("game(\"{file}\")")], words);
        let json = at_home(&["value", file, "x", "--json"]);
        assert_eq!(json.code, Some(2));
        assert!(json.out.starts_with("{\"error\":"), "{}", json.out);
    }
    written("steps.game", STEPS);
    refuses(&["value", "steps.game"], &["which position?", "'B..W'"]);
    refuses(&["value", "steps.game", "BQ"], &["column 2"]);
    refuses(&["value", "steps.game:3", "BW"], &["no variant `3`"]);
}

/// The program with a directory of games.
fn with_games(directory: &Path, arguments: &[&str]) -> Answer {
    let mut command = legatus(arguments);
    Answer::from(command.env("LEGATUS_GAMES", directory).output().unwrap())
}

#[test]
fn games_in_the_directory_are_listed_and_found_by_name() {
    written("mine/steps.game", STEPS);
    written("mine/wrong.game", "game wrong\n");
    written(
        "mine/other.game",
        STEPS.replace("game steps", "game another"),
    );
    written("mine/nim.game", STEPS.replace("game steps", "game nim"));
    written("mine/Large.game", STEPS);
    written("mine/notes.txt", "no game");
    let mine = home().join("mine");
    let list = with_games(&mine, &["games"]);
    assert_eq!(list.code, Some(0));
    assert!(list.out.contains("\nsteps "), "{}", list.out);
    assert_eq!(list.out.matches("\nnim ").count(), 1, "{}", list.out);
    says(
        &list.err,
        &[
            "wrong.game: the file does not say what cells there are",
            "other.game: it has the game another; call it another.game",
            "nim.game: `nim` is another game",
            "Large.game: a game is found by the name of its file",
        ],
    );
    assert!(!list.err.contains("notes"), "{}", list.err);
    with_games(&mine, &["value", "nim", "2"])
        .prints("*2\noutcome        N\nmean           0\ntemperature    0\natomic weight  0\n");
    for arguments in [
        &["value", "steps", "B.W"][..],
        &["calc", "steps(\"B.W\")"],
        &["value", "steps(\"B.W\")"],
    ] {
        let answer = with_games(&mine, arguments);
        assert!(
            answer.out.starts_with("*\n"),
            "{arguments:?}: {}",
            answer.err
        );
    }
    let near = with_games(&mine, &["value", "stepps", "B.W"]);
    assert!(near.err.contains("did you mean `steps`?"), "{}", near.err);
    let other = with_games(&mine, &["value", "wrong", "B"]);
    assert!(other.err.contains("wrong.game"), "{}", other.err);
    let script = with_games(&mine, &["completions", "bash"]).out;
    assert!(script.contains("steps"));
    // Without a directory of its own, beside what is kept.
    let [_, (_, data), _] = places(&home());
    fs::create_dir_all(data.join("legatus/games")).unwrap();
    fs::write(data.join("legatus/games/steps.game"), STEPS).unwrap();
    assert!(run(&["value", "steps", "B.W"]).out.starts_with("*\n"));
}

#[test]
fn shipped_games_are_games() {
    let list = run(&["games"]).out;
    assert!(list.contains("\nfission "), "{list}");
    prints(&["calc", "game.grid.Fission(\".../.x./...\")"], "0\n");
    let page = run(&["games", "fission"]).out;
    says(&page, &["Fission (fission)", "game.grid.Fission", "5x5"]);
}

#[test]
fn a_check_tells_what_was_found_and_draws_the_start() {
    written("steps.game", STEPS);
    let answer = at_home(&["games", "steps.game", "--check", "--positions", "50"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    says(
        &answer.out,
        &[
            "Steps (steps)",
            "partizan",
            "play ends",
            "distances from the edges",
            "B and W exchanged: negates",
            "the laws hold in 50 positions, 50 of them solved in two ways",
            "1  B . . W",
        ],
    );
    let json = at_home(&["games", "steps.game", "--check", "--json"]).out;
    says(
        &json,
        &[
            "\"impartial\":false",
            "\"finite\":true",
            "\"broken\":null",
            "\"start\":\"B..W\"",
        ],
    );
    written(
        "round.game",
        "game round\nring\ncells . B W\nleft B . -> . B\nmirror B W\nexample B..W\n",
    );
    let loopy = at_home(&["games", "round.game", "--check"]);
    assert_eq!(loopy.code, Some(0), "{}", loopy.err);
    assert!(loopy.out.contains("play may not end"), "{}", loopy.out);
    prints(
        &["games", "nim", "--check", "--positions", "3"],
        "\
Nim (nim)
players  impartial: both have the same moves
end      play ends
the laws hold in 3 positions, 3 of them solved in two ways

3  ooo
4  oooo
5  ooooo
",
    );
}

#[test]
fn a_move_that_changes_nothing_is_named_with_its_position() {
    written(
        "idle.game",
        "game idle\ncells . B W\nleft side: B W -> B W\nright W -> .\nexample BW.\n",
    );
    let answer = at_home(&["games", "idle.game", "--check"]);
    // The reader may know before any position does.
    let said = format!("{}{}", answer.out, answer.err);
    assert!(answer.code == Some(1) || answer.code == Some(2), "{said}");
    assert!(
        said.contains("as it is") || said.contains("nothing"),
        "{said}"
    );
}

#[test]
fn the_calculator_reads_games() {
    let path = written("steps.game", STEPS);
    let path = path.to_str().unwrap();
    let call = format!("game(\"{path}\")");
    prints(&["calc", &format!("{call}; steps(\"B.W\") + *2")], "*3\n");
    prints(&["calc", &format!("{call}(\"B.W\")")], "*\n");
    prints(&["calc", &call], "steps\n");
    let lines = format!("{call}\nsteps(\"B.W\")\nsteps\n");
    feed(&["calc", "-"], lines.as_bytes()).prints("steps\n*\nsteps\n");
    let text = "game(\"game coins\ncells . x\nboth x -> .\nexample x\"); coins(\"xxx\")";
    prints(&["calc", text], "*\n");
    refuses(
        &["calc", "game(\"game coins\ncells . x\nboth y -> .\")"],
        &["line 3, column 6"],
    );
    refuses(
        &["calc", "game(\"nimm\")"],
        &["there is no game `nimm`", "nim"],
    );
    refuses(&["calc", "game(3)"], &["text"]);
    refuses(
        &["calc", &format!("{call}; stepz(\"B.W\")")],
        &["there is no game `stepz`"],
    );
}

#[test]
fn parameters_come_as_lists_numbers_and_names() {
    // The numbers say how far a stone may go.
    let text = "\
game far
parameters most_left most_right
variant 1;2 Right goes up to two places
strip
cells . B W
left east: B .*{0..most_left} . -> . .* B
right west: W .*{0..most_right} . -> . .* W
example B...W
cgsuite game.strip.Far
";
    let path = written("far.game", text);
    let read = format!("game(\"{}\")", path.to_str().unwrap());
    let value = |expression: &str| run(&["calc", &format!("{read}; {expression}")]);
    let whole = value("far(\"1;2\", \"B....W\")");
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    for same in [
        "far(\"B....W\")",
        "far([1],[2])(\"B....W\")",
        "far([1], 2, \"B....W\")",
        "far(mostRight => 2)(\"B....W\")",
        "far(most_left => 1, most_right => [2], \"B....W\")",
    ] {
        let answer = value(same);
        assert_eq!(answer.out, whole.out, "{same}: {}", answer.err);
    }
    let other = value("far([0],[3])(\"B....W\") == far(\"0;3\", \"B....W\")");
    assert_eq!(other.out, "true\n", "{}", other.err);
    let wrong = value("far(mostUp => 2)(\"B....W\")");
    assert!(wrong.err.contains("no parameter `mostUp`"), "{}", wrong.err);
    let wrong = value("far([1,2],[-3])");
    assert!(wrong.err.contains("has no variant"), "{}", wrong.err);
}

#[test]
fn a_server_reads_no_files() {
    let path = written("steps.game", STEPS);
    let path = path.to_str().unwrap();
    let data = Directory::new();
    let server = Server::start(&data);
    let text = "game%20x%0Acells%20.%20x%0Aboth%20x%20-%3E%20.%0Aexample%20x";
    for query in [
        format!("value?game={path}&position=B.W"),
        format!("moves?game={path}&position=B.W"),
        format!("value?expression=game(%22{path}%22)(%22B.W%22)"),
        format!("calc?expression=game(%22{path}%22)"),
        format!("calc?expression=game(%22{text}%22)"),
    ] {
        let (status, reply) = get(&server, &format!("/api/v1/{query}"));
        assert_eq!(status, 400, "{query}: {reply}");
        assert!(
            reply.contains("games are not read from files here"),
            "{query}: {reply}"
        );
    }
}

#[test]
fn certificates_carry_the_rules() {
    written("steps.game", STEPS);
    let proof = at_home(&["outcome", "steps.game", "B...W", "--proof", "proof"]);
    assert_eq!(proof.code, Some(0), "{}", proof.err);
    fs::remove_file(home().join("steps.game")).unwrap();
    let checked = at_home(&["check", "proof"]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    says(
        &checked.out,
        &[
            "steps(\"B...W\")",
            "by the rules of steps in the certificate, ",
            "  left east: B . -> . B\n",
            "Left starts: Left wins",
        ],
    );
    assert!(!checked.out.contains("never jump"), "{}", checked.out);
    let json = at_home(&["check", "proof", "--json"]).out;
    assert!(json.contains("\"digest\":\""), "{json}");
    // Games that come with the program are known by their names.
    for (game, position) in [("clobber", "XOX"), ("fission", ".../.x./...")] {
        at_home(&["outcome", game, position, "--proof", "plain"]);
        let bytes = fs::read(home().join("plain")).unwrap();
        assert!(bytes.starts_with(format!("legatus proof 1\ngame: {game}\n").as_bytes()));
        assert_eq!(at_home(&["check", "plain"]).code, Some(0));
    }
}

#[test]
fn rules_in_certificates_that_are_none_are_rejected() {
    written("steps.game", STEPS);
    at_home(&["outcome", "steps.game", "B...W", "--proof", "proof"]);
    let good = fs::read(home().join("proof")).unwrap();
    let end = good.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let (header, rest) = good.split_at(end);
    let header = String::from_utf8(header.to_vec()).unwrap();
    let endless = "rules: // \n".repeat(1 << 17);
    let endless = format!("rules: game steps\n => {endless} => this is no certificate");
    // What is written in the place of what, and what is said of it.
    for change in [
        "rules: left east: B . => rules: left east: B X => its rules cannot be read: line 3",
        "rules: left east: B . -> . B\n =>  => rules cannot be read",
        "rules: left east => rules: left west => ",
        "rules: example => rules: exam\x1b[2Jple => the header has a character",
        "rules: game steps\n => rules: game stops\n => there is no game `steps`",
        "game: steps\n => game: nim\n => ",
        "game: steps\n => game: steps.game\n => there is no game",
        "rules: game steps\n => rules: game steps\nrules: game steps\n => cannot be read",
        &endless,
        "position: B...W => position: B.Q.W => Q",
    ] {
        let [from, to, why] = change.split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{change}");
        };
        assert!(header.contains(from), "{from}");
        let mut bad = header.replacen(from, to, 1).into_bytes();
        bad.extend_from_slice(rest);
        written("bad", bad);
        let answer = at_home(&["check", "bad"]);
        assert_eq!(answer.code, Some(1), "{from}: {}{}", answer.out, answer.err);
        assert!(answer.out.starts_with("rejected: "), "{}", answer.out);
        assert!(answer.out.contains(why), "{from}: {}", answer.out);
        assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    }
    let mut child = legatus(&["check", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn what_was_kept_for_other_rules_is_not_used() {
    written("steps.game", STEPS);
    let arguments = ["value", "steps.game", "B....W", "--dir", "kept"];
    let before = at_home(&arguments);
    assert_eq!(before.code, Some(0), "{}", before.err);
    assert_eq!(at_home(&arguments).code, Some(0));
    // Now a stone goes two places.
    written("steps.game", STEPS.replace("B . -> . B", "B . . -> . . B"));
    let after = at_home(&arguments);
    assert_ne!(after.code, Some(0), "{}", after.out);
    assert!(after.err.contains("kept"), "{}", after.err);
}
