"""Games written in Python, against the same games here and against a slow
reference."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legatus
from legatus import Value, clobber, domineering, form, game

import reference

heap = game(reference.Heap)
row = game(reference.Clobber)
split = game(reference.SplitClobber)
squares = game(reference.Domineering)


def as_value(canonical, memo):
    if canonical not in memo:
        sides = ([as_value(option, memo) for option in side] for side in (canonical.left, canonical.right))
        memo[canonical] = form(*sides)
    return memo[canonical]


def test_values_are_those_of_the_definition():
    memo, values = {}, {}
    for n in range(14):
        assert heap(n).value() == as_value(reference.value(reference.Heap(), n, memo), values)


@given(st.text("xo.", min_size=1, max_size=7))
def test_clobber_is_clobber(text):
    known = clobber(text.replace("x", "X").replace("o", "O"))
    at, parted = row(text), split(text)
    assert at.value() == parted.value() == known.value()
    assert at.outcome() == parted.outcome() == known.outcome()
    assert at.thermograph() == parted.thermograph() == known.thermograph()
    assert at.outcome(misere=True) == known.outcome(misere=True)
    assert len(at.moves()) >= len(known.moves())


def test_domineering_is_domineering():
    for size in ((2, 2), (2, 3), (3, 3)):
        at = squares(reference.board(*size))
        assert at.value() == domineering("%dx%d" % size).value()


def test_moves_have_names():
    class Named:
        def moves(self, n, player):
            return {f"take {k}": n - k for k in (1, 2) if k <= n}

    at = game(Named())(3)
    assert [str(move) for move in at.moves("Left")] == ["take 1", "take 2"]
    assert at.play("take 2", "Left") == game("named")(1)
    assert at.winning_moves("Left") == []
    assert [move.name for move in heap(3).moves("Right")] == ["to 2", "to 0"]


def test_impartial_games_have_nim_values():
    class Kayles:
        impartial = True

        def moves(self, rows, player):
            for place, n in enumerate(rows):
                rest = rows[:place] + rows[place + 1 :]
                for taken in (1, 2):
                    for left in range(n - taken + 1):
                        yield tuple(sorted(rest + (left, n - taken - left)))

        def parts(self, rows):
            return [(n,) for n in rows if n]

    mine = game(Kayles)
    assert [mine((n,)).nim_value() for n in range(1, 13)] == list(
        legatus.nim_sequence("kayles", 12)
    )
    assert mine((3, 4)).is_impartial
    assert (mine((3,)) + legatus.nim(3)).outcome() == "P"


def test_sums_with_other_games():
    assert (heap(2) + clobber("XO") - Value("^")).value() == heap(2).value() + Value("*") - Value("^")
    assert legatus.calc("g + *", g=heap(2)).value() == heap(2).value() + Value("*")


def test_players_play_them():
    match = legatus.play.match(heap(9), "search:1", "random", games=6)
    assert match.games == 6


class Trouble(Exception):
    pass


def test_what_a_class_raises_comes_through():
    class Bad:
        def moves(self, n, player):
            if n == 2:
                raise Trouble("at two")
            return [n - 1] if n else []

    bad = game(Bad())
    assert bad(1).value() == Value("*")
    for question in (
        lambda: bad(4).value(),
        lambda: bad(4).outcome(),
        lambda: bad(4).thermograph(),
        lambda: bad(4).count(),
        lambda: bad(2).moves(),
        lambda: (bad(4) + 1).value(),
    ):
        with pytest.raises(Trouble, match="at two"):
            question()
    assert bad(1).value() == Value("*")
    with pytest.raises(legatus.Error, match="has not met"):
        legatus.position(bad.name, "77")


def test_play_that_does_not_end_is_seen():
    class Round:
        def moves(self, n, player):
            return [(n + 1) % 3]

    with pytest.raises(legatus.Undefined, match="may not end"):
        game(Round())(0).value()


@pytest.mark.parametrize(
    "answer, error",
    [(5, TypeError), ([[]], TypeError), (None, TypeError), ({1: []}, TypeError)],
)
def test_wrong_answers_are_errors(answer, error):
    class Wrong:
        def moves(self, position, player):
            return answer

    with pytest.raises(error):
        game(Wrong())(1).value()


def test_endless_positions_meet_the_limit():
    class Growing:
        def moves(self, n, player):
            return [n + 1]

    with pytest.raises(legatus.Stopped, match="time limit"):
        game(Growing())(0).value(budget=legatus.Budget(seconds=0.3))


def test_values_may_be_used_in_the_rules():
    class Calculating:
        def moves(self, n, player):
            assert Value(n) + Value("*") == Value(f"{n}*")
            assert legatus.clobber("XO").value() == Value("*")
            return [n - 1] if n else []

    assert game(Calculating())(4).value() == 0


def test_large_values_are_faster_than_in_plain_python():
    begun = time.process_time()
    slow = reference.value(reference.Scores(), (12, 0), {})
    plain = time.process_time() - begun
    begun = time.process_time()
    fast = game(reference.Scores)((12, 0)).value()
    here = time.process_time() - begun
    assert as_value(slow, {}) == fast
    # bench.py measures an optimised build, which this need not be.
    assert here < 10 * plain
