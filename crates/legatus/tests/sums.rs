//! Sums whose canonical forms are out of reach, alone and beside cards.

use crate::common::run;

/// Openings on 8x2 and 7x2, with their means and temperatures from the data
/// of Berlekamp's "Sums of N x 2 Amazons": −41/8 at 47/8, −9/2 at 9/2, 2 at 5,
/// −4 at 5.
const HOTTEST: &str = "amazons(\"../../../../.R/../../L.\")";
const COOLER: &str = "amazons(\"../../../.R/../../L.\")";
const FIVE: &str = "amazons(\"../../../../../L./.R/..\")";
const ALSO_FIVE: &str = "amazons(\"../../../../.R/../L.\")";

fn json(arguments: &[&str]) -> serde_json::Value {
    let answer = run(arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    serde_json::from_str(&answer.out).unwrap()
}

#[test]
fn large_boards_have_thermographs_together() {
    let sum = format!("{HOTTEST} + {COOLER}");
    let answer = json(&["thermograph", &sum, "--json", "--seconds", "600"]);
    // Means add, and nothing is as hot as the hottest part.
    assert_eq!(answer["mean"], "-77/8");
    assert_eq!(answer["temperature"], "47/8");
    for (wall, sign) in [("left", -1), ("right", 1)] {
        let corners = answer[wall].as_array().unwrap();
        assert_eq!(corners[0][0], "-1", "{wall}");
        assert_eq!(
            corners[corners.len() - 1],
            serde_json::json!(["47/8", "-77/8"])
        );
        let height =
            |i: usize| -> values::Dyadic { corners[i][1].as_str().unwrap().parse().unwrap() };
        for i in 1..corners.len() {
            assert!((&height(i) - &height(i - 1)).signum() * sign >= 0, "{wall}");
        }
    }
    // G − G goes, whatever G is.
    let sum = format!("{FIVE} - {FIVE} + {ALSO_FIVE}");
    let answer = json(&["thermograph", &sum, "--json", "--seconds", "0"]);
    let alone = json(&["thermograph", ALSO_FIVE, "--json"]);
    for member in ["mean", "temperature", "left", "right"] {
        assert_eq!(answer[member], alone[member], "{member}");
    }
}

/// Without time there are the mean, and bounds for the temperature.
#[test]
fn without_walls_there_is_the_mean() {
    let sum = format!("{HOTTEST} + {COOLER}");
    let answer = json(&["thermograph", &sum, "--json", "--seconds", "0"]);
    let known = serde_json::json!({
        "expression": sum,
        "mean": "-77/8",
        "temperature": "47/8",
        "left": null,
        "right": null,
        "temperature_at_least": "47/8",
        "temperature_at_most": "47/8",
        "walls_from": "9/2",
        "left_above": [["9/2", "-33/4"], ["47/8", "-77/8"]],
        "right_above": [["9/2", "-11"], ["47/8", "-77/8"]],
        "missing": "found only from temperature 9/2 up: the search took too long; allow more \
                    --seconds",
    });
    assert_eq!(answer, known);
    let sum = format!("{FIVE} + {ALSO_FIVE}");
    let answer = json(&["thermograph", &sum, "--json", "--seconds", "0"]);
    assert_eq!(answer["mean"], "-2");
    assert_eq!(answer["temperature"], serde_json::Value::Null);
    assert_eq!(answer["temperature_at_most"], "5");
    let answer = run(&["thermograph", &sum, "--seconds", "0"]);
    answer.prints(
        "mean         -2\n\
         temperature  at least -1, at most 5\n\
         walls        not found: the search took too long; allow more --seconds
",
    );
    let answer = run(&["thermograph", &sum, "--seconds", "0", "--svg", "-"]);
    assert_eq!((answer.out.as_str(), answer.code), ("", Some(3)));
    assert!(answer.err.contains("no picture"), "{}", answer.err);
}

/// A board of ten rows, and three boards, beside the stack of the paper.
#[test]
fn best_play_beside_cards_is_found_without_canonical_forms() {
    let answer = json(&[
        "environment",
        "amazons",
        "10x2:a3,b7",
        "--json",
        "--seconds",
        "600",
    ]);
    // The difference from the wall is a whole number of eighths, and no more
    // than an eighth for each of 18 moves.
    assert_eq!(answer["left_wall"], "-2");
    assert_eq!(answer["left_starts"], "3");
    assert_eq!(answer["right_starts"], "-7");
    assert_eq!(answer["longest_run"], 18);
    assert!(answer.get("missing").is_none());
    let sum = "amazons(\"3x2:a1,b2\") + amazons(\"4x2:a2,b4\") + amazons(\"4x2:a1,b3\")";
    let answer = json(&["environment", sum, "--json", "--seconds", "600"]);
    assert_eq!(answer["left_starts"], "19/4");
    assert_eq!(answer["right_starts"], "-11/2");
}

/// What is printed when the time is up holds what more time finds.
#[test]
fn scores_lie_in_their_intervals() {
    let sum = format!("{FIVE} + {ALSO_FIVE}");
    let open = json(&["environment", &sum, "--json", "--seconds", "0"]);
    let exact = json(&["environment", &sum, "--json", "--seconds", "600"]);
    let number =
        |value: &serde_json::Value| -> values::Dyadic { value.as_str().unwrap().parse().unwrap() };
    for player in ["left", "right"] {
        let starts = format!("{player}_starts");
        assert_eq!(open[&starts], serde_json::Value::Null);
        assert_eq!(
            open[format!("{player}_difference")],
            serde_json::Value::Null
        );
        let [low, high] =
            ["at_least", "at_most"].map(|end| number(&open[format!("{player}_{end}")]));
        let score = number(&exact[&starts]);
        assert!(low <= score && score <= high && low < high, "{player}");
        assert!(open[format!("{player}_best")].is_string());
    }
    assert!(open["missing"].as_str().unwrap().contains("--seconds"));
    let answer = run(&["environment", &sum, "--seconds", "0"]);
    assert_eq!(answer.code, Some(0));
    answer.says(&["best so far", "not exact: "]);
}
