"""Everything that other programs and papers say, as data files of the project,
asked through Python."""

import json
import os
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable

import pytest

import legatus
from legatus import Value, ask, calc, position

FULL = "LEGATUS_FULL" in os.environ

CALCULATOR = "crates/calc/tests/data/cgsuite-"
SOLVED = "crates/solve/tests/data/"

#: Boards that take a search minutes.
LONG = {
    ("domineering:impartial", "|".join(["..."] * 17)),
    ("domineering:impartial", "|".join(["...."] * 10)),
}


@dataclass
class Fact:
    """What is said, and how it is asked."""

    about: str
    expected: Any
    ask: Callable[[], Any]


def rows(path):
    lines = path.read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def calculated(source, quoted):
    """An answer of the calculator as its table of facts has it; `!!` is an error."""
    try:
        legatus.Calculator()(source)
        answer = ask("calc", source)
    except legatus.Error:
        return "!!"
    text = answer["text"]
    return json.dumps(text) if quoted and answer["type"] == "text" else text


def calculator(root):
    left_out = {
        tuple(row[:2])
        for name in ("excluded", "games-excluded")
        for row in rows(root / f"{CALCULATOR}{name}.tsv")
    }
    for name in ("values", "games", "theory", "loopy", "misere"):
        for category, source, expected, _ in rows(root / f"{CALCULATOR}{name}.tsv")[1:]:
            if (category, source) in left_out:
                continue
            source, expected = (text.replace("\\n", "\n") for text in (source, expected))
            expected = "!!" if expected.startswith("!!") else expected
            quoted = expected.startswith('"')
            yield Fact(source, expected, partial(calculated, source, quoted))


def values_of_boards(root):
    for name in ("board_values", "graph_files"):
        for source, expected, *_ in rows(root / f"{SOLVED}{name}.tsv")[1:]:
            yield Fact(source, expected, lambda source=source: calculated(source, False))


def amazons(root):
    for board, canonical, mean, temperature, *_ in rows(root / f"{SOLVED}amazons.tsv")[1:]:
        if board.count(".") > (14 if FULL else 8):
            continue
        at = legatus.amazons(board)

        def walls(at=at):
            graph = at.thermograph()
            return str(graph.mean), str(graph.temperature)

        if mean:
            yield Fact(board, (mean, temperature), walls)
        if canonical and canonical != "-" and len(canonical) < 500:
            yield Fact(board, canonical, lambda at=at, known=canonical: same_value(at, known))
    for board, canonical in rows(root / f"{SOLVED}amazons_cgsuite.tsv"):
        at = legatus.amazons(board)
        yield Fact(board, canonical, lambda at=at, known=canonical: same_value(at, known))


def same_value(at, known):
    """What is known if it is the value: there are many ways to write one."""
    value = at.value()
    return known if value == Value(known) else str(value)


def legionnaires(root):
    for name, start, positions, edges, outcome, *_ in rows(root / f"{SOLVED}legionnaires_counts.tsv"):
        if not positions.isdigit() or int(positions) > (300_000 if FULL else 3000):
            continue
        at = legatus.legionnaires(start)

        def counts(at=at, edges=edges):
            told = ask("count", at)
            return str(told["positions"]), str(told["edges"]) if edges.isdigit() else edges

        yield Fact(name, (positions, edges), counts)
        yield Fact(name, outcome, at.outcome)


def rule_files(root):
    for name, text, question, expected, *_ in rows(root / f"{SOLVED}library_cgsuite.tsv"):
        at = position(name, text)
        if question == "value":
            yield Fact(f"{name} {text}", expected, lambda at=at, known=expected: same_value(at, known))
        elif question == "nim value":
            yield Fact(f"{name} {text}", int(expected), at.nim_value)
        elif expected in ("L", "R", "N", "P"):
            yield Fact(f"{name} {text}", expected, at.outcome)
    for name, question, template, first, last, expected, _ in rows(root / f"{SOLVED}number_heaps.tsv"):
        numbers = range(int(first), int(last) + 1) if first else [None]
        texts = [template if n is None else template.replace("n", str(n)) for n in numbers]
        if question == "nim value" and name in legatus.games():
            asked = [position(name, text).nim_value() for text in texts]
            yield Fact(f"{name} {template}", expected.replace(" ", ""), lambda asked=asked: str(asked).replace(" ", ""))


