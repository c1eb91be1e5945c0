"""The stubs, by mypy: a program that is right, and one that is not."""

import subprocess
import sys

import pytest

RIGHT = """
from fractions import Fraction
import legatus
from legatus import Budget, Position, Value, game

def mean(text: str) -> Fraction:
    return Value(text).mean

def solve(position: Position) -> Value:
    value: Value = position.value(budget=Budget(seconds=10))
    confused: bool = bool(value | 0)
    names: list[str] = [move.name for move in position.moves("Left")]
    return value + 1 if confused and names else -value

at: Position = game("clobber")("XO")
print(solve(at), mean("{1|-1}"), legatus.plot(at).svg, legatus.nim_sequence("kayles", 5).to_numpy())
print(legatus.play.match(at, games=1).left_wins + 1, at.outcome().lower(), at.tree(1).nodes)
"""

WRONG = """
from legatus import Value
Value([])
Value("1").mean.upper()
"""


def mypy(path):
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(path.parent / "cache")]
    return subprocess.run([*command, str(path)], capture_output=True, text=True)


def test_stubs(tmp_path):
    pytest.importorskip("mypy")
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(RIGHT)
    wrong.write_text(WRONG)
    told = mypy(right)
    assert told.returncode == 0, told.stdout
    told = mypy(wrong)
    assert told.stdout.count("error:") == 2, told.stdout


def test_stubs_name_everything():
    import legatus
    from pathlib import Path

    text = (Path(legatus.__file__).parent / "_legatus.pyi").read_text()
    for name in vars(legatus._legatus):
        if not name.startswith("__"):
            assert name in text, name
    for kind in (legatus.Value, legatus.Position, legatus.Thermograph, legatus.Game, legatus.Calculator):
        for name in vars(kind):
            if not name.startswith("_"):
                assert f"def {name}(" in text or f"{name}:" in text, f"{kind.__name__}.{name}"
