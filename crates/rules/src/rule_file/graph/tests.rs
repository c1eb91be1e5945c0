//! What is said about files that are wrong.

use crate::RuleFile;

/// The complaint about a game on graphs with some statements, of which the
/// first is on line 3.
fn complaint(statements: &str) -> String {
    let text = format!("game wrong\ngraph\n{statements}\nexample .");
    match RuleFile::read(&text) {
        Ok(_) => "nothing".to_owned(),
        Err(bad) => bad.to_string(),
    }
}

#[test]
fn wrong_files_are_named_with_the_place() {
    let wrong = [
        (
            "",
            "line 2, column 1: nobody has a move; write rules such as `left vertex . -> B`",
        ),
        (
            "vertexes . B",
            "line 3, column 1: `vertexes` is no statement here; did you mean `vertices`?",
        ),
        (
            "vertices . B .",
            "line 3, column 14: `.` is there twice; name a letter once",
        ),
        (
            "vertices . Black",
            "line 3, column 12: `Black` is not expected here; letters are single characters, \
             parted by blanks",
        ),
        (
            "vertices . B=lft",
            "line 3, column 14: `lft` is not expected here; did you mean `left`?",
        ),
        (
            "vertices",
            "line 3, column 9: the end of the statement is not expected here; write letters, \
             such as `vertices . B W`",
        ),
        (
            "vertices . B;",
            "line 3, column 13: `;` is not expected here; letters are single characters, parted \
             by blanks",
        ),
        (
            "vertices . (",
            "line 3, column 12: `(` cannot be a letter; it has another meaning in graphs or rules",
        ),
        (
            "vertices . B\nvertices W",
            "line 4, column 1: line 3 names the vertices already; name them in one statement",
        ),
        (
            "vertices . l\nedges l",
            "line 4, column 1: `l` is the letter of a vertex and of an edge; give them different \
             letters",
        ),
        (
            "edges n o t h i g",
            "line 3, column 1: `nothing` is written for the graph without vertices; do without \
             one of its letters",
        ),
        (
            "left vertx . -> gone",
            "line 3, column 6: `vertx` is not expected here; did you mean `vertex`?",
        ),
        (
            "left vertex -> gone",
            "line 3, column 13: a letter is missing; write a letter: `.`",
        ),
        (
            "left vertex . gone",
            "line 3, column 15: `gone` is not expected here; write `->` and what becomes of it",
        ),
        (
            "left vertex . -> B",
            "line 3, column 18: `B` is no letter of a vertex; known are `.`",
        ),
        (
            "left edge . -> gone",
            "line 3, column 11: `.` is no letter of an edge; known are `-`",
        ),
        (
            "left vertex . -> gon",
            "line 3, column 18: `gon` is no letter of a vertex; known are `.`",
        ),
        (
            "left vertex {. -> gone",
            "line 3, column 16: `-` is no letter of a vertex; known are `.`",
        ),
        (
            "left vertex {.",
            "line 3, column 15: the end of the statement is not expected here; write `}` behind \
             the letters",
        ),
        (
            "left vertex {} -> gone",
            "line 3, column 16: there are no letters in the braces; write some",
        ),
        (
            "vertices a b c\nleft vertex {a b} -> {a b c}",
            "line 4, column 22: 2 letters cannot become 3; write one letter, or as many as on the \
             left",
        ),
        (
            "left vertex . -> .",
            "line 3, column 1: the move changes nothing; say what becomes of the vertex or the \
             edge, such as `-> gone`",
        ),
        (
            "left vertex . -> gone, neigbours gone",
            "line 3, column 24: `neigbours` is not expected here; did you mean `neighbours`?",
        ),
        (
            "left vertex . -> gone,",
            "line 3, column 23: the end of the statement is not expected here; known are \
             neighbours, ends, alone, loose, again, if, unless",
        ),
        (
            "left vertex . -> gone, ends gone",
            "line 3, column 24: `ends` does not belong to this rule; a rule about a vertex has \
             `neighbours`, one about an edge has `ends`",
        ),
        (
            "left vertex . -> gone, neighbours gone, neighbours . -> .",
            "line 3, column 52: the rule says already what becomes of `.` there; say it once",
        ),
        (
            "left edge - -> gone, loose gone",
            "line 3, column 22: there is no ground; add the statement `ground`",
        ),
        (
            "left edge - -> gone if beside .",
            "line 3, column 24: `beside` does not belong to this rule; only a rule about a vertex \
             says what is beside it",
        ),
        (
            "left vertex . -> gone unless besides .",
            "line 3, column 30: `besides` is not expected here; did you mean `beside`?",
        ),
        (
            "left vertex . -> gone, again if a vertex goes",
            "line 3, column 42: `goes` is not expected here; write `again if a vertex is gone`",
        ),
        (
            "left along - . . -> . .",
            "line 3, column 14: `.` is not expected here; write `:` and the letters of its ends, \
             such as `along -: T . -> gone T`",
        ),
        (
            "vertices . B\nleft vertex . -> B\nright edge - -> gone, again if a vertex is gone",
            "line 4, column 1: a player goes on, and letters change; with `again` the rules may \
             only take things away",
        ),
    ];
    for (statements, expected) in wrong {
        assert_eq!(complaint(statements), expected, "{statements}");
    }
    assert_eq!(complaint("left vertex . -> gone"), "nothing");
}

#[test]
fn wrong_directed_files_are_named_with_the_place() {
    let complaint = |text: &str| RuleFile::read(text).unwrap_err().to_string();
    assert_eq!(
        complaint("game wrong\ngraph direct\nleft vertex . -> gone\nexample ."),
        "line 2, column 7: `direct` is not expected here; the statement should end here"
    );
    assert_eq!(
        complaint("game wrong\ngraph directed\nvertices . >\nleft vertex . -> >\nexample ."),
        "line 3, column 1: `>` is an arrow in directed graphs; choose another letter"
    );
    assert_eq!(
        complaint("game wrong\ngraph\nparameters a\nvariant 1\nboth vertex . -> gone\nexample ."),
        "a game on graphs has no parameters; leave out the statement `parameters`"
    );
}

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
