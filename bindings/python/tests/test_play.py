"""Players and matches."""

import pytest

import legatus
from legatus import amazons, legionnaires, nim, play


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
    assert play.analyse("latrunculus", roll=3, level=1)
    match = play.match("latrunculus", "random", "random", games=1, level=1)
    assert match.games == 1
    assert {"boards", "latrunculus", "cards"} == {kind for kind, _, _ in legatus._legatus._players()}


def test_bad_matches_are_refused():
    for wrong in (
        lambda: play.match(nim(1), "nobody"),
        lambda: play.match(nim(1), level=11),
        lambda: play.match(nim(1), threads=0),
        lambda: play.match(nim(1), first="nobody"),
        lambda: play.match(nim(1) + 1),
        lambda: play.match("chess"),
    ):
        with pytest.raises((legatus.Error, TypeError)):
            wrong()
