//! The page that explores positions, in a real browser.

use crate::web::desk::Desk;

const FACTS: &str = "//*[@id='facts']";
const LINE: &str = "//*[@id='variations']";

impl Desk {
    /// Waits until this position, or sum, is shown.
    fn shows(&self, position: &str) {
        self.until(&format!(
            "return document.forms.subject.position.value === '{position}'"
        ));
    }

    /// Clicks what has the label; then this position is shown.
    fn click_to_show(&self, label: &str, position: &str) {
        self.click_label(label);
        self.shows(position);
    }

    fn tool(&self, words: &str) {
        self.click(&self.find(&format!("//label[normalize-space(.)='{words}']/input")));
    }

    /// The value that is shown, as it is typed.
    fn worth(&self, value: &str) {
        self.find(&format!("//*[@id='value']//*[@data-text='{value}']"));
    }
}

/// Moves make a tree; Back, the arrow keys and clicks walk in it.
fn moves_branch_and_the_way_back_is_known(page: &Desk) {
    page.open("/analyse?game=nim&position=1,2");
    page.wait(FACTS, "The first player wins");
    page.click_to_show("take 1 from heap 2", "1,1");
    page.wait(FACTS, "The second player wins");
    page.press("1.1");
    page.shows("0,1");
    assert!(page.address().contains("moves="), "{}", page.address());
    // Back, one step each.
    page.run("history.back()");
    page.shows("1,1");
    page.run("history.back()");
    page.shows("1,2");
    assert!(page.address().contains("/analyse"), "{}", page.address());
    // Another move from here is a variation.
    page.click_to_show("take 1 from heap 1", "0,2");
    page.wait(LINE, "take 1 from heap 2");
    page.find("//*[@id='variations']//*[contains(@class,'variation')]//button[@aria-current]");
    // The keys.
    page.run("document.activeElement.blur()");
    page.keys("\u{E012}");
    page.shows("1,2");
    page.keys("\u{E014}");
    page.shows("1,1");
    page.keys("\u{E014}");
    page.shows("0,1");
    page.click_to_show("Start", "1,2");
    // A reload keeps the branches.
    page.run("location.reload()");
    page.shows("1,2");
    page.wait(LINE, "take 1 from heap 1");
    page.click_to_show("To the end of the line", "0,1");
    page.click_to_show("Delete from here", "1,1");
}

/// A study has names and comments, is shared by its address, and kept.
fn a_study_is_kept_and_shared(page: &Desk) {
    page.open("/analyse?game=clobber&position=XOXO");
    page.shows("BWBW");
    page.press("a1");
    page.press("b1");
    page.shows(".BBW");
    page.write(&page.field("Call this line"), "from the left");
    page.write(
        &page.find("//textarea[@name='comment']"),
        "takes the first stone",
    );
    page.wait(LINE, "takes the first stone");
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    page.click_label("Copy link");
    page.labelled("Copied");
    let link = page.run("return window.copied");
    page.write(&page.find("//form[@id='keep']//input"), "an opening\n");
    page.wait("//*[@id='kept']", "Saved as an opening");
    page.open("/saved");
    page.click_to_show("an opening", "BWBW");
    page.says(LINE, &["from the left", "takes the first stone"]);
    page.run("sessionStorage.clear()");
    page.open("/help");
    page.go(link.as_str().unwrap());
    page.shows(".BBW");
    page.wait(LINE, "takes the first stone");
    page.open("/saved");
    page.click_label("Delete an opening");
    page.click_label("Delete it");
    page.until("return document.querySelectorAll('.kept li').length === 0");
}

/// Dominoes lie where they were laid; back at the start there are none. The
/// pointer may rest on a move, whose preview has dominoes of its own.
fn dominoes_lie_where_they_were_laid(page: &Desk) {
    let tiles = |selector: &str, count: usize| {
        let found =
            format!("document.querySelectorAll('#board svg:not(.previewed) {selector}').length");
        page.until(&format!("return {found} === {count}"));
    };
    page.open("/analyse?game=domineering&position=2x3");
    page.click_to_show("a2a1", "#../#..");
    tiles(".tile", 1);
    page.click_to_show("b1c1", "#../###");
    tiles(".tile", 2);
    page.run("history.back()");
    tiles(".tile", 1);
    page.click_label("Start");
    tiles(".tile", 0);
}

