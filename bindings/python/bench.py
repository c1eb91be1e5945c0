"""What calls cost: a table, side by side with the package cgt-py where it is
installed (with anywidget, which it imports). Times are CPU times of this process."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tests"))

import reference  # noqa: E402

import legatus  # noqa: E402
from legatus import Table, Value, domineering, game  # noqa: E402

try:
    import cgt_py as other
except ImportError:
    other = None


def cost(call, least=0.3):
    """Microseconds of a call."""
    rounds = 1
    while True:
        begun = time.process_time()
        for _ in range(rounds):
            call()
        took = time.process_time() - begun
        if took > least:
            return took / rounds * 1e6
        rounds *= 2


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def pairs():
    g, h = Value("{1|-1}"), Value("{3||2|1}")
    yield "sum of small games", lambda: g + h
    yield "order of small games", lambda: g <= h
    yield "hash", lambda: hash(h)
    yield "temperature", lambda: h.temperature
    yield "text", lambda: str(h)
    yield "reading {3||2|1}", lambda: Value("{3||2|1}")
    yield "cool(1) by the calculator", lambda: h.cool(1)
    at = domineering("2x2")
    yield "value of a known position", at.value


def others():
    if other is None:
        return
    form = other.CanonicalForm
    g, h = form("{1|-1}"), form("{3|{2|1}}")
    yield "sum of small games", lambda: g + h
    yield "order of small games", lambda: g <= h
    yield "temperature", lambda: h.temperature
    yield "text", lambda: str(h)
    yield "reading {3||2|1}", lambda: form("{3|{2|1}}")


def calls(rules, position):
    """Asks rules for the moves of every position, once for each player: what
    any solver has to do, and all that is not the solver's work."""
    seen, todo = {position}, [position]
    while todo:
        here = todo.pop()
        for player in ("Left", "Right"):
            for after in rules.moves(here, player):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return len(seen)


def timed(call):
    begun = time.process_time()
    found = call()
    return time.process_time() - begun, found


def own_games():
    """Games written as a class: positions, and the microseconds of their code
    alone, of the value here, and of the same recursion in plain Python."""
    for name, rules, position in (
        ("own class: heap of 14", reference.Heap, 14),
        ("own class: clobber xoxoxxoxo", reference.Clobber, "xoxoxxoxo"),
        ("own class: clobber xoxoxxoxoxxo", reference.Clobber, "xoxoxxoxoxxo"),
        ("the same with parts", reference.SplitClobber, "xoxoxxoxoxxo"),
        ("own class: 4x4 domineering", reference.Domineering, reference.board(4, 4)),
        ("own class: scores of 14", reference.Scores, (14, 0)),
    ):
        reference.le.cache_clear()
        reference.Form.known.clear()
        code, positions = timed(lambda: calls(rules(), position))
        plain, _ = timed(lambda: reference.value(rules(), position, {}))
        here, _ = timed(lambda: game(rules)(position).value())
        yield name, positions, code * 1e6, here * 1e6, plain * 1e6


def main():
    beside = {}
    for name, call in others():
        try:
            beside[name] = cost(call)
        except Exception as error:  # another package's business
            print(f"cgt-py: {name}: {error}", file=sys.stderr)
    rows = []
    for name, call in pairs():
        mine = cost(call)
        theirs = beside.get(name)
        rows.append((name, f"{mine:.2f}", theirs and f"{theirs:.2f}"))
    print(Table(["call", "legatus [us]", "cgt-py [us]"], rows))
    print()
    rows = []
    for name, positions, code, here, plain in own_games():
        # Beyond the calls of the class, which nothing makes faster.
        rest = (plain - code) / max(here - code, 0.01 * here)
        cells = [f"{cell:.0f}" for cell in (positions, code, here, plain)]
        rows.append((name, *cells, f"{plain / here:.1f}", f"{rest:.0f}"))
    heading = ["game", "positions", "its code [us]", "legatus [us]", "plain Python [us]"]
    print(Table([*heading, "times", "but for its code"], rows))
    print()
    g, h, star = Value("{1|-1}"), Value("^"), Value("*")
    for what, make in (
        ("10^6 equal values", lambda: [g + h for _ in range(10**6)]),
        ("10^6 different numbers", lambda: [Value(n) for n in range(10**6)]),
        ("10^6 different others", lambda: [n + star for n in range(10**6)]),
    ):
        before = resident()
        values = make()
        print(f"{what:24} {(resident() - before) / 1e6:.0f} MB")
        assert len(values) == 10**6
        del values


if __name__ == "__main__":
    main()
