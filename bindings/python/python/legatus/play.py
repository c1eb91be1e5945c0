"""Players, matches, play beside cards, and Latrunculus.

>>> from legatus import legionnaires, play
>>> match = play.match(legionnaires("4x4"), "mobility", "random", games=20)
>>> match.games
20
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from . import _legatus
from ._asking import ask
from ._legatus import Budget, Position
from ._tables import Table

__all__ = ["Match", "analyse", "environment", "match", "players"]


def players(kind: str = "boards") -> dict[str, str]:
    """The players and how they play: of boards, latrunculus or cards.

    >>> from legatus import play
    >>> "search" in play.players()
    True
    """
    return {name: about for of, name, about in _legatus._players() if of == kind}


class Match:
    """What a match came to."""

    left: str
    right: str
    games: int
    left_wins: int
    right_wins: int
    draws: int
    #: Left's points per game, and the interval of 95 %.
    rate: float
    interval: list[float]
    mean_length: float

    def __init__(self, told: dict[str, Any]) -> None:
        self._played = told.pop("played")
        self.__dict__.update(told)

    @property
    def table(self) -> Table:
        """The games that were kept: number, who won, and the moves."""
        columns = ["number", "exchanged", "winner", "length", "moves"]
        rows = [
            (number, exchanged, winner, len(moves), "; ".join(moves))
            for number, exchanged, winner, moves, _ in self._played
        ]
        if self.nets:
            columns.append("net")
            rows = [(*row, net) for row, net in zip(rows, self.nets)]
        return Table(columns, rows, f"{self.left} against {self.right}")

    @property
    def nets(self) -> list[Fraction]:
        """Beside cards: Left's score less Right's in every game that was kept."""
        return [net for *_, net in self._played if net is not None]

    def __repr__(self) -> str:
        return (
            f"<Match {self.left} against {self.right}: "
            f"{self.left_wins} to {self.right_wins} in {self.games} games>"
        )

    def _repr_html_(self) -> str:
        told = {name: cell for name, cell in vars(self).items() if not name.startswith("_")}
        return Table(told.keys(), [told.values()], repr(self)[1:-1])._repr_html_()


def match(
    position: Position | str,
    left: str | None = None,
    right: str | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    level: int | None = None,
    seconds: float | None = None,
    first: str = "alternate",
    opening: int = 0,
    misere: bool = False,
    threads: int | None = None,
    keep: bool = False,
    cards: bool | Mapping[str, Any] = False,
    budget: Budget | None = None,
) -> Match:
    """Lets two players play many games from a position.

    A player is a name of `players()`, with a level of its own as in
    "search:3"; without one it is the strongest. The same seed gives the same
    games. `keep` keeps the games for `Match.table`. The text "latrunculus",
    perhaps with a board, is played with dice.

    With `cards` it is Environmental play, by the players of
    `players("cards")`: `True` is the stack of Berlekamp's paper, and a dict
    has `top`, `step`, `ones` and `terminal` of another. Who does not begin is
    given the komi.

    >>> from legatus import amazons, play
    >>> match = play.match(amazons("R..L...R"), "exact", "exact", games=2, cards=True, keep=True)
    >>> match.nets
    [Fraction(1, 1), Fraction(1, 1)]
    """
    subject: Any = position if isinstance(position, Position) else str(position).split()
    wanted = {
        "left": left,
        "right": right,
        "games": games,
        "seed": seed,
        "level": level,
        "seconds": seconds,
        "first": first,
        "opening": opening,
        "misere": misere,
        "threads": threads,
        "keep": keep,
        "cards": None,
    }
    if cards is not False:
        said = {} if cards is True else cards
        wanted["cards"] = [(str(name), str(what)) for name, what in said.items()]
    return Match(_legatus._match(subject, wanted, budget))


def environment(position: Any, *words: Any, budget: Budget | None = None, **settings: Any) -> Any:
    """Environmental play: what a position is worth beside a stack of cards.

    Settings are those of `legatus environment`.

    >>> from legatus import amazons, play
    >>> play.environment(amazons("R..L"), top=2)["left_starts"]
    '1'
    """
    return ask("environment", position, *words, budget=budget, **settings)


def analyse(*words: Any, budget: Budget | None = None, **settings: Any) -> Any:
    """Latrunculus: the best turns for a board and a throw.

    Settings are those of `legatus analyse`.
    """
    return ask("analyse", *words, budget=budget, **settings)
