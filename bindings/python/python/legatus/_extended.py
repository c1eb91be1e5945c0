"""What positions and thermographs can do that is written in Python: questions
whose answers are plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import _legatus
from ._asking import ask
from ._legatus import Budget, Move, Position, Thermograph, Value
from ._plots import to_matplotlib
from ._tables import Sequence
from ._trees import Tree


def outcome(self: Position, *, misere: bool = False, budget: Budget | None = None) -> str:
    """Who wins: L, R, N or P; where play may not end also D and others.

    >>> from legatus import nim
    >>> nim(1, 2).outcome(), nim(1, 1).outcome(misere=True)
    ('N', 'N')
    """
    answer = ask("outcome", self, misere=misere, budget=budget)
    return str(answer["outcome"])


def winning_moves(
    self: Position,
    player: str | None = None,
    *,
    misere: bool = False,
    budget: Budget | None = None,
) -> list[Any]:
    """The moves with which a player wins, or either player.

    >>> from legatus import nim
    >>> [move.name for move in nim(3, 5).winning_moves("Left")]
    ['take 2 from heap 5']
    """
    rows = ask("moves", self, misere=misere, no_values=True, budget=budget)
    # Moves in several summands may have the same name.
    wins = {(row["player"].lower(), row["move"], row["position"]) for row in rows if row["winning"]}

    def won(move: Move) -> bool:
        return (move.player.lower(), move.name, move.position.text) in wins

    return [move for move in self.moves(player, budget=budget) if won(move)]


def nim_value(self: Position, *, budget: Budget | None = None) -> int:
    """The nim value of an impartial position.

    >>> from legatus import cram
    >>> cram("3x4").nim_value()
    1
    """
    return int(ask("grundy", self, budget=budget)["nim_value"])


def count(self: Position, *, budget: Budget | None = None, **settings: Any) -> int:
    """How many positions can be reached, this one included.

    >>> from legatus import clobber
    >>> clobber("XOX/OX.").count()
    36
    """
    return int(ask("count", self, budget=budget, **settings)["positions"])


def levels(self: Position, *, budget: Budget | None = None, **settings: Any) -> Sequence:
    """How many positions there are after each number of moves."""
    answer = ask("count", self, budget=budget, **settings)
    return Sequence(answer["levels"], positions=answer["positions"], edges=answer["edges"])


def tree(
    self: Position,
    depth: int | None = None,
    *,
    most: int = 500,
    budget: Budget | None = None,
) -> Tree:
    """The game tree, at most so many moves deep."""
    return Tree(*self._tree(depth, most, budget=budget))


def prove(self: Position, path: Any, *, misere: bool = False, budget: Budget | None = None) -> Any:
    """Finds who wins and writes a certificate, which `legatus check` and
    `ask("check", path)` verify without the search."""
    return ask("outcome", self, proof=str(Path(path)), misere=misere, budget=budget)


def _ask(self: Position, question: str, *, budget: Budget | None = None, **settings: Any) -> Any:
    """Asks a question about it; `legatus.questions()` lists them.

    >>> from legatus import clobber
    >>> clobber("XO").ask("value")["mean"]
    '0'
    """
    return ask(question, self, budget=budget, **settings)


def _bundle(self: Position, include: Any = None, exclude: Any = None) -> dict[str, str]:
    bundle = {"text/plain": repr(self)}
    svg = self.svg()
    if svg is not None:
        bundle["image/svg+xml"] = svg
    return bundle


for method in (outcome, winning_moves, nim_value, count, levels, tree, prove):
    setattr(Position, method.__name__, method)
Position.ask = _ask  # type: ignore[method-assign]
Position._repr_mimebundle_ = _bundle  # type: ignore[method-assign]
Thermograph.to_matplotlib = to_matplotlib  # type: ignore[method-assign]
