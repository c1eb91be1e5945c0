"""Players and matches."""

from fractions import Fraction

import pytest

import legatus
from legatus import amazons, domineering, legionnaires, nim, play


def test_the_same_seed_plays_the_same_games():
    one = play.match(legionnaires("4x4"), "mobility", "random", games=10, seed=7, keep=True)
    two = play.match(legionnaires("4x4"), "mobility", "random", games=10, seed=7, keep=True)
    assert one.table.rows == two.table.rows and len(one.table) == 10
    assert one.left_wins + one.right_wins + one.draws == one.games == 10
    assert one.left == "mobility" and "10 games" in repr(one)
    assert one._repr_html_().startswith("<table>")


def test_a_won_game_is_won():
    assert play.match(nim(3, 4, 5), "nim", "random", games=4, first="left").left_wins == 4


def test_cards_and_dice():
    told = play.environment(amazons("R..L"), top=2)
    assert told
    match = play.match("latrunculus", "random", "random", games=1, level=1)
    assert match.games == 1
    assert {"boards", "latrunculus", "cards"} == {kind for kind, _, _ in legatus._legatus._players()}


def test_latrunculus_is_analysed():
    # A worked example of A. Hodson's rules: a six takes the black King, a
    # three the white one.
    board = "......../......../......../.bBb..../..W...../..w...../......../........"
    told = play.analyse("latrunculus", board, player="white", roll=6, level=1)
    pips = {piece["square"]: piece["pips"] for piece in told["pieces"]}
    assert (pips["c5"], pips["c4"]) == (6, 3)
    (throw,) = told["throws"]
    assert throw["roll"] == 6 and throw["turns"][0]["move"] == "x c5"
    assert "B" not in throw["turns"][0]["position"]


def test_matches_beside_cards():
    # Two exact players come to what is known of best play, whoever begins.
    board = amazons("R..L...R")
    best = play.environment(board)
    komi = Fraction(best["left_stack"])
    match = play.match(board, "exact", "exact", games=2, cards=True, keep=True)
    assert match.nets == [Fraction(best["left_starts"]) - komi, Fraction(best["right_starts"]) + komi]
    assert match.table.columns[-1] == "net" and match.left_wins == 2
    # The same in a sum and beside another stack, and nobody does better.
    sum_ = amazons("R..L...R") - domineering("2x3")
    cards = {"top": 3, "step": Fraction(1, 2)}
    best = play.environment(sum_, **cards)
    komi = Fraction(best["left_stack"])
    for right in ("exact", "sentestrat", "hotstrat", "random"):
        match = play.match(sum_, "exact", right, games=8, seed=3, cards=cards, keep=True, first="left")
        assert min(match.nets) >= Fraction(best["left_starts"]) - komi
    one, two = (play.match(board, "novice", "random", games=6, cards=True, keep=True, seed=5) for _ in "12")
    assert one.nets == two.nets and one.table.rows == two.table.rows


def test_bad_matches_are_refused():
    for wrong in (
        lambda: play.match(nim(1), "nobody"),
        lambda: play.match(nim(1), level=11),
        lambda: play.match(nim(1), threads=0),
        lambda: play.match(nim(1), first="nobody"),
        lambda: play.match(nim(1) + 1),
        lambda: play.match("chess"),
        lambda: play.match("latrunculus", cards=True),
        lambda: play.match(nim(1), "mobility", cards=True),
        lambda: play.match(nim(1), cards={"bottom": 1}),
        lambda: play.match(nim(1), cards={"step": 0}),
        lambda: play.match(nim(1), cards=True, misere=True),
        lambda: play.match(nim(1), cards=True, opening=2),
    ):
        with pytest.raises((legatus.Error, TypeError)):
            wrong()