/// A link that cannot carry all says so.
fn a_link_that_is_too_short_says_so(page: &Desk) {
    page.open("/analyse?game=nim&position=1,2");
    page.click_to_show("take 1 from heap 2", "1,1");
    page.run(
        "const { comment } = document.getElementById('remark').elements; comment.value = 'long '.repeat(2000);\
         comment.dispatchEvent(new Event('input', { bubbles: true }))",
    );
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    page.click_for("Copy link", "//*[@id='kept']", "too long for a link");
    let link = page.until("return window.copied");
    assert!(!link.as_str().unwrap().contains("#study="), "{link}");
}

/// The switch says who is to move, and only his squares are marked; the list
/// shows what becomes of a move under the pointer.
fn the_side_to_move_is_switched(page: &Desk) {
    page.open("/analyse?game=clobber&position=XOX/OXO/XOX");
    let marked = "return [...document.querySelectorAll('#board .spot.win, #board .spot.lose')]\
                  .map((spot) => spot.dataset.name).sort().join()";
    page.wait(FACTS, "Moves of Left (Black)");
    page.until(&format!(
        "return (() => {{ {marked} }})() === 'a1,a3,b2,c1,c3'"
    ));
    // Equal moves stand together.
    page.says(FACTS, &["4 moves → 0", "8 moves → ↑"]);
    let move_of = "//li[contains(@class,'group')]//button[contains(@class,'move')]";
    page.run("document.querySelector('.moves-list button.move').focus()");
    page.until("return document.querySelector('#board .previewed') !== null");
    page.find(move_of);
    page.tool("Right (White)");
    page.wait(FACTS, "Moves of Right (White)");
    page.until(&format!(
        "return (() => {{ {marked} }})() === 'a2,b1,b3,c2'"
    ));
    assert!(page.address().contains("side=right"));
}

/// A winning move has an answer to every reply, a losing one a refutation.
fn moves_say_why(page: &Desk) {
    page.open("/analyse?game=nim&position=1,2");
    page.click_for(
        "Why: take 1 from heap 2",
        FACTS,
        "It wins: whatever the other player does",
    );
    page.click_label("Why: take 1 from heap 1");
    page.wait(
        FACTS,
        "It loses. The other player answers take 2 from heap 2 and wins",
    );
    // In misère play one stone has to be left.
    page.tool("Misère");
    page.wait(FACTS, "who cannot move wins");
    page.click_for("Why: take 2 from heap 2", FACTS, "It wins: whatever");
    // Nim in binary, and every word has its meaning.
    page.wait(FACTS, "nim sum");
    let term = "return document.querySelector('#facts .term')";
    page.until(&format!(
        "{term}?.getAttribute('aria-describedby') === document.querySelector('#facts .meaning').id"
    ));
    page.open("/analyse?game=kayles&position=5");
    page.wait(FACTS, "nim value");
}

/// Sums: added to, played in, with the hottest part and the move to make.
fn sums_are_explored_by_their_address(page: &Desk) {
    page.open("/analyse?expression=clobber(%22XO%22)%2B%2B-1");
    page.wait(FACTS, "Move to make: 2: to 1");
    page.worth("+-(1*)");
    page.until("return document.querySelector('.hottest')?.textContent.includes('2:')");
    page.click_label("Add beside it");
    page.click(&page.find("//form[@id='add']//button"));
    page.shows("clobber(\"BW\") + +-1 + nim(\"3\")");
    page.find("//*[@id='board']//*[@data-name='1.3']");
    page.run("history.back()");
    page.until("return document.querySelectorAll('.summand').length === 2");
    page.press("a1");
    page.press("b1");
    page.until("return document.forms.subject.position.value.startsWith('clobber(\".B\")')");
    page.wait(FACTS, "Moves of Right");
    page.click_to_show("Remove summand 2", ".B");
}

