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
<h2>Keys</h2>
<table class=\"keys\">
<tr><td>arrow keys</td><td>go over the board</td></tr>
<tr><td>Enter, Space</td><td>choose the spot</td></tr>
<tr><td>Escape</td><td>forget what was chosen</td></tr>
<tr><td>letters and digits</td><td>type a move and press Enter</td></tr>
<tr><td>Ctrl-Z, Ctrl-Y</td><td>undo, redo</td></tr>
<tr><td>?</td><td>hint</td></tr>
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
    for info in rules::games() {
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
        let example = match question.positions {
            true => format!("/api/v1/{}?game=nim&position=3,4,5", question.name),
            false => format!("/api/v1/{}?expression=%7B1%7C-1%7D", question.name),
        };
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