def searches(root):
    names = {
        "clobber_1xn": "clobber",
        "impartial clobber": "clobber:impartial",
        "impartial domineering": "domineering:impartial",
    }
    for file in ("outcomes", "board_outcomes"):
        for game, text, expected, *_ in rows(root / f"{SOLVED}{file}.tsv"):
            game = names.get(game, game)
            small = (game, text) not in LONG if FULL else len(text) <= 16
            if expected == "expected" or not small:
                continue
            at = sum(position(game, part) for part in text.split(" + "))
            yield from searched(at, f"{game} {text}", expected)
    for text, expected in rows(root / f"{SOLVED}amazons_outcomes.tsv"):
        if text.count(".") <= (16 if FULL else 8):
            yield from searched(legatus.amazons(text), f"amazons {text}", expected)


def searched(at, about, expected):
    if expected.startswith("nimvalue "):
        yield Fact(about, int(expected.split()[1]), at.nim_value)
    elif expected.startswith("value "):
        known = expected.split()[1]
        yield Fact(about, known, lambda: same_value(at, known))
    elif " first: first player " in expected:
        first, _, answer = expected.partition(" first: first player ")
        winners = ("L", "N") if first == "Left" else ("R", "N")
        yield Fact(about, answer, lambda: "wins" if at.outcome() in winners else "loses")
    elif expected.startswith("thermograph(value,temp) "):
        yield Fact(about, expected, lambda: f"thermograph(value,temp) {corners(at)}")
    elif expected.startswith("winning moves ") and expected.split()[2] != "N":
        # They are named otherwise there: as many of them win.
        _, _, player, *moves = expected.split()
        player = {"B": "Left", "W": "Right"}[player]
        yield Fact(about, len(moves), lambda: len(at.winning_moves(player)))


def corners(at):
    """The corners of both walls, value first."""
    graph = at.thermograph()
    walls = [("L", graph.left), ("R", graph.right)]
    return " ".join(f"{side}: " + " ".join(f"({v}, {t})" for t, v in wall) for side, wall in walls)


def cram(root):
    for row in rows(root / f"{SOLVED}cram.tsv"):
        height, width, value, *_ = row
        if int(height) * int(width) <= (30 if FULL else 12):
            yield Fact(f"cram {height}x{width}", int(value), legatus.cram(f"{height}x{width}").nim_value)


def quotients(root):
    for table, code, printed, *_ in rows(root / "crates/papers/data/misere.tsv")[1:]:
        if table != "octal" or int(printed.split()[0]) > (50 if FULL else 8):
            continue

        def quotient(code=code):
            told = ask("quotient", f"octal:{code}")
            return " ".join(str(told[name]) for name in ("order", "p_order", "period", "preperiod"))

        yield Fact(f"octal {code}", printed, quotient)


#: The files, and how many facts there are at least of each, in all and in a
#: quick run.
SOURCES = [
    (calculator, 1700, 120),
    (values_of_boards, 130, 100),
    (amazons, 500, 50),
    (legionnaires, 100, 20),
    (rule_files, 50, 40),
    (searches, 1000, 100),
    (cram, 20, 5),
    (quotients, 4, 2),
]


@pytest.mark.parametrize("source, most, least", SOURCES, ids=lambda item: getattr(item, "__name__", ""))
def test_facts(root, source, most, least):
    facts = list(source(root))
    if not FULL:
        # Some that are spread over all.
        facts = facts[:: max(1, len(facts) // 120)]
    wrong = []
    for fact in facts:
        found = fact.ask()
        if found != fact.expected:
            wrong.append((fact.about, fact.expected, found))
    assert not wrong, wrong
    assert len(facts) >= (most if FULL else least), len(facts)


def test_values_read_back_as_they_were_answered(root):
    facts = rows(root / f"{CALCULATOR}values.tsv")[1:]
    for _, source, *_ in facts[:: 1 if FULL else 10]:
        try:
            answer = calc(source)
        except legatus.Error:
            continue
        if isinstance(answer, Value):
            assert Value(str(answer)) == answer and hash(Value(str(answer))) == hash(answer)


def test_tables_of_papers(root):
    """Every cell that a paper prints is as it is there, or there is a reason."""
    tables = [(paper, table) for paper, table, *_ in legatus.papers().rows]
    assert len(tables) > 10
    for paper, table in tables if FULL else tables[:2]:
        for row in legatus.paper(paper, table):
            assert row is not None