/// While it is not solved the page estimates; the answer replaces that.
fn an_estimate_stands_until_the_answer_comes(page: &Desk) {
    page.open("/analyse?game=nim&position=1");
    page.wait(FACTS, "The first player wins");
    // The exact answer is held back until the test lets it go.
    page.run(
        "const fetched = window.fetch; window.held = true;
         window.fetch = async (address, options) => {
           while (window.held && String(address).includes('/outcome?')) await new Promise((go) => setTimeout(go, 50));
           return fetched(address, options);
         };",
    );
    let field = page.find("//form[@id='subject']//input");
    page.run("document.forms.subject.game.value = 'domineering'");
    page.rewrite(&field, "3x3\n");
    page.says(
        FACTS,
        &[
            "This is what a search sees for Left",
            "per second",
            "wins in",
        ],
    );
    page.run("window.held = false");
    page.wait(FACTS, "The first player wins");
    page.until("return !document.getElementById('facts').textContent.includes('Estimate')");
}

/// What takes long shows how far it is and what it sees, and can be cancelled.
fn an_analysis_can_be_cancelled(page: &Desk) {
    page.open("/analyse?game=amazons&position=6x6");
    page.says(FACTS, &["Looking at", "Estimate"]);
    page.click_for("Cancel", FACTS, "Cancelled");
    page.labelled("Start again");
}

/// Edit keeps the variant, and so does the way to play.
fn an_edited_position_keeps_its_variant(page: &Desk) {
    page.open("/analyse?game=legionnaires:centurion&position=3x3");
    page.shows("W.W/.../B.B");
    page.click_label("Edit");
    page.click_to_show("Add column", "W.W./..../B.B.");
    assert_eq!(
        page.run("return document.forms.subject.game.value"),
        "legionnaires:centurion"
    );
    let link = page.run("return document.getElementById('begin').href");
    assert!(
        link.as_str().unwrap().contains("legionnaires%3Acenturion"),
        "{link}"
    );
}

/// Games with loops have values, with what there is to know of them; the page
/// is found by the name that it has on the pages, too.
fn games_with_loops_have_values(page: &Desk) {
    page.open("/explore?game=legionnaires:centurion&position=WB/BW");
    page.worth("+-on");
    page.wait(FACTS, "Left stop");
    page.wait("//*[@id='kind']", "A stopper");
    assert!(
        page.address().contains("/analyse?game="),
        "{}",
        page.address()
    );
    page.open("/analyse?game=backsliding_toads_and_frogs&position=ttt..fff");
    page.wait("//*[@id='kind']", "Its two sides");
}

/// Nothing of what was shown stays when the next thing cannot be.
fn errors_leave_nothing_stale(page: &Desk) {
    page.open("/analyse?game=domineering&position=2x3");
    page.find("//*[name()='svg'][starts-with(@aria-label,'Thermograph')]");
    let field = page.find("//form[@id='subject']//input");
    page.rewrite(&field, "nonsense\n");
    page.until("return document.getElementById('message').textContent !== ''");
    page.until("return document.getElementById('facts').textContent === ''");
    page.until("return document.querySelector('#board svg') === null");
}

/// A certificate is found and checked; a tree is drawn and folded;
/// thermographs stand in one picture.
fn proofs_trees_and_thermographs(page: &Desk) {
    page.open("/analyse?game=domineering&position=2x2");
    page.click_label("Keep to compare");
    page.click_label("Certificate");
    page.click_label("Prove");
    page.click_for("Check it", "//*[@id='proof']", "✓ Accepted.");
    page.click_label("Game tree");
    page.until("return document.querySelectorAll('#tree-picture .node').length > 0");
    page.until("return document.querySelector('#tree-picture .node[data-node=\"0\"]') !== null");
    let boards = "document.querySelectorAll('#tree-picture path').length";
    assert_eq!(page.run(&format!("return {boards}")), 8);
    page.run("document.querySelector('#tree-picture .node[data-node=\"0\"]').focus()");
    page.keys("\u{E007}");
    page.until(&format!("return {boards} === 0"));
    let field = page.find("//form[@id='subject']//input");
    page.rewrite(&field, "2x3\n");
    page.until("return document.querySelectorAll('.thermographs .wall').length === 4");
    page.wait("//*[@class='read']", "Left begins");
}

