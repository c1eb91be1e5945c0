//! Heaps at the keyboard and in the page: they stay where they were put, and
//! who wins is told before a move is made.

use serde_json::{Value, json};

use crate::common::run;
use crate::common::type_to;
use crate::playing::directory;
use crate::requests::{begin, post};
use crate::web::server::{Directory, Server};

#[test]
fn heaps_stay_where_they_were_put() {
    let humans = ["--left", "human", "--right", "human", "--new"];
    let typed = [
        "take 4 from heap 5",
        "heap 3 take 3",
        "pile 2 take 1",
        "heap 3 take 1",
        "quit",
    ];
    let home = directory("heaps");
    let play = [&["play", "nim", "5,4,3"], &humans[..]].concat();
    let answer = type_to(&home, &play, &typed);
    answer.says(&[
        "5  ooooo\n4  oooo\n3  ooo\n",
        "1  o  <\n4  oooo\n3  ooo\n",
        "1  o\n4  oooo\n0  <\n",
        "1  o\n3  ooo  <\n0\n",
    ]);
    answer.says(&["heap 3 is empty"]);
    // Equal heaps are told apart.
    let play = [&["play", "nim", "2,2"], &humans[..]].concat();
    let answer = type_to(&home, &play, &["heap 2 take 1", "quit"]);
    answer.says(&["2  oo\n1  o  <\n"]);
    // What is split stays between its neighbours.
    let play = [&["play", "kayles", "3,5,2"], &humans[..]].concat();
    let answer = type_to(&home, &play, &["split 5 into 2+2 taking 1", "quit"]);
    answer.says(&["3  ooo\n2  oo\n2  oo\n2  oo\n"]);
}

#[test]
fn the_order_of_heaps_does_not_change_what_they_are_worth() {
    for game in ["nim", "kayles", "one_two_three_nim", "grundys_game"] {
        let sorted = run(&["value", game, "3,4,5"]);
        for heaps in ["5,4,3", "4,0,5,3"] {
            run(&["value", game, heaps]).prints(&sorted.out);
        }
        let outcome = run(&["outcome", game, "3,4,5", "--misere", "--brief"]);
        run(&["outcome", game, "5,0,4,3", "--misere", "--brief"]).prints(&outcome.out);
    }
}

/// Bouton: as in normal play while two heaps or more have at least two; who
/// leaves only heaps of one leaves an odd number of them.
#[test]
fn misere_nim_explains_its_rule() {
    let humans = ["--left", "human", "--right", "human", "--new", "--misere"];
    let home = directory("misere");
    let why = |heaps: &str| {
        let play = [&["play", "nim", heaps], &humans[..]].concat();
        type_to(&home, &play, &["why", "quit"]).out
    };
    for (heaps, reason, mv) in [
        (
            "3,4,5",
            "3 xor 4 xor 5 = 2 is not 0",
            "take 2 from heap 3: leaves nim sum 0",
        ),
        (
            "1,1,4",
            "an odd number wins",
            "take 3 from heap 4: leaves 3 heaps of one",
        ),
        (
            "1,1,1",
            "3 heaps of one, an odd number, and who takes the last one loses",
            "",
        ),
    ] {
        let told = why(heaps);
        assert!(
            told.contains(reason) && told.contains(mv),
            "{heaps}: {told}"
        );
        let grundy = run(&["grundy", "nim", heaps, "--misere"]);
        assert!(grundy.out.contains(reason), "{grundy:?}");
        let outcome = run(&["outcome", "nim", heaps, "--misere", "--brief"]);
        assert_eq!(
            grundy.out.lines().next(),
            outcome.out.lines().next(),
            "{heaps}"
        );
    }
    run(&["grundy", "nim", "1,1", "--misere", "--json"])
        .prints("{\"nim_value\":null,\"outcome\":\"N\"}\n");
    let kayles = run(&["grundy", "kayles", "5,3", "--misere"]);
    assert!(
        kayles.out.contains("no nim value decides sums"),
        "{kayles:?}"
    );
    // The quotient decides, and names the moves that win.
    assert!(kayles.out.starts_with("N\n"), "{kayles:?}");
    assert!(
        kayles
            .out
            .contains("so the next player wins (an N-position)\n"),
        "{kayles:?}"
    );
    assert!(kayles.out.contains(", in the P-portion\n"), "{kayles:?}");
    let moves = kayles
        .out
        .lines()
        .filter(|line| line.ends_with("in the P-portion"));
    for line in moves.filter(|line| line.contains("take")) {
        let (mv, _) = line.split_once(':').unwrap();
        let listed = run(&["moves", "kayles", "5,3", "--misere"]);
        let row = listed
            .out
            .lines()
            .find(|row| row.contains(mv))
            .unwrap_or_default();
        assert!(row.contains(" P"), "{mv}: {}", listed.out);
    }
    let large = [
        "outcome",
        "kayles",
        "1000000000,1000000007,58,9",
        "--misere",
        "--brief",
    ];
    // As in normal play, for their nim values are 1, 7, 2 and 4, and no sum with
    // such large heaps is an exception (W. Sibert and J. Conway, 1992).
    run(&large).prints("P\nLeft starts: Right wins\nRight starts: Left wins\n");
    assert_eq!(run(&["grundy", "clobber", "XO", "--misere"]).code, Some(2));
}

#[test]
fn the_page_predicts_and_shows_the_nim_sum_in_binary() {
    let data = Directory::new();
    let server = Server::start(&data);
    let begin = |body: Value| begin(&server, &body);
    let game = begin(json!({"game": "nim", "position": "5,4,3"}));
    let nim = &game["nim"];
    assert_eq!(nim["wins"], true);
    assert_eq!(nim["moves"], json!(["take 2 from heap 3"]));
    let binary: Vec<&str> = nim["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["binary"].as_str().unwrap())
        .collect();
    assert_eq!(binary, ["101", "100", "011"]);
    assert_eq!(nim["sum"], json!({"value": 2, "binary": "010"}));
    let id = game["id"].as_str().unwrap();
    let body = json!({"ply": 0, "move": "take 2 from heap 3"}).to_string();
    let (_, after) = post(&server, &format!("/api/v1/play/{id}/move"), &body);
    let after: Value = serde_json::from_str(&after).unwrap();
    assert_eq!(after["position"], "5,4,1");
    assert_eq!(
        (&after["nim"]["wins"], &after["nim"]["moves"]),
        (&json!(false), &json!([]))
    );
    // In misere play the last one loses.
    let misere = begin(json!({"game": "nim", "position": "1,1", "misere": true}));
    assert_eq!(misere["nim"]["wins"], true);
    let one = begin(json!({"game": "nim", "position": "1", "misere": true}));
    assert_eq!(one["nim"]["wins"], false);
    let other = begin(json!({"game": "clobber", "position": "XXO"}));
    assert_eq!(other["nim"], Value::Null);
}
