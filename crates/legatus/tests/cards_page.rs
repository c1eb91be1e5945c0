//! Games beside cards and with a die in the page, as a person plays them.

use crate::web::desk::{Desk, MESSAGE, STATUS};

const MOVES: &str = "//*[@id='moves']";
const END: &str = "//*[@id='end']";

/// White's Soldiers are about to kill the one on d5.
const SKIRMISH: &str = ".......B/......../......../...b..../..w...../...w..../......../W.......";
/// White's King stands behind three of his Soldiers.
const WALL: &str = ".......B/......../......../......../......../......../www...../.W......";

impl Desk {
    fn choose(&self, label: &str, option: &str) {
        self.click(&self.find(&format!(
            "//label[starts-with(normalize-space(.),'{label}')]//option[contains(.,'{option}')]"
        )));
    }

    fn fill(&self, label: &str, text: &str) {
        let field = self.field(label);
        self.rewrite(&field, text);
    }

    /// The board stands still while keys are pressed, until a place says so.
    fn stands_still(&self, board: &str, keys: &str, (place, words): (&str, &str)) {
        let top = format!(
            "return document.getElementById('{board}').getBoundingClientRect().top + window.scrollY"
        );
        let before = self.run(&top);
        self.keys(keys);
        self.wait(place, words);
        assert_eq!(self.run(&top), before);
    }

    /// Fills a number in and bids it; then a place says so.
    fn bid(&self, label: &str, number: &str, place: &str, says: &str) {
        self.fill(label, number);
        self.click_for("Bid", place, says);
    }

    fn tick(&self, words: &str) {
        self.click(&self.find(&format!(
            "//label[contains(normalize-space(.),'{words}')]/input"
        )));
    }

    /// To a game of two people with a die of their own, White to throw.
    fn own_die(&self, position: &str) {
        let position = position.replace('/', "%2F");
        self.open(&format!(
            "/game/latrunculus?position={position}&first=right"
        ));
        self.choose("Die", "I throw my own");
        self.click_to("On this screen", "White throws the die.");
    }

    /// Plays a game against the computer by its hints to the end.
    fn play_by_hints(&self) {
        for _ in 0..60 {
            // Either the game is over, or it is the person's turn.
            let state = self.until(
                "return !document.getElementById('end').hidden ? 'over' \
                 : !document.getElementById('hint').disabled ? 'mine' : null",
            );
            if state == "over" {
                return;
            }
            let turns = self.run("return document.querySelectorAll('#moves li').length");
            self.click_label("Hint");
            self.click(&self.find("//*[@id='do']"));
            self.until(&format!(
                "return document.querySelectorAll('#moves li').length > {turns} ? true : null"
            ));
        }
        panic!("the game does not end");
    }
}

/// What is said of a net score, which is Left's, is said of the right player,
/// whoever sits where.
fn words_are_said_of_the_right_player(desk: &Desk) {
    let said = desk.run(
        "const seat = (player) => ({ player }); \
         const view = (left, right) => ({ left: seat(left), right: seat(right), first: 'left', \
           sides: { left: 'Black', right: 'White' }, scores: { left: '3/2', right: '1' }, net: '1/2', \
           cards_left: 0, over: { winner: 'left' } }); \
         const views = [view('human', 'exact'), view('exact', 'human'), view('human', 'human')]; \
         return import('/assets/cards-words.js').then((words) => views.map((view) => \
           [words.wins(view, '1'), words.wins(view, '-3/4'), words.wins(view, '0'), words.lead(view, '-1/2'), \
            words.result(view), words.how(view)[0]]))",
    );
    let expected = serde_json::json!([
        [
            "you win by 1",
            "the computer wins by ¾",
            "a tie",
            "the computer leads by ½",
            "You won",
            "You have 1½, the computer 1: you won by ½."
        ],
        [
            "the computer wins by 1",
            "you win by ¾",
            "a tie",
            "you lead by ½",
            "You lost",
            "You have 1, the computer 1½: the computer won by ½."
        ],
        [
            "Black wins by 1",
            "White wins by ¾",
            "a tie",
            "White leads by ½",
            "Black won",
            "Black has 1½, White 1: Black won by ½."
        ],
    ]);
    assert_eq!(said, expected);
}