/// On a phone the answer is under the board, nothing is wider than the
/// window, and no heading breaks inside a word.
#[test]
fn a_phone_shows_the_answer_under_the_board() {
    let page = Desk::at(390, 844, "/analyse?game=legionnaires&position=4x4");
    page.wait(FACTS, "wins");
    let below = "const at = (id) => document.getElementById(id).getBoundingClientRect();
                 return at('facts').top >= at('board').bottom
                   && at('facts').top - at('board').bottom < 120
                   && at('variations').top > at('facts').bottom";
    page.until(below);
    let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
    page.until(fits);
    let whole = "return [...document.querySelectorAll('#facts h2, #facts dt, #facts th')]
                 .every((head) => getComputedStyle(head).overflowWrap !== 'anywhere')";
    page.until(whole);
    page.end();
}

/// Heaps, bushes and graphs are edited by clicks, too.
fn every_position_can_be_edited(page: &Desk) {
    page.open("/analyse?game=nim&position=1,2");
    page.shows("1,2");
    page.click_label("Edit");
    page.tool("add a stone");
    page.press("1.1");
    page.shows("2,2");
    page.click_to_show("Add heap", "2,2,1");
    page.open("/analyse?game=hackenbush&position=l");
    page.shows("l");
    page.click_label("Edit");
    page.tool("grow red");
    page.press("l1");
    page.shows("lr");
    page.click_to_show("New green stalk", "(lr;e)");
    page.tool("paint red");
    page.press("l1");
    page.shows("(rr;e)");
    page.open("/analyse?game=col&position=.-.");
    page.shows(".-.");
    page.click_label("Edit");
    page.tool("new neighbour");
    page.press("2");
    page.shows(".-.-.");
    page.tool("B painted by Black (Left)");
    page.press("2");
    page.shows(".-B-.");
    page.open("/analyse?game=amazons&position=L.R");
    page.shows("L.R");
    page.click_label("Edit");
    page.tool("# burned");
    page.press("b1");
    page.shows("L#R");
    page.click_to_show("Add row", "L#R/...");
}

fn an_edited_position_changes_its_value(page: &Desk) {
    page.open("/analyse?game=clobber&position=BW");
    page.worth("*");
    page.click_label("Edit");
    page.click_to_show("Add column", "BW.");
    page.find("//*[@id='board']//*[@data-name='c1']");
    page.click(&page.find("//label[contains(.,'stone of White')]/input"));
    page.press("c1");
    page.worth("v");
    page.find("//*[name()='svg'][starts-with(@aria-label,'Thermograph')]");
}

/// Moves, studies and sides in one window.
#[test]
fn lines_of_play_are_explored() {
    let page = Desk::at(1280, 900, "/help");
    moves_branch_and_the_way_back_is_known(&page);
    a_study_is_kept_and_shared(&page);
    the_side_to_move_is_switched(&page);
    dominoes_lie_where_they_were_laid(&page);
    a_link_that_is_too_short_says_so(&page);
    page.end();
}

/// Reasons, sums and estimates in one window.
#[test]
fn answers_are_explored() {
    let page = Desk::at(1280, 900, "/help");
    moves_say_why(&page);
    sums_are_explored_by_their_address(&page);
    games_with_loops_have_values(&page);
    an_estimate_stands_until_the_answer_comes(&page);
    an_analysis_can_be_cancelled(&page);
    proofs_trees_and_thermographs(&page);
    page.end();
}

/// Everything that changes a position in one window.
#[test]
fn positions_are_edited() {
    let page = Desk::at(1280, 900, "/help");
    every_position_can_be_edited(&page);
    an_edited_position_changes_its_value(&page);
    an_edited_position_keeps_its_variant(&page);
    errors_leave_nothing_stale(&page);
    page.end();
}
