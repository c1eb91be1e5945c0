"""Everything that other programs and papers say, as data files of the project,
asked through Python."""

import json
import os

import pytest

import legatus
from legatus import Value, ask, calc, position

FULL = "LEGATUS_FULL" in os.environ


def rows(path, heading=0):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[heading:]]


def some(all_rows, most):
    """All rows, or some that are spread over them."""
    return all_rows if FULL else all_rows[:: max(1, len(all_rows) // most)]


def test_the_calculator_answers_as_cgsuite_does(root):
    data = root / "crates/calc/tests/data"
    left_out = {
        tuple(row[:2])
        for name in ("cgsuite-excluded.tsv", "cgsuite-games-excluded.tsv")
        for row in rows(data / name, 1)
    }
    wrong, asked = [], 0
    for name in ("cgsuite-values.tsv", "cgsuite-games.tsv", "cgsuite-theory.tsv"):
        for category, source, expected, _ in some(rows(data / name, 1), 50):
            if (category, source) in left_out:
                continue
            asked += 1
            source, expected = (text.replace("\\n", "\n") for text in (source, expected))
            try:
                legatus.Calculator()(source)
                answer = ask("calc", source)
                found = json.dumps(answer["text"]) if answer["type"] == "text" else answer["text"]
                found = found if found == expected else answer["text"]
            except legatus.Error as error:
                found = f"!!{error}"
            if found != expected and not (found.startswith("!!") and expected.startswith("!!")):
                wrong.append((source, expected, found))
    assert not wrong and asked > (1000 if FULL else 80)


def test_values_read_back_as_they_were_answered(root):
    for _, source, expected, _ in some(rows(root / "crates/calc/tests/data/cgsuite-values.tsv", 1), 100):
        try:
            answer = calc(source)
        except legatus.Error:
            continue
        if isinstance(answer, Value):
            assert Value(str(answer)) == answer and hash(Value(str(answer))) == hash(answer)


def test_amazons(root):
    asked = 0
    for row in some(rows(root / "crates/solve/tests/data/amazons.tsv", 1), 60):
        board, canonical, mean, temperature = row[:4]
        at = legatus.amazons(board.replace("|", "/"))
        if board.count(".") > (12 if FULL else 8):
            continue
        graph = at.thermograph()
        assert str(graph.mean) == mean and str(graph.temperature) == temperature, board
        if canonical and canonical != "-" and len(canonical) < 500:
            assert at.value() == Value(canonical), board
        asked += 1
    assert asked > 10


def test_legionnaires(root):
    asked = 0
    for name, start, positions, edges, outcome, *_ in rows(
        root / "crates/solve/tests/data/legionnaires_counts.tsv"
    ):
        if not positions.isdigit() or int(positions) > (300_000 if FULL else 3000):
            continue
        at = legatus.legionnaires(start)
        told = ask("count", at)
        assert told["positions"] == int(positions), name
        if edges.isdigit():
            assert told["edges"] == int(edges), name
        if outcome in ("L", "R", "N", "P"):
            assert at.outcome() == outcome, name
        asked += 1
    assert asked > 10


def test_games_in_rule_files(root):
    for name, text, question, expected, *_ in some(
        rows(root / "crates/solve/tests/data/library_cgsuite.tsv"), 25
    ):
        at = position(name, text)
        if question == "value":
            assert at.value() == Value(expected), (name, text)
        elif question == "nim value":
            assert at.nim_value() == int(expected), (name, text)
        elif expected in ("L", "R", "N", "P"):
            assert at.outcome() == expected, (name, text)


@pytest.mark.parametrize("file, heading", [("outcomes.tsv", 0), ("board_outcomes.tsv", 1)])
def test_who_wins_as_other_solvers_say(root, file, heading):
    names = {
        "clobber_1xn": "clobber",
        "impartial clobber": "clobber:impartial",
        "impartial domineering": "domineering:impartial",
    }
    asked = 0
    for game, text, expected, *_ in some(rows(root / "crates/solve/tests/data" / file, heading), 120):
        first, _, answer = expected.partition(" first: first player ")
        small = text.count(".") <= 40 if FULL else len(text) <= 16
        if answer not in ("wins", "loses") or not small:
            continue
        try:
            at = position(names.get(game, game), text)
        except legatus.Error:
            continue
        outcome = at.outcome(budget=legatus.Budget(seconds=120))
        winners = ("L", "N") if first == "Left" else ("R", "N")
        assert (outcome in winners) == (answer == "wins"), (game, text)
        asked += 1
    assert asked > 10
