"""Counting and solving beyond one machine, on Apache Spark.

Every function takes a session of Spark; without one, the same work is done
here, with the same results to the last byte.

>>> from legatus import spark
>>> spark.count("legionnaires", "4x4").positions
982
>>> spark.solve("legionnaires", "4x4").outcome
'N'

Levels are kept under `path`, which all machines must reach. A job that was
stopped in any way goes on from its last complete level when it is run again,
on any number of executors.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

from .. import _legatus
from .._legatus import Error
from .._tables import Table
from ._engines import SMALL, Engine, Local, Spark
from ._levels import Count, count_levels
from ._many import found_on_board, played, table_of_values
from ._outcomes import Solved, look_up, solve_levels
from ._rows import BUCKETS
from ._store import Store

__all__ = ["Count", "Solved", "count", "find", "lookup", "match", "solve", "value_table"]


def count(
    game: str,
    position: str,
    *,
    spark: Any = None,
    path: str | None = None,
    partitions: int | None = None,
    keep: bool = False,
    small: int = SMALL,
) -> Count:
    """How many positions can be reached, level by level.

    `partitions` is into how many parts Spark divides a level at least; without
    it, two for each core. Levels of fewer positions than `small` are done
    without Spark. With `keep` the rows of all levels stay, not only those of
    the last.
    """
    engine = _engine(spark, partitions, small)
    with _levels_of(game, position, spark, path) as (store, bundler):
        return count_levels(engine, store, bundler, keep)


def solve(
    game: str,
    position: str,
    *,
    spark: Any = None,
    path: str | None = None,
    partitions: int | None = None,
    keep: bool = False,
    small: int = SMALL,
) -> Solved:
    """Who wins the position in normal play, and how many of those that can be
    reached are won by whom.

    Counts first, then answers the levels from the last one back. With `keep`
    all outcomes stay, for `lookup`.
    """
    engine = _engine(spark, partitions, small)
    with _levels_of(game, position, spark, path) as (store, bundler):
        count_levels(engine, store, bundler, keep=True)
        return solve_levels(engine, store, bundler, keep)


def lookup(game: str, start: str, position: str, *, path: str) -> str | None:
    """The outcome of a position in what `solve` has kept; None if it cannot be
    reached from the start."""
    bundler = _legatus.Bundler(str(game), str(start))
    return look_up(Store(path, bundler.question()), bundler, str(position))


def find(
    game: str,
    board: str,
    *,
    value: Any = None,
    outcome: str | None = None,
    spark: Any = None,
    partitions: int | None = None,
) -> Table:
    """All positions of a board that have a value, an outcome, or both, the
    smallest first.

    >>> from legatus import spark
    >>> print(spark.find("clobber", "1x3", value="^"))
    rank  position  value
    3     WBB       ^
    3     BBW       ^
    """
    wanted = None if value is None else str(value)
    return found_on_board(_engine(spark, partitions), str(game), str(board), wanted, outcome)


def match(
    game: str,
    position: str,
    left: str | None = None,
    right: str | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    spark: Any = None,
    partitions: int | None = None,
    **settings: Any,
) -> Table:
    """Lets two players play many games, in parts; settings are those of
    `legatus.play.match`."""
    settings = {"left": left, "right": right, **settings}
    engine = _engine(spark, partitions)
    return played(engine, str(game), str(position), games, seed, settings)


def value_table(
    game: str,
    positions: Iterable[str],
    *,
    spark: Any = None,
    partitions: int | None = None,
) -> Table:
    """The exact values of many positions, in their order.

    >>> from legatus import spark
    >>> print(spark.value_table("domineering", ["2x2", "1x2", "2x3"]))
    position  value
    2x2       +-1
    1x2       -1
    2x3       {2|-1/2}
    """
    texts = [str(position) for position in positions]
    return table_of_values(_engine(spark, partitions), str(game), texts)


def _engine(spark: Any, partitions: int | None, small: int = SMALL) -> Engine:
    if partitions is not None and not 1 <= partitions <= BUCKETS:
        raise Error(f"there are 1 to {BUCKETS} partitions, not {partitions}")
    if spark is None:
        return Local()
    address = spark.sparkContext.uiWebUrl
    if address:
        print(f"legatus: progress is shown at {address}", file=sys.stderr)
    return Spark.of(spark, partitions, small)


@contextlib.contextmanager
def _levels_of(
    game: str, position: str, spark: Any, path: str | None
) -> Iterator[tuple[Store, Any]]:
    bundler = _legatus.Bundler(str(game), str(position))
    if path is not None:
        with Store(path, bundler.question()).working() as store:
            yield store, bundler
        return
    if spark is not None and not spark.sparkContext.master.startswith("local"):
        raise Error("path is needed: a directory that all machines reach")
    with tempfile.TemporaryDirectory(prefix="legatus-") as place:
        yield Store(place, bundler.question()), bundler
