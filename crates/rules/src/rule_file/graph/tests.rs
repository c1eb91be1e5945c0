//! What is said about positions that are wrong, and what is found out about
//! rules.

use crate::RuleFile;

#[test]
fn wrong_positions_are_named_with_the_place() {
    let complaint = |rules: &str, text: &str| {
        let file = RuleFile::read(&format!("game wrong\n{rules}\nexample .")).unwrap();
        let bad = file.rules(None).unwrap().read(text).unwrap_err();
        bad.to_string()
    };
    let bush = "graph\nground\nvertices . B\nboth edge - -> gone, loose gone";
    let arrows = "graph directed\nvertices . T\nedges a b\nboth along _: T . -> gone T";
    let wrong = [
        (
            bush,
            "B-.",
            "column 1: the first vertex is the ground, which has no letter; leave its letter out",
        ),
        (
            bush,
            ".-.;.",
            "something is not connected with the ground; write what stands side by side on the \
             ground as `(…;…)`",
        ),
        (
            arrows,
            "Ta.",
            "column 3: an arrow is missing; write `>` or `<` behind an edge",
        ),
        (
            arrows,
            "Tx.",
            "column 2: `x` is unexpected here; write vertices `.` `T`, edges `a` `b` with `>` or \
             `<` behind, branches as `(…;…)`, names as `:A`",
        ),
        (
            arrows,
            "",
            "nothing is there; write vertices `.` `T`, edges `a` `b` with `>` or `<` behind, \
             branches as `(…;…)`, names as `:A`",
        ),
    ];
    for (rules, text, expected) in wrong {
        assert_eq!(complaint(rules, text), expected, "{text}");
    }
    let many = ">".repeat(1000);
    assert_eq!(
        complaint(arrows, &many),
        "column 1001: the graph has more than 1000 vertices or edges; ask for a smaller one"
    );
}

/// Large graphs do not fit in a key and take memory; small ones do.
#[test]
fn keys_give_graphs_back() {
    let file = RuleFile::read(
        "game keys\ngraph directed\nvertices . T x\nedges a b c\nboth along _: T _ -> gone T\n\
         example .",
    )
    .unwrap();
    let rules = file.rules(None).unwrap();
    for text in [".", "T>xb<.", "T:A>xb<.c>:A", "T>.;x;.c<x", "nothing"] {
        let key = rules.read(text).unwrap();
        assert_eq!(rules.write(&key), text);
        assert_eq!(rules.outside_bytes(&key), 0);
    }
    let long = format!("T{}", "b<x".repeat(999));
    let key = rules.read(&long).unwrap();
    assert_eq!(rules.write(&key), long);
    assert!(rules.outside_bytes(&key) > 6 * 999);
}

/// Whether play ends is found out, and what falls.
#[test]
fn the_end_of_play_is_seen() {
    let falls = |rules: &str| {
        let file = RuleFile::read(&format!("game ends\ngraph\n{rules}\nexample .")).unwrap();
        let findings = file.findings(None).unwrap();
        (findings.loopy, findings.others[0].1.clone())
    };
    for (rules, loopy, expected) in [
        (
            "vertices . T\nboth along -: T . -> . T",
            true,
            "nothing: play may not end",
        ),
        (
            "vertices . T\nboth along - -> gone: T . -> . T",
            false,
            "the number of edges -",
        ),
        (
            "vertices . B W\nleft along -: B W -> . B\nright along -: W B -> . W",
            false,
            "the number of vertices B and vertices W",
        ),
        (
            "vertices . T\nedges a b\nboth along a -> b: T . -> . T\nboth vertex T -> .",
            false,
            "the number of edges a, then of vertices T",
        ),
    ] {
        assert_eq!(falls(rules), (loopy, expected.to_owned()), "{rules}");
    }
}

/// Players exchange letters where that makes their rules each other's.
#[test]
fn negatives_are_seen() {
    let negative = |rules: &str| {
        let file = RuleFile::read(&format!("game mirror\ngraph\n{rules}\nexample .")).unwrap();
        file.findings(None).unwrap().others[2].1.clone()
    };
    let col = "vertices . B W\nleft vertex . -> B unless beside B";
    assert_eq!(
        negative(&format!("{col}\nright vertex . -> W unless beside W")),
        "by exchanging B and W"
    );
    assert_eq!(
        negative(&format!("{col}\nright vertex . -> W unless beside B")),
        "not seen: no letters make the rules of one the other's"
    );
}
