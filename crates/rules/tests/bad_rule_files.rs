//! Wrong rule files of board games, and what is said about each: where it is,
//! what is wrong, and what would be right.

use rules::RuleFile;

/// The lines of a file behind `game g`, and the complaint.
const WRONG: [(&str, &str); 53] = [
    (
        "cells . B W\nleft sied: B W -> . B",
        "line 3, column 6: `sied` is no direction; did you mean `side`?",
    ),
    (
        "cells . B W\nleft north sied: B W -> . B",
        "line 3, column 12: `sied` is no direction; did you mean `side`?",
    ),
    (
        "cells . B W\nleft side B W -> . B",
        "line 3, column 11: `B` is not expected here; write a colon behind the directions",
    ),
    (
        "cells . B W\nleft : B W -> . B",
        "line 3, column 6: `:` is not expected here; write a direction before the colon, such as `side`",
    ),
    (
        "cells . B W\nleft B W -> . B",
        "line 3, column 6: the pattern has no direction; write one before it, such as `side:`, `any:` or `north:`",
    ),
    (
        "cells . B W\nleft side: B W -> .",
        "line 3, column 19: 2 cells become 1; write as many on both sides of `->`, with `_` for a cell that stays; where a block of cells moves, put it in brackets on both sides",
    ),
    (
        "cells . B W\nleft side: B W . .",
        "line 3, column 19: the end of the statement is not expected here; write `->` and what becomes of the pattern",
    ),
    (
        "cells . B W\nleft side: B W ->",
        "line 3, column 18: the end of the statement is not expected here; write a pattern of cells; letters are `.` empty, `B` Left's, `W` Right's, `#` not on the board",
    ),
    (
        "cells . B W\nleft side: B X -> . B",
        "line 3, column 14: `X` is no cell; letters are `.` empty, `B` Left's, `W` Right's, `#` not on the board",
    ),
    (
        "cells . B W\nleft side: B W -> B W",
        "line 3, column 12: this leaves the board as it is; write what changes; a look at the board is written with `if`",
    ),
    (
        "cells . B W\nleft side: B .* W -> . . B",
        "line 3, column 24: what is repeated before `->` is not what is repeated behind it; repeat the same number of cells in the same places on both sides",
    ),
    (
        "cells . B W\nleft side: B {B W} -> . {B W .}",
        "line 3, column 25: it is not clear what the letters in braces become; write as many in braces on both sides of `->`, in the same order",
    ),
    (
        "cells . B W\nleft side: B {B W -> . .",
        "line 3, column 19: `-` is not expected here; letters are `.` empty, `B` Left's, `W` Right's, `#` not on the board; then `}`",
    ),
    (
        "cells . B W\nleft side: B (W .) -> . (. .)",
        "line 3, column 20: `-` is not expected here; write `*` or `+` behind the parentheses",
    ),
    (
        "cells . B W\nleft side: B .*{3..1} W -> . .* B",
        "line 3, column 21: at least 3 times is more than at most 1; write the smaller number first, such as `*{1..3}`",
    ),
    (
        "cells . B W\nleft side: B .*{n} W -> . .* B",
        "line 3, column 17: `n` is no parameter; write a number, or name it in a line `parameters` and give it one in a line `variant`",
    ),
    (
        "cells . B W\nleft side: B [.*] W -> . B",
        "line 3, column 24: 3 cells become 2; write as many on both sides of `->`, with `_` for a cell that stays; where a block of cells moves, put it in brackets on both sides",
    ),
    (
        "cells . B W\nleft side: B W -> . B than side: B W -> . B",
        "line 3, column 23: `than` is no cell; did you mean `then`?",
    ),
    (
        "cells . B W\nleft side: B W -> . B unles side: B W",
        "line 3, column 23: `unles` is no cell; did you mean `unless`?",
    ),
    (
        "cells . B W\nleft side: B .* .* .* .* W -> . .* .* .* .* B",
        "line 3, column 6: a rule repeats cells in more than 3 places; make it simpler: its moves would take too long to find",
    ),
    (
        "cells . B W\nleft side: B . -> . B again\nleft side: _ B -> _ B again",
        "line 4, column 12: this leaves the board as it is; write what changes; a look at the board is written with `if`",
    ),
    (
        "cells . B W\nleft . -> B also side: . W -> B B again",
        "line 3, column 24: what happens again beside a move changes its last cell and no other; write it such as `also north east: _ o -> _ . again`",
    ),
    (
        "cells . B W\nleft . -> B if on top edge",
        "line 3, column 19: `top` is not expected here; write a side of the board, such as `on north edge`",
    ),
    (
        "cells . B W\nleft . -> B if on north",
        "line 3, column 24: the end of the statement is not expected here; write `edge` behind the side",
    ),
    (
        "cells . B W\nleft . -> B\nleft wins if connected B north south",
        "line 4, column 11: `if` is not expected here; write `when` and a condition",
    ),
    (
        "cells . B W\nleft . -> B\nleft wins when connected B north",
        "line 4, column 33: the end of the statement is not expected here; write two sides of the board, such as `connected B north south`",
    ),
    (
        "cells . B W\nleft . -> B unless after group B .",
        "line 3, column 34: `.` is not expected here; write `without` and what the group does not touch",
    ),
    (
        "cells . B W\nleft turned: . . / . -> B B / B",
        "line 3, column 22: in row 2 the number of cells is 1, in row 1 it is 2; write all rows with the same number of cells, with `~` for what is no part of the shape",
    ),
    (
        "cells . B W\nleft side: . . / . . -> B B / B B",
        "line 3, column 16: only a shape has several rows; write `drawn:`, `turned:` or `turned mirrored:` before it",
    ),
    (
        "cells . B W\nleft turned: . . / . ~ -> B B / B B",
        "line 3, column 35: what is no part of the shape before `->` is one behind it, or the other way; write `~` in the same places on both sides",
    ),
    (
        "cells . B W\nleft turned side: . . -> B B",
        "line 3, column 13: a pattern is a line in directions or a shape, not both; write directions, or `drawn`, `turned` and `mirrored`",
    ),
    (
        "cells . B W\nleft turned: . .* -> B .*",
        "line 3, column 16: a shape repeats nothing and has no blocks; write its cells one by one",
    ),
    (
        "cells . B W\nleft side: . ~ -> B ~",
        "line 3, column 14: only a shape has places that are no part of it; a shape has `drawn`, `turned` or `mirrored` before its colon",
    ),
    (
        "cells . B W\nleft . -> B if turned mirrored: . B / B ~",
        "line 3, column 16: a condition does not mirror what it looks for; write two conditions, one for each shape",
    ),
    (
        "cells . B W\nleft . -> B\nmirror B",
        "line 4, column 9: the end of the statement is not expected here; letters are `.` empty, `B` Left's, `W` Right's, `#` not on the board",
    ),
    (
        "cells . B W\nleft . -> B\nmirror north east",
        "line 4, column 8: no mirror exchanges `north` and `east`; write what is exchanged: two letters, `north south`, `east west` or `rows columns`",
    ),
    (
        "cells . B W X\nleft . -> B\nmirror B W, W X",
        "line 4, column 13: each letter is exchanged with one other, and `#` with none; write what is exchanged: two letters, `north south`, `east west` or `rows columns`",
    ),
    (
        "cells . B W\nleft . -> B\nmirorr B W",
        "line 4, column 1: `mirorr` is no statement here; did you mean `mirror`?",
    ),
    (
        "cells . B W B\nleft . -> B",
        "line 2, column 13: `B` is there twice; leave one out",
    ),
    (
        "cells . # B\nleft . -> B",
        "line 2, column 9: `#` is always what is not on the board; leave it out: rules may use it without",
    ),
    (
        "cells . ~\nleft . -> ~",
        "line 2, column 9: `~` cannot be a cell; take a letter, a digit, `.` or another sign that patterns do not use",
    ),
    (
        "cells . B=black\nleft . -> B",
        "line 2, column 11: `black` is not expected here; write `empty`, `left`, `right`, `both`, `blocked`, `leftking` or `rightking`",
    ),
    (
        "cells . B\nsize chequer B .\nleft . -> B",
        "line 3, column 6: `chequer` is not expected here; write `size .`, `size checker B W` or `size rows W .* B`",
    ),
    (
        "strip\nboard\ncells . B\nleft . -> B",
        "line 3, column 1: line 2 says already where the game is played; a game is played in one place; sums of games are written with `+`",
    ),
    (
        "cells . B\nleft . -> B\nstart B. .B",
        "line 4: `B.` is a position itself, and not this one; give the start another name",
    ),
    (
        "cells . B\nleft . -> B\nstart one .B\nstart one B.",
        "line 5, column 1: there are two starts `one`; give them different names",
    ),
    (
        "cells . B",
        "line 2, column 1: nobody has a move; write rules such as `left side: B W -> . B`",
    ),
    (
        "cells . B W\nleft B -> .\nvalue count",
        "line 4, column 12: the end of the statement is not expected here; write one letter, or several in braces",
    ),
    (
        "cells . B W\nleft B -> .\nvalue B",
        "line 4, column 7: `B` is not expected here; write a number, or `count` and a letter",
    ),
    (
        "cells . B W\nleft B -> .\nvalue 1 if nowhere B",
        "line 4, column 9: `if` is not expected here; write `when` and conditions joined by `and`, or end",
    ),
    (
        "cells . B W\nleft B -> .\nvalue 1\nmisere",
        "line 4, column 1: values are known of normal play that ends; leave it out: in this game play may not end, or who moves last loses",
    ),
    (
        "cells . B W\nleft side: B . -> . B\nvalue 0 when nowhere .",
        "line 4, column 1: values are known of normal play that ends; leave it out: in this game play may not end, or who moves last loses",
    ),
    (
        "heaps n\nboth n -> n - 1\nvalue n -> star k",
        "line 4, column 1: `k` is no number of the heap; a value is made of the numbers of the heap and of parameters",
    ),
];

#[test]
fn complaints_say_where_what_and_how() {
    for (lines, expected) in WRONG {
        let text = format!("game g\n{lines}\nexample ..\n");
        let said = match RuleFile::read(&text) {
            Ok(_) => "nothing".to_owned(),
            Err(bad) => bad.to_string(),
        };
        assert_eq!(said, expected, "{lines}");
    }
}
