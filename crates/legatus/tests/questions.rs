//! The questions about games, asked as a script asks them.

use crate::common::{feed, prints, refuses, run as ask};

#[test]
fn values_have_their_fields() {
    prints(
        &["value", "domineering", "2x3", "--json"],
        "{\"value\":\"{2|-1/2}\",\"outcome\":\"N\",\"mean\":\"3/4\",\"temperature\":\"5/4\",\"atomic_weight\":null}\n",
    );
    prints(
        &["value", "clobber", "XXO", "--json"],
        "{\"value\":\"^\",\"outcome\":\"L\",\"mean\":\"0\",\"temperature\":\"0\",\"atomic_weight\":\"1\"}\n",
    );
    prints(
        &["value", "-1", "--json"],
        "{\"value\":\"-1\",\"outcome\":\"R\",\"mean\":\"-1\",\"temperature\":\"-1\",\"atomic_weight\":null}\n",
    );
    prints(
        &["value", "clobber", "XXO"],
        "^\noutcome        L\nmean           0\ntemperature    0\natomic weight  1\n",
    );
    let latex = ask(&["value", "clobber", "XXO", "--latex"]);
    assert!(latex.out.starts_with("{\\uparrow}\n"), "{}", latex.out);
    // Itself, 3, {4|1}, 4, 1, * and +-1; nothing is worth a name.
    prints(
        &["value", "{3,{4|1}|*,+-1}", "--sizes"],
        "characters     15\ndistinct       7\ncompressed     15\noutcome        L\n\
         mean           3/2\ntemperature    3/2\n",
    );
}

#[test]
fn games_have_synonyms() {
    let positions = [
        ["toads_and_frogs", "tf.t.f"],
        ["toads-and-frogs", "tf.t.f"],
        ["game.strip.ToadsAndFrogs", "tf.t.f"],
        ["ToadsAndFrogs", "tf.t.f"],
    ];
    for [game, position] in positions {
        let answer = ask(&["value", game, position]);
        assert!(answer.out.starts_with("*\n"), "{game}: {}", answer.err);
    }
    for board in ["XO/OX", "xo|ox", "LR\nRL", "bw/wb"] {
        let answer = ask(&["value", "clobber", board]);
        assert!(answer.out.starts_with("*\n"), "{board}: {}", answer.err);
    }
}

#[test]
fn heap_games_are_written_as_promised() {
    let heaps = [
        (["nim", "3,4,5"], "*2"),
        (["kayles", "12"], "*4"),
        (["octal:0.137", "40"], "*"),
        (["subtraction:1,2,3", "20"], "0"),
        (["one_two_three_nim", "5"], "*"),
    ];
    for ([game, heaps], value) in heaps {
        let answer = ask(&["value", game, heaps]);
        let first = answer.out.lines().next();
        assert_eq!(first, Some(value), "{game} {heaps}: {}", answer.err);
    }
}