/// One click on the page of the game, then the hints: the first turn is on the
/// hotter board, and who follows the hints wins what best play promised.
#[test]
fn one_click_begins_a_game_that_the_hints_win() {
    let desk = Desk::at(1280, 900, "/cards");
    desk.click_to("Play now", "Your turn: the card (2½) or a move.");
    desk.says("//*[@id='above']", &["Computer", "Medium"]);
    desk.wait("//*[@id='heat-1']", "temperature 3, hotter than the card");
    desk.wait("//*[@id='heat-2']", "temperature ⅝, cooler than the card");
    desk.click_label("Hint");
    desk.wait(
        "//*[@id='advice']",
        "play a1-a3/b3 on board 1. Board 1 is hotter than the card: it is at 3, the card at 2½.",
    );
    desk.wait("//*[@id='best']", "With best play from here you win by 1.");
    words_are_said_of_the_right_player(&desk);
    desk.play_by_hints();
    desk.says(END, &["You won", "Your unorthodox moves cost"]);
    let won = desk.run(
        "const text = document.getElementById('end').textContent; \
         return /you won by (\\d|½|¼|¾)/.test(text) && text.includes('Your unorthodox moves cost')",
    );
    assert_eq!(won, true, "{}", desk.text(&desk.find(END)));
    // The same game again, from the other side.
    desk.click_to("Swap sides", "Your turn");
    desk.wait("//*[@id='below']", "White");
    desk.click_label("Resign");
    desk.find("//dialog[@open]");
    desk.click(&desk.find("//dialog//button[.='Resign']"));
    desk.says(END, &["You lost", "You resigned."]);
    desk.end();
}

#[test]
fn people_play_and_bid_beside_cards() {
    let desk = Desk::at(1280, 900, "/cards?game=amazons&position=.L..R");
    two_people_play_beside_a_few_cards(&desk);
    bids_referee_and_challenge(&desk);
    desk.end();
}

/// Two people, a few cards: an unorthodox move has its price, which is taken
/// back with it; the end says who won by how much.
fn two_people_play_beside_a_few_cards(desk: &Desk) {
    desk.choose("Cards", "by rule");
    desk.fill("Top card", "2");
    desk.fill("Step", "1");
    desk.click_to("On this screen", "Black to move");
    desk.wait("//*[@id='forecast']", "Black wins by ½");
    desk.click_to("2: take the card", "White to move");
    desk.click_to("1: take the card", "Black to move");
    for spot in ["b1", "a1", "b1"] {
        desk.press(spot);
    }
    desk.wait(MOVES, "Black played b1-a1/b1, costs 4");
    desk.wait("//*[@id='costs']", "Black's unorthodox moves cost 4");
    desk.click_to("Undo", "Black to move");
    for spot in ["b1", "a1", "d1"] {
        desk.press(spot);
    }
    desk.wait(MOVES, "Black played b1-a1/d1, orthodox");
    for (card, next) in [
        ("0", "Black to move"),
        ("−1", "White to move"),
        ("−1", "Black to move"),
        ("−1", "White to move"),
        ("−½", "won"),
    ] {
        desk.click_to(&format!("{card}: take the card"), next);
    }
    // Left took 2, −1 and −1; Right the komi 3/2, 1, 0, −1 and −1/2.
    desk.wait(END, "Black has 0, White 1: White won by 1.");
    desk.go(&desk.address());
    desk.wait(END, "White won");
}

/// Bids for the stack and for the first move, a referee, and a challenge.
fn bids_referee_and_challenge(desk: &Desk) {
    desk.open("/cards?game=amazons&position=.L..R");
    desk.choose("Cards", "by bids");
    desk.fill("Top card", "2");
    desk.choose("First move and komi", "by bids");
    desk.tick("A referee skips");
    desk.tick("I challenge a claim");
    desk.fill("by at least", "1/2");
    desk.click_to("Play now", "Your bid comes next.");
    desk.wait(
        "//*[@id='claim']",
        "You say that is too low by ½, and need at least ½.",
    );
    // The computer bids a step of 1/8, and as many cards as moves: 3.
    desk.fill("Step", "1/2");
    desk.bid(
        "Cards of −1",
        "2",
        "//*[@id='bid']",
        "Name the step: it has to be below ⅛.",
    );
    desk.bid(
        "Step",
        "1/2",
        MESSAGE,
        "a step of 1/2: name a number above 0 and below 1/8",
    );
    desk.bid("Step", "1/16", "//*[@id='bid']", "more than 3");
    desk.bid(
        "Cards of −1",
        "6",
        "//*[@id='bid']",
        "what you would give to begin",
    );
    desk.bid("Komi", "9", "//*[@id='bid']", "you begin");
    desk.wait("//*[@id='stack']", "Top card: 2.");
    desk.wait("//*[@id='scores']", "9");
    // Both take cards, as the board is at 1; then the referee asks, and skips
    // those above the computer's bid.
    desk.click_for("2: take the card", "//*[@id='bid']", "the referee comes");
    desk.bid(
        "Temperature",
        "-1",
        "//*[@id='remark']",
        "The referee skipped",
    );
    desk.wait(STATUS, "Your turn");
}

