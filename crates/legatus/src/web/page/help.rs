//! `/help`: how to use the pages, the games' notation, and the API.

use axum::response::Html;

use super::super::api::QUESTIONS;
use super::{Page, encode, escape};

const USE: &str = "\
<h1>Help</h1>
<h2>Playing</h2>
<p>Click what you want to move, then where it goes; what can be clicked next is marked. A piece can \
also be dragged. An amazon's move has three clicks: the amazon, where she goes, where her arrow \
lands. A legionnaire's has two: the pawn, and the enemy it takes; or three, with the end of its \
slide between them. A click on a stone of a heap takes it with the stones above it. If a click can \
mean several moves, you are asked which.</p>
<h2>A die</h2>
<p>In Latrunculus a turn begins with a throw of the die; or throw your own and say what it shows. \
Then spend the pips one by one: click a piece, then a marked square; the King may go over his own \
Soldiers. A piece with a ✕ and a number can be killed for so many pips: click it. What was done in \
the turn can be undone; “End turn” ends it. A turn can also be typed, at once or in parts: \
<code>e3-e4-f5 x g6</code>; Enter in the empty field ends it. Who takes a turn back keeps its \
throw.</p>
<h2>Cards</h2>
<p>Any game that ends can be played beside a stack of cards, as Environmental Amazons is: at each \
turn move on the board, or click the top card to take it. After every turn the forecast is shown: \
the net score so far, the mean of the board, and half the temperature of the stack for the player \
to move. An unorthodox turn has a cost, which is what it lowers the forecast by.</p>
<h2>Keys</h2>
<table class=\"keys\">
<tr><td>arrow keys</td><td>go over the board</td></tr>
<tr><td>Enter, Space</td><td>choose the spot</td></tr>
<tr><td>Escape</td><td>forget what was chosen</td></tr>
<tr><td>letters and digits</td><td>type a move and press Enter</td></tr>
<tr><td>Ctrl-Z, Ctrl-Y</td><td>undo, redo</td></tr>
<tr><td>?</td><td>hint</td></tr>
<tr><td>T, 1 to 6, full stop</td><td>throw the die, say what your own shows, end the turn</td></tr>
<tr><td>[ and ]</td><td>look one move back, one move on</td></tr>
</table>
<h2>Words</h2>
<p>Left is Black and Right is White. P: who moved last wins, that is the second player. N: the next \
player wins. L: Left wins, R: Right wins, whoever begins. The mean of a position is what it is \
worth on the average of many copies, its temperature how urgent it is to move. A move is canonical \
if it is neither dominated nor reversible.</p>
";

/// `GET /help`.
pub async fn help() -> Html<String> {
    let mut body = USE.to_owned();
    body.push_str("<h2>Games</h2>\n<dl>\n");
    for info in rules::games().into_iter().chain(rules::chance_games()) {
        body.push_str(&format!(
            "<dt><a href=\"/game/{}\">{}</a></dt><dd>{} {}</dd>\n",
            encode(info.name),
            escape(info.title),
            escape(info.rules),
            escape(&info.notation.replace('`', "")),
        ));
    }
    body.push_str(
        "</dl>\n<h2>For programs</h2>\n<p>Every question is a URL that answers with the command \
         line's JSON object; <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a> describes \
         them all.</p>\n<ul>\n",
    );
    for question in &QUESTIONS {
        let example = format!("/api/v1/{}?{}", question.name, question.example);
        body.push_str(&format!(
            "<li><a href=\"{0}\">{0}</a>: {1}</li>\n",
            escape(&example),
            escape(question.about)
        ));
    }
    body.push_str("</ul>\n");
    let page = Page {
        title: "Help",
        here: "/help",
        body: &body,
        script: None,
    };
    page.html()
}