#[test]
fn sums_are_expressions() {
    let sum = "domineering(\"2x2\") + nim(3,5) - ^*2";
    let answer = ask(&["value", sum]);
    let by_hand = ask(&["calc", "+-1 + *6 - ^*2"]);
    assert_eq!(answer.out.lines().next(), by_hand.out.lines().next());
    let sum = "amazons(\"X..|..O\") + clobber(\"XO|OX\") + *2";
    let answer = ask(&["outcome", sum, "--json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(
        answer.out.starts_with("{\"outcome\":\"N\""),
        "{}",
        answer.out
    );
    let graph = ask(&[
        "thermograph",
        "domineering(\"2x3\") - domineering(\"2x2\")",
        "--json",
    ]);
    assert!(
        graph.out.contains("\"mean\":\"3/4\""),
        "{}{}",
        graph.out,
        graph.err
    );
    let moves = ask(&["moves", "domineering(\"2x2\") + *", "--json"]);
    moves.says(&["\"move\":\"domineering a2a1\"", "\"move\":\"to 0\""]);
}

#[test]
fn outcomes_name_the_winner_for_each_starter() {
    prints(
        &["outcome", "nim", "3,4,5", "--brief", "--json"],
        "{\"outcome\":\"N\",\"left_starts\":\"left\",\"right_starts\":\"right\"}\n",
    );
    prints(
        &["outcome", "nim", "1,1", "--brief", "--json"],
        "{\"outcome\":\"P\",\"left_starts\":\"right\",\"right_starts\":\"left\"}\n",
    );
    prints(
        &["outcome", "nim", "1,1", "--misere", "--brief", "--json"],
        "{\"outcome\":\"N\",\"left_starts\":\"left\",\"right_starts\":\"right\"}\n",
    );
    let answer = ask(&["outcome", "nim", "3,4,5"]);
    answer.says(&["winning move:  take 2 from heap 3\n"]);
}

#[test]
fn one_winning_move_is_enough_unless_all_are_asked_for() {
    let sum = "amazons(\"X..|..O\") + clobber(\"XO|OX\") + *2";
    let moves = |arguments: &[&str]| {
        let answer = ask(arguments);
        let (_, list) = answer.out.split_once("\"left_winning_moves\":[").unwrap();
        let (list, _) = list.split_once(']').unwrap();
        list.split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let all = moves(&["outcome", sum, "--json", "--all"]);
    let one = moves(&["outcome", sum, "--json"]);
    assert_eq!((one.len(), all.len()), (1, 8), "{one:?} {all:?}");
    assert!(all.contains(&one[0]), "{one:?} {all:?}");
}

#[test]
fn proofs_are_written_and_checked() {
    let directory = std::env::temp_dir().join(format!("legatus-proof-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("proof").to_str().unwrap().to_owned();
    let answer = ask(&["outcome", "legionnaires", "5x5-10", "--proof", &file]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.says(&["proof: "]);
    let answer = ask(&["check", &file]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.says(&["Left starts: Right wins", "own negative", "the value is 0"]);
    let good = std::fs::read(&file).unwrap();
    let rejected = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let answer = ask(&["check", &file]);
        assert_eq!(answer.code, Some(1), "{}", answer.out);
        let line = answer.out.trim_end();
        assert!(line.starts_with("rejected: "), "{line}");
        assert!(!line.contains('\n'), "{line}");
        let answer = ask(&["check", &file, "--json"]);
        assert_eq!(answer.code, Some(1), "{}", answer.out);
        assert!(answer.out.starts_with("{\"accepted\":false,\"reason\":\""));
    };
    for at in [0, 20, 100, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        rejected(&bad);
    }
    rejected(&good[..good.len() / 2]);
    rejected(b"");
    rejected(b"something else");
    std::fs::remove_file(&file).unwrap();
    refuses(&["check", &file], 2, &["no such file"]);
    refuses(&["outcome", "*2", "--proof", &file], 2, &["nim(2)"]);
    refuses(
        &["outcome", "nim", "3", "--proof", "/nowhere/to/be"],
        2,
        &["/nowhere/to/be"],
    );
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn moves_are_a_list() {
    prints(
        &["moves", "clobber", "XO", "--json"],
        "[{\"player\":\"left\",\"move\":\"a1xb1\",\"position\":\".B\",\"outcome\":\"P\",\"value\":\"0\",\"winning\":true,\"canonical\":true},\
         {\"player\":\"right\",\"move\":\"b1xa1\",\"position\":\"W.\",\"outcome\":\"P\",\"value\":\"0\",\"winning\":true,\"canonical\":true}]\n",
    );
    let answer = ask(&[
        "moves",
        "amazons",
        ".L..R",
        "--at",
        "1",
        "--incentives",
        "--json",
    ]);
    assert!(answer.out.contains("\"orthodox\":true"), "{}", answer.err);
    answer.says(&["\"incentive\":"]);
    let plain = ask(&["moves", "nim", "2", "--plain"]);
    assert_eq!(plain.out.lines().count(), 4, "{}", plain.out);
    prints(&["moves", "nim", "0"], "no moves\n");
}

#[test]
fn thermographs_of_positions_are_those_of_their_values() {
    for (game, position) in [("domineering", "3x3"), ("amazons", "R..L...R")] {
        let direct = ask(&["thermograph", game, position, "--json"]);
        let value = ask(&["value", game, position]);
        let value = value.out.lines().next().unwrap().to_owned();
        let by_value = ask(&["thermograph", &format!("value(\"{value}\")"), "--json"]);
        let walls = |text: &str| text.split_once("\"mean\"").unwrap().1.to_owned();
        assert_eq!(walls(&direct.out), walls(&by_value.out), "{}", direct.err);
    }
    let several = ask(&["thermograph", "domineering", "2x2", "2x3", "--svg", "-"]);
    assert_eq!(several.out.matches("<desc>").count(), 3);
}

#[test]
fn counts_are_numbers() {
    prints(
        &["count", "legionnaires", "2x3", "--json"],
        "{\"positions\":35,\"edges\":56,\"levels\":[1,8,18,8],\"level_edges\":[8,32,16,0]}\n",
    );
    prints(
        &[
            "count",
            "legionnaires",
            "2x3",
            "--merge-negatives",
            "--levels",
        ],
        "level  positions      edges
    0          1          8
    1          4         16
    2         11         12
    3          4          0
positions  20
edges      36
",
    );
    let limit = ["count", "legionnaires", "6x6-18", "--memory", "100K"];
    refuses(&limit, 3, &["memory limit", "--dir"]);
}

/// Killed at any moment, a count goes on with the same command to the same
/// result; the more often, the less is done in between.
#[cfg(unix)]
#[test]
fn a_count_survives_being_killed() {
    use std::io::{BufRead, BufReader};

    let directory = std::env::temp_dir().join(format!("legatus-killed-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let path = directory.to_str().unwrap();
    let arguments = [
        "count",
        "legionnaires",
        "6x6-18",
        "--memory",
        "300K",
        "--dir",
        path,
    ];
    let mut kills = 0;
    for milliseconds in [1, 20, 60, 500, 130, 700, 250, 600, 400, 900] {
        let mut child = crate::common::talk(&arguments);
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 3, "{kills}");
    // Ctrl-C says how far it has come, unless the end was nearer.
    let mut child = crate::common::talk(&[&arguments[..], &["--levels"]].concat());
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    printed.read_line(&mut String::new()).unwrap();
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let answer = crate::common::Answer::from(child.wait_with_output().unwrap());
    match answer.code {
        Some(130) => assert!(
            answer.err.contains("the same command goes on"),
            "{answer:?}"
        ),
        code => assert_eq!(code, Some(0), "{answer:?}"),
    }
    let answer = ask(&arguments);
    assert!(answer.err.contains("going on after"), "{}", answer.err);
    let expected = "positions  6587579\nedges      81976982\n";
    assert!(answer.out.starts_with(expected), "{answer:?}");
    // Another count, and a damaged file, are refused.
    refuses(
        &["count", "legionnaires", "4x4", "--dir", path],
        2,
        &["another count"],
    );
    let level = directory.join("level-0007.keys");
    let mut bytes = std::fs::read(&level).unwrap();
    bytes[12345] ^= 1;
    std::fs::write(&level, bytes).unwrap();
    let damaged = ask(&arguments);
    assert_eq!(damaged.code, Some(2), "{damaged:?}");
    assert!(damaged.err.contains("level-0007.keys"), "{damaged:?}");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn nim_values_and_sequences() {
    prints(&["grundy", "nim", "3,4,5", "--json"], "{\"nim_value\":2}\n");
    prints(&["grundy", "cram", "2x3", "--json"], "{\"nim_value\":1}\n");
    prints(
        &["grundy", "subtraction:1,2,3", "--sequence", "8", "--json"],
        "{\"values\":[1,2,3,0,1,2,3,0],\"period\":4,\"preperiod\":0,\"saltus\":0,\"proved\":true}\n",
    );
    let kayles = ask(&["grundy", "kayles", "--sequence", "1000", "--json"]);
    let end = "\"period\":12,\"preperiod\":71,\"saltus\":0,\"proved\":true}\n";
    assert!(kayles.out.ends_with(end), "{}", kayles.err);
    refuses(&["grundy", "domineering", "2x3"], 2, &["impartial"]);
    refuses(&["grundy", "clobber", "--sequence", "9"], 2, &["heap game"]);
}

#[test]
fn what_is_found_has_the_value() {
    let answer = ask(&["find", "legionnaires", "3x3", "--value", "4", "--json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.says(&["\"value\":\"4\""]);
    for field in ["{\"position\":\"", ",\"searched\":", ",\"complete\":"] {
        assert!(answer.out.contains(field), "{}", answer.out);
    }
    let answer = ask(&["find", "domineering", "1x3", "--value", "5", "--json"]);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert_eq!(
        answer.out,
        "{\"position\":null,\"value\":null,\"searched\":8,\"complete\":true}\n"
    );
    let answer = ask(&["find", "domineering", "1x3", "--value", "5"]);
    assert_eq!(answer.code, Some(1));
    answer.says(&["all 8 positions"]);
}

/// The value of this start has 699 975 characters and takes minutes.
#[test]
fn a_tree_leaves_out_values_that_take_too_long() {
    let start = "W.W.W./.W.W.W/W.W.W./B.B.B./.B.B.B/B.B.B.";
    prints(
        &["tree", "legionnaires", "6x6-18", "--depth", "0"],
        &format!("{start}  = ?\n"),
    );
    let object = ask(&["tree", "legionnaires", "6x6-18", "--depth", "0", "--json"]);
    object.says(&["\"value\":null"]);
    prints(
        &[
            "tree",
            "clobber",
            "XO",
            "--depth",
            "0",
            "--notation",
            "unicode",
        ],
        "BW  = ∗\n",
    );
}

#[test]
fn trees_show_boards_and_values() {
    prints(
        &["tree", "clobber", "XO"],
        "BW  = *\n  Left: .B  = 0\n  Right: W.  = 0\n",
    );
    let svg = ask(&["tree", "clobber", "XXO", "--svg", "-"]);
    assert!(svg.out.starts_with("<?xml"), "{}", svg.err);
    refuses(
        &["tree", "domineering", "4x4"],
        3,
        &["500 nodes", "--depth"],
    );
    // The size is known before any value is.
    refuses(&["tree", "legionnaires", "8x8"], 3, &["500 nodes"]);
}

#[test]
fn standard_input_is_answered_line_by_line() {
    let answer = feed(&["value", "-"], b"nim(3,4,5)\n\nkayles 12\n{1|-1}\nnim(\n");
    assert_eq!(answer.code, Some(2));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[..4], ["*2", "", "*4", "+-1"]);
    assert!(lines[4].starts_with("error: "), "{}", lines[4]);
    let answer = feed(&["outcome", "clobber", "-"], b"XO\nXXO\n");
    assert_eq!((answer.out.as_str(), answer.code), ("N\nL\n", Some(0)));
    let answer = feed(&["value", "clobber", "-", "--json"], b"XO\nX?\n");
    assert_eq!(answer.code, Some(2));
    assert!(answer.out.lines().nth(1).unwrap().ends_with("\"exit\":2}"));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    refuses(&["value", "clobber", "XO/O"], 2, &["row"]);
    refuses(&["value", "clobber", "XO/OZ"], 2, &["Z"]);
    refuses(&["value", "legionnaires", "20x20"], 2, &["128 squares"]);
    refuses(
        &["value", "clobber", "2x65"],
        2,
        &["128", "row or column of up to 600"],
    );
    refuses(
        &["value", "clobber", &("XO/".repeat(70) + "XO")],
        2,
        &["128", "up to 600"],
    );
    refuses(
        &["value", "clobber", "601x1"],
        2,
        &["strip has more than 600"],
    );
    refuses(
        &["value", "clobber", &"XO".repeat(301)],
        2,
        &["more than 600", "shorter"],
    );
    refuses(
        &["value", "clobber", &("XO".repeat(90) + "Z")],
        2,
        &["column 181", "Z"],
    );
    refuses(
        &["value", "konane", "1x129"],
        2,
        &["128 squares; ask for a smaller one"],
    );
    refuses(&["value", "clober", "XO"], 2, &["clober", "clobber"]);
    refuses(&["value", "nim", "-3"], 2, &["negative"]);
    refuses(&["value", "nim", "3,-4"], 2, &["negative"]);
    refuses(&["value", "octal:0.9x", "4"], 2, &["code"]);
    refuses(&["value", "octal", "4"], 2, &["octal:"]);
    refuses(&["value", "legionnaires:axe", "3x3"], 2, &["axe", "mace"]);
    refuses(&["games", "clober"], 2, &["clobber"]);
    refuses(&["find", "clobber", "XO"], 2, &["--value"]);
}

/// Whatever the game and the question, a text that is no position gets a
/// reason and a hint in one line.
#[test]
fn no_text_upsets_any_game() {
    let questions = [
        "value",
        "outcome",
        "moves",
        "thermograph",
        "grundy",
        "count",
        "tree",
    ];
    let texts = [
        "", "?", "é", "/", "B.|?", "B./", "1,,2", "-", "0x0", "2x", "a\tb", "-1",
    ];
    let more = "9".repeat(40);
    let in_rust = rules::games_in_rust().len();
    for (number, name) in names().into_iter().enumerate() {
        // Games of codes and sets need one.
        let game = match name.as_str() {
            "octal" => "octal:0.137",
            "subtraction" => "subtraction:1,3",
            name => name,
        };
        for (place, text) in texts.into_iter().chain([more.as_str()]).enumerate() {
            // An edge to a vertex of weight 1.
            if (game, text) == ("weighted_arc_kayles", "-1") {
                continue;
            }
            // All rule files are read by one reader: a question each will do.
            let asked = match number < in_rust {
                true => &questions[..],
                false => std::slice::from_ref(&questions[(number + place) % questions.len()]),
            };
            for question in asked {
                let answer = feed(&[question, game, text], b"?\n");
                let said = match text {
                    "-" => &answer.out,
                    _ => &answer.err,
                };
                let asked = format!("{question} {game} {text:?}: {said}");
                assert_eq!(answer.code, Some(2), "{asked}");
                assert_eq!(said.lines().count(), 1, "{asked}");
                assert!(said.starts_with("error: "), "{asked}");
            }
        }
    }
}

#[test]
fn loopy_games_have_outcomes_values_and_thermographs() {
    let game = "legionnaires:centurion";
    for question in ["count", "tree"] {
        refuses(&[question, game, "3x3"], 2, &["may not end"]);
    }
    let answer = ask(&["thermograph", game, "3x3"]);
    assert!(
        answer.out.starts_with("Thermograph(0,[],[0],0,[],[0])\n"),
        "{}",
        answer.out
    );
    refuses(&["thermograph", game, "2x2"], 2, &["has no mast"]);
    let answer = ask(&[
        "value",
        "fox_and_geese",
        "......../......../G.G.G.G./......../F.......",
    ]);
    let expected = "{6|2over}\noutcome        L\nkind           a stopper\n\
                    left stop      6\nright stop     2over\nmean           4\n\
                    temperature    2\n";
    assert_eq!(answer.out, expected);
    let sum = "legionnaires(\"centurion\", \"3x3\") + *";
    let answer = ask(&["outcome", sum]);
    assert!(answer.out.starts_with("N\n"), "{}", answer.out);
    let answer = ask(&["value", game, "3x3"]);
    assert!(
        answer.out.starts_with("0\noutcome        P\n"),
        "{}",
        answer.out
    );
    let answer = ask(&["value", "backsliding_toads_and_frogs", "T.T", "--json"]);
    let expected = "{\"value\":\"on\",\"outcome\":\"L\",\"mean\":null,\"temperature\":null,\
                    \"atomic_weight\":null,\"onside\":\"on\",\"offside\":\"on\",\
                    \"stopper\":true,\"left_stop\":\"on\",\"right_stop\":\"on\"}\n";
    assert_eq!(answer.out, expected);
    refuses(
        &["outcome", game, "3x3", "--proof", "p"],
        2,
        &["may not end"],
    );
    refuses(&["outcome", game, "3x40"], 3, &["too many squares"]);
    let answer = ask(&["outcome", game, "3x3"]);
    let expected = "P\nLeft starts: Right wins in 4 moves\n  \
                    line of play:  a1-b2, a3xb2, c1xb2, c3xb2\n";
    assert!(answer.out.starts_with(expected), "{}", answer.out);
    let answer = ask(&["outcome", game, "2x2", "--json", "--all"]);
    let expected = "{\"outcome\":\"N\",\"left_starts\":\"left\",\"right_starts\":\"right\",\
                    \"left_distance\":1,\"right_distance\":1,\"left_winning_moves\":[\"a1xa2\"],\
                    \"left_drawing_moves\":[],\"left_line\":[\"a1xa2\"],\
                    \"right_winning_moves\":[\"a2xa1\"],\"right_drawing_moves\":[],\
                    \"right_line\":[\"a2xa1\"],\"positions\":2}\n";
    assert_eq!(answer.out, expected);
    let answer = ask(&["outcome", game, "4x4", "--json", "--brief"]);
    let expected = "{\"outcome\":\"D\",\"left_starts\":\"draw\",\"right_starts\":\"draw\",\
                    \"left_distance\":null,\"right_distance\":null,\"positions\":22520}\n";
    assert_eq!(answer.out, expected);
    let answer = ask(&["moves", game, "W../.../..B", "--misere", "--json"]);
    let row = "{\"player\":\"left\",\"move\":\"c1-b2\",\"position\":\"W../.B./...\",\
               \"outcome\":\"P\",\"value\":null,\"winning\":true,\"distance\":2}";
    assert!(answer.out.contains(row), "{}", answer.out);
    // Too large to analyse for a list, but not for one without values.
    let answer = ask(&["moves", game, "8x8"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.lines().count() > 20 && !answer.out.contains("wins"));
}

#[test]
fn the_table_of_all_positions_has_every_position() {
    let answer = ask(&["value", "legionnaires", "2x3", "--all", "-"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let rows = answer
        .out
        .lines()
        .skip_while(|line| !line.starts_with("position\t"));
    assert_eq!(rows.count(), 1 + 35, "{}", answer.out);
}

#[test]
fn mistakes_in_json_are_objects() {
    let answer = ask(&["value", "clober", "XO", "--json"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.out.starts_with("{\"error\":\""), "{}", answer.out);
}

fn names() -> Vec<String> {
    let list = ask(&["games"]).out;
    let names = list.lines().filter_map(|l| l.split_whitespace().next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 10, "{list}");
    names
}

/// What `legatus games NAME` shows can be typed.
#[test]
fn examples_of_every_game_run() {
    for name in names() {
        let page = ask(&["games", &name]);
        let (_, examples) = page.out.split_once("\nExamples\n").expect("examples");
        for line in examples.lines() {
            let command = line.trim().strip_prefix("legatus ").expect(line);
            // The examples quote with apostrophes only.
            let words = command
                .split('\'')
                .enumerate()
                .flat_map(|(i, piece)| match i % 2 {
                    0 => piece.split_whitespace().collect::<Vec<_>>(),
                    _ => vec![piece],
                });
            let answer = ask(&words.collect::<Vec<_>>());
            // A search may find nothing; a tree may be too large to show.
            assert!(matches!(answer.code, Some(0 | 1)), "{line}: {}", answer.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_cannot_be_counted_in_is_refused_with_advice() {
    let answer = ask(&["count", "nim", "3", "--dir", "/dev/null/count"]);
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert_eq!(
        answer.err,
        "error: /dev/null/count: not a directory; give another directory\n"
    );
}