#[test]
fn latrunculus_is_played_with_either_die() {
    let desk = Desk::at(1280, 900, "/game/latrunculus");
    the_computer_plays_latrunculus(&desk);
    the_king_goes_a_detour_by_clicks(&desk);
    a_soldier_is_killed_by_clicking(&desk);
    desk.has_no_complaints();
    a_turn_is_typed_and_survives_a_crash(desk);
}

/// The King steps over the Soldiers that are clicked, not only the shortest
/// way; a step is taken back before the way is gone.
fn the_king_goes_a_detour_by_clicks(desk: &Desk) {
    desk.own_die(WALL);
    desk.click_to("My die shows 5", "5 pips left");
    desk.press("b1");
    desk.wait("//*[@id='way']", "click where he goes");
    desk.press("a2");
    desk.wait("//*[@id='way']", "b1 – a2: 1 of 5 pips");
    desk.press("b2");
    desk.wait("//*[@id='way']", "b1 – a2 – b2: 2 of 5 pips");
    desk.press("c2");
    desk.click_for(
        "One step back",
        "//*[@id='way']",
        "b1 – a2 – b2: 2 of 5 pips",
    );
    desk.press("c2");
    desk.wait("//*[@id='way']", "b1 – a2 – b2 – c2: 3 of 5 pips");
    desk.press_to("c3", "b1-a2-b2-c2-c3; 1 pip left.");
    desk.click_to("Undo", "5 pips left");
    // The square alone is the shortest way.
    desk.press("b1");
    desk.press_to("c3", "c3; 3 pips left.");
}

fn a_soldier_is_killed_by_clicking(desk: &Desk) {
    desk.own_die(SKIRMISH);
    desk.click_to("My die shows 4", "4 pips left");
    desk.press("d3");
    let next = desk.run("return document.querySelectorAll('.spot.next').length");
    assert!(next.as_u64().unwrap() >= 5, "{next}");
    desk.press_to("d4", "3 pips left");
    let label =
        desk.run("return document.querySelector('[data-name=d5]').getAttribute('aria-label')");
    let label = label.as_str().unwrap();
    assert!(label.contains("can be killed for 3 pips"), "{label}");
    desk.click_to("Undo", "4 pips left");
    desk.click_to("Redo", "3 pips left");
    desk.press_to("d5", "d3-d4 x d5; 0 pips left");
    desk.click_to("End turn", "Black throws the die.");
    desk.wait(MOVES, "White 4: d3-d4 x d5");
    desk.click_label("Analysis");
    desk.find("//*[@id='expected']");
    desk.wait("//*[@id='best']", "Best turns");
}

/// A turn is typed, with what is refused and why; it outlives the server.
fn a_turn_is_typed_and_survives_a_crash(desk: Desk) {
    desk.own_die(SKIRMISH);
    desk.keys("5");
    desk.wait(STATUS, "5 pips left");
    desk.click_label("Type a turn, the board in words, copy");
    let field = desk.field("Steps and kills");
    desk.write(&field, "d3-d4 x d6\n");
    desk.wait(MESSAGE, "there is nobody to kill on d6");
    desk.write(&field, "d3-d4 x d5\n");
    desk.wait(STATUS, "1 pip left");
    let path = desk.address();
    let path = path.split_once("/latrunculus/").unwrap().1.to_owned();
    let desk = desk.crash();
    desk.open(&format!("/latrunculus/{path}"));
    desk.wait(STATUS, "threw 5: d3-d4 x d5; 1 pip left.");
}

/// One click, a throw, a hint, and the computer answers in time.
fn the_computer_plays_latrunculus(desk: &Desk) {
    desk.click_to("Play now", "Your turn: throw the die.");
    desk.click_to("Throw the die", "You threw");
    desk.click_for("Hint", "//*[@id='advice']", "It looks best");
    desk.click_to("Do that", ": ");
    desk.click_to("End turn", "The computer threw");
    desk.find("//*[@id='moves']/li[2]");
    desk.wait(STATUS, "Your turn: throw the die.");
    desk.click_to("Show the turn again", "Your turn: throw the die.");
}

/// Nothing is wider than a phone, and every button is big enough.
#[test]
fn a_phone_shows_die_and_cards() {
    let desk = Desk::at(390, 844, "/cards");
    desk.fits_a_phone();
    desk.click_to("Play now", "Your turn");
    desk.wait("//*[@id='heat-2']", "temperature");
    desk.fits_a_phone();
    desk.stands_still("board-1", ".", (MOVES, "The computer"));
    desk.open("/game/latrunculus");
    desk.fits_a_phone();
    desk.click_to("Play now", "Your turn: throw the die.");
    desk.fits_a_phone();
    // By the keyboard alone: T throws.
    desk.stands_still("board", "t", (STATUS, "You threw"));
    desk.fits_a_phone();
    desk.end();
}
