"""Many questions that do not depend on each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from .. import _legatus
from .._legatus import Error
from .._tables import Table
from ._engines import Engine
from ._rows import Batches, Task

_ASKED = pa.schema([("bucket", pa.int64()), ("text", pa.string())])
_VALUES = pa.schema([("bucket", pa.int64()), ("text", pa.string()), ("value", pa.string())])
_FOUND = pa.schema(
    [("bucket", pa.int64()), ("rank", pa.int64()), ("text", pa.string()), ("value", pa.string())]
)
_PLAYED = pa.schema(
    [("bucket", pa.int64()), ("left", pa.int64()), ("right", pa.int64()), ("draws", pa.int64())]
)

#: Positions of a board that are looked at together.
_RANGE = 4096
#: Games of a match that are played together.
_GAMES = 20


def _asked(engine: Engine, texts: list[str]) -> Any:
    """Rows with a number and a text, in parts."""
    table = pa.table({"bucket": range(len(texts)), "text": texts}, schema=_ASKED)
    return engine.gather(engine.table(table), ["bucket"])


def _rows(batches: Batches) -> Iterator[tuple[int, str]]:
    for batch in batches:
        for row in batch.to_pylist():
            yield row["bucket"], row["text"]


def _batch(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows) if rows else [()] * len(schema)
    arrays = [pa.array(list(c), field.type) for c, field in zip(columns, schema)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def table_of_values(engine: Engine, game: str, positions: list[str]) -> Table:
    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        make = _legatus.game(game)
        for number, text in _rows(batches):
            yield _batch([(number, text, str(make(text).value()))], _VALUES)

    rows = engine.collect(engine.map(_asked(engine, positions), task, _VALUES))
    rows.sort(key=lambda row: row["bucket"])
    return Table(["position", "value"], ((row["text"], row["value"]) for row in rows))


def found_on_board(
    engine: Engine, game: str, board: str, value: str | None, outcome: str | None
) -> Table:
    """All positions of a board with a value or an outcome, the smallest
    first."""
    if value is None and outcome is None:
        raise Error("say what is looked for: a value, an outcome, or both")
    if outcome not in (None, "N", "P", "L", "R"):
        raise Error(f"an outcome is N, P, L or R, not {outcome}")
    wanted = None if value is None else str(_legatus.Value(value))
    count = _legatus.Bundler(game, board).board_count()
    if count is None:
        raise Error(f"the positions of a board of {game} cannot be numbered")
    ranges = [str(start) for start in range(0, count, _RANGE)]
    rows = engine.collect(
        engine.map(_asked(engine, ranges), _finding(game, board, wanted, outcome), _FOUND)
    )
    rows.sort(key=lambda row: (row["rank"], row["bucket"]))
    found = ((row["rank"], row["text"], row["value"]) for row in rows)
    return Table(["rank", "position", "value"], found)


def _finding(game: str, board: str, wanted: str | None, outcome: str | None) -> Task:
    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        bundler = _legatus.Bundler(game, board)
        make = _legatus.game(game)
        value = None if wanted is None else _legatus.Value(wanted)
        for _, text in _rows(batches):
            start, found = int(text), []
            positions = bundler.board_positions(start, start + _RANGE)
            for number, (rank, position) in enumerate(positions, start):
                has = make(position).value()
                if (value is None or has == value) and outcome in (None, has.outcome):
                    found.append((number, rank, position, str(has)))
            yield _batch(found, _FOUND)

    return task


def played(
    engine: Engine, game: str, position: str, games: int, seed: int, settings: dict[str, Any]
) -> Table:
    """A match in parts, each with a seed of its own."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        from .. import play

        for number, text in _rows(batches):
            start = _legatus.game(game)(position)
            match = play.match(
                start, games=int(text), seed=seed + number, threads=1, **settings
            )
            won = (number, match.left_wins, match.right_wins, match.draws)
            yield _batch([won], _PLAYED)

    if games < 1:
        raise Error("a match has at least one game")
    parts = [str(min(_GAMES, games - start)) for start in range(0, games, _GAMES)]
    rows = engine.collect(engine.map(_asked(engine, parts), task, _PLAYED))
    sums = [sum(row[name] for row in rows) for name in ("left", "right", "draws")]
    return Table(["games", "left_wins", "right_wins", "draws"], [(games, *sums)])
