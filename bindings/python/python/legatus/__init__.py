"""Combinatorial games: exact values, positions, thermographs and play.

>>> from legatus import Value, clobber, game
>>> g = Value("{3||2|1}")
>>> g + g, g.mean, g.temperature
(Value('{5||4,{5|4}|3}'), Fraction(9, 4), Fraction(3, 4))
>>> clobber("XOX/OX.").value()
Value('{^^*|*,v}')
>>> game("legionnaires:mace")("3x3").outcome()
'N'

Every game of `games()` is also a function of this module: `nim(3, 4, 5)`,
`domineering("3x4")`. The calculator's language is `calc("...")`; every
question of the command line is `ask("question", ...)`.
"""

from __future__ import annotations

import os as _os
from typing import Any as _Any

from . import _legatus
from ._legatus import (
    Answer,
    Budget,
    Calculator,
    Error,
    Function,
    Game,
    Move,
    Position,
    Stopped,
    Thermograph,
    Undefined,
    Unreadable,
    Value,
    __version__,
    form,
    function,
    game,
    games,
    position,
)
from . import play
from ._asking import ask, questions
from ._progress import progress
from ._tables import Sequence, Table, museum, nim_sequence, paper, papers
from ._trees import Tree
from . import _extended as _extended
from ._plots import Plot, plot

Left = "Left"
Right = "Right"

#: The calculator that everybody shares; `Calculator()` makes others.
calc = Calculator()

__all__ = [
    "Answer",
    "Budget",
    "Calculator",
    "Error",
    "Function",
    "Game",
    "Left",
    "Move",
    "Plot",
    "Position",
    "Right",
    "Sequence",
    "Stopped",
    "Table",
    "Thermograph",
    "Tree",
    "Undefined",
    "Unreadable",
    "Value",
    "ask",
    "calc",
    "form",
    "function",
    "game",
    "games",
    "museum",
    "nim_sequence",
    "paper",
    "papers",
    "play",
    "plot",
    "position",
    "progress",
    "questions",
]

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_legatus._after_fork)


class _Positions:
    """The positions of a game: called with a text, or with numbers of heaps."""

    def __init__(self, name: str) -> None:
        self._game = game(name)
        self.__name__ = name
        self.__doc__ = f"Positions of {self._game.title}.\n\n{self._game.rules}"

    def __call__(self, *position: _Any) -> Position:
        if len(position) < 2:
            return self._game(*position)
        return self._game(position)

    def __getattr__(self, name: str) -> _Any:
        return getattr(self._game, name)

    def __repr__(self) -> str:
        return repr(self._game)


def __getattr__(name: str) -> _Any:
    if not name.startswith("_") and name in games():
        positions = _Positions(name)
        globals()[name] = positions
        return positions
    raise AttributeError(f"module 'legatus' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(games()))
