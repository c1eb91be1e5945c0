"""Counting and solving level by level, in rows of Arrow.

>>> from legatus import rows
>>> rows.count("legionnaires", "4x4").positions
982
>>> rows.solve("legionnaires", "4x4").outcome
'N'

Levels are kept under `path`. A job that was stopped in any way goes on from
its last complete level when it is run again.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

from .. import _legatus
from .._tables import Table
from ._engines import Local
from ._levels import Count, count_levels
from ._many import found_on_board, played, table_of_values
from ._outcomes import Solved, look_up, solve_levels
from ._store import Store

__all__ = ["Count", "Solved", "count", "find", "lookup", "match", "solve", "value_table"]


def count(
    game: str,
    position: str,
    *,
    path: str | None = None,
    keep: bool = False,
) -> Count:
    """How many positions can be reached, level by level.

    With `keep` the rows of all levels stay, not only those of the last.
    """
    bundler = _legatus.Bundler(str(game), str(position))
    engine = Local()
    with _levels_at(bundler, path) as store:
        return count_levels(engine, store, bundler, keep)


def solve(
    game: str,
    position: str,
    *,
    path: str | None = None,
    keep: bool = False,
) -> Solved:
    """Who wins the position in normal play, and how many of those that can be
    reached are won by whom.

    Counts first, then answers the levels from the last one back. With `keep`
    all outcomes stay, for `lookup`.
    """
    bundler = _legatus.Bundler(str(game), str(position))
    engine = Local()
    with _levels_at(bundler, path) as store:
        count_levels(engine, store, bundler, keep=True)
        return solve_levels(engine, store, bundler, keep)


def lookup(game: str, start: str, position: str, *, path: str) -> str | None:
    """The outcome of a position in what `solve` has kept; None if it cannot be
    reached from the start."""
    bundler = _legatus.Bundler(str(game), str(start))
    with _levels_at(bundler, path) as store:
        return look_up(store, bundler, str(position))


def find(
    game: str,
    board: str,
    *,
    value: Any = None,
    outcome: str | None = None,
) -> Table:
    """All positions of a board that have a value, an outcome, or both, the
    smallest first.

    >>> from legatus import rows
    >>> print(rows.find("clobber", "1x3", value="^"))
    rank  position  value
    3     WBB       ^
    3     BBW       ^
    """
    wanted = None if value is None else str(value)
    return found_on_board(Local(), str(game), str(board), wanted, outcome)


def match(
    game: str,
    position: str,
    left: str | None = None,
    right: str | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    **settings: Any,
) -> Table:
    """Lets two players play many games, in parts; settings are those of
    `legatus.play.match`."""
    settings = {"left": left, "right": right, **settings}
    engine = Local()
    return played(engine, str(game), str(position), games, seed, settings)


def value_table(
    game: str,
    positions: Iterable[str],
) -> Table:
    """The exact values of many positions, in their order.

    >>> from legatus import rows
    >>> print(rows.value_table("domineering", ["2x2", "1x2", "2x3"]))
    position  value
    2x2       +-1
    1x2       -1
    2x3       {2|-1/2}
    """
    texts = [str(position) for position in positions]
    return table_of_values(Local(), str(game), texts)


@contextlib.contextmanager
def _levels_at(bundler: Any, path: str | None) -> Iterator[Store]:
    game, position = bundler.question()
    question = {"game": game, "position": position}
    if path is not None:
        yield Store(path, question)
        return
    with tempfile.TemporaryDirectory(prefix="legatus-") as place:
        yield Store(place, question)
