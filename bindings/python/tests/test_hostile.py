"""Calls with anything: exceptions only. And memory that does not grow."""

import gc
import os
import random
from fractions import Fraction

import pytest

import legatus
from legatus import Value

LEGAL = (ValueError, TypeError, AttributeError, OverflowError, KeyboardInterrupt)


def things(chance):
    """Anything."""
    return chance.choice(
        [
            None, True, 0, 1, -1, 3, 10**30, -(10**400), 2**64, 1.5, float("nan"), "", "*", "{1|-1}",
            "{" * 50, "}" * 7, "\0", "\ud800", "XO", "3x3", "1x1000", "999999x999999", "é∞", "a" * 5000,
            b"", [], [1], [[]], (), (1, 2), {}, {"a": 1}, set(), object(), int, len, Fraction(1, 3),
            Fraction(1, 2**70), Value("*"), Value("{3||2|1}"), legatus.nim(3), legatus.clobber("XO"),
            legatus.Value("^").thermograph(), legatus.game("nim"), legatus.Budget(seconds=1),
            range(3), iter([1]), Ellipsis, complex(1, 2), "Left", "right", "nim", "clobber",
        ]
    )


def calls():
    """What can be called."""
    budget = legatus.Budget(memory="50M", seconds=0.2)
    value, at = Value("^"), legatus.clobber("XXO")
    found = [
        Value, legatus.Budget, legatus.Calculator, legatus.Thermograph, legatus.Game,
        legatus.form, legatus.function, legatus.position, legatus.plot, legatus.nim_sequence,
        legatus.museum, legatus.paper, legatus.Table, legatus.Sequence, legatus.nim, legatus.amazons,
        legatus.hackenbush, legatus.domineering,
        lambda *a, **k: legatus.game(*a),
        lambda *a, **k: legatus.calc(*a, budget=budget, **k),
        lambda *a, **k: legatus.ask(*a, budget=budget, **k),
        lambda *a, **k: legatus.ask("value", *a, budget=budget, **k),
        lambda *a, **k: legatus.ask("outcome", *a, budget=budget, **k),
        legatus._legatus._ask, legatus._legatus._thermograph, legatus._legatus._plot,
        legatus._legatus._paper_table, legatus._legatus._match,
        lambda *a, **k: legatus.play.match(*a, games=1, level=1, budget=budget, **k),
    ]
    for target in (value, at, value.thermograph(), legatus.calc, legatus.game("nim")):
        for name in dir(target):
            if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__init__"):
                continue
            method = getattr(target, name, None)
            if callable(method) and name not in ("clear", "prove", "__setattr__", "__delattr__"):
                found.append(method)
    return found


def test_any_call_raises_or_answers(full):
    chance = random.Random(1)
    targets = calls()
    answered = 0
    for _ in range(100_000 if full else 3000):
        target = chance.choice(targets)
        arguments = [things(chance) for _ in range(chance.randrange(4))]
        names = {}
        if chance.random() < 0.2:
            names[chance.choice(["budget", "player", "misere", "seed", "depth", "x"])] = things(chance)
        try:
            target(*arguments, **names)
            answered += 1
        except LEGAL:
            pass
        except (NotImplementedError, ZeroDivisionError, KeyError, IndexError, RecursionError, StopIteration):
            pass
        except (OSError, ImportError):  # no such file; no matplotlib
            pass
    assert answered > 100
    assert Value("*") + Value("*") == 0


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_memory_does_not_grow(full):
    chance = random.Random(2)

    def work(rounds):
        for _ in range(rounds):
            g = Value(f"{{{chance.randrange(1000)}|{-chance.randrange(1000)}}}")
            h = g + chance.randrange(10**6)
            hash(h), h < g, str(h), h.mean, -h
            legatus.calc("g + g", g=g)

    rounds = 100_000 if full else 500
    work(rounds)
    gc.collect()
    before = resident()
    work(rounds)
    gc.collect()
    # A shelf of values is 64 MiB when it is left; there may be one more.
    assert resident() - before < (200 << 20)


def test_a_million_values_fit(full):
    gc.collect()
    before = resident()
    one, two = Value("{1|-1}"), Value("^")
    count = 1_000_000 if full else 100_000
    values = [one + two for _ in range(count)]
    grown = resident() - before
    assert grown < count * 100 and len(set(values)) == 1
    values = None
    gc.collect()
    before = resident()
    values = [Value(n) for n in range(count)]
    grown = resident() - before
    assert grown < count * 100 and len(set(values)) == count


def test_values_of_many_shelves_are_equal():
    import sys

    one = Value("{3||2|1}") + Value("^*")
    hashed = {one: 1}
    star = Value("*")
    for n in range(400_000 if "LEGATUS_FULL" in os.environ else 2000):
        Value(n) + star
    two = Value("{3||2|1}") + Value("^*")
    assert one == two and hashed[two] == 1 and one - two == 0
    assert sys.getsizeof(one) < 64
