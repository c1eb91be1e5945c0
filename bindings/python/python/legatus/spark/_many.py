"""Many questions that do not depend on each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from .. import _legatus
from .._legatus import Error
from .._tables import Table
from ._engines import Engine
from ._rows import batch_of, source

_VALUES = pa.schema([("number", pa.int64()), ("value", pa.string())])
_FOUND = pa.schema(
    [("number", pa.string()), ("rank", pa.int64()), ("text", pa.string()), ("value", pa.string())]
)
_PLAYED = pa.schema([("left", pa.int64()), ("right", pa.int64()), ("draws", pa.int64())])

#: Positions of a board that are looked at together.
_RANGE = 4096
#: Games of a match that are played together.
_GAMES = 20
#: Parts for each of an engine's: some take longer than others.
_FINER = 4


def _cut(total: int, least: int, engine: Engine) -> list[int]:
    """Where parts of so many things begin and end."""
    parts = max(1, min(_FINER * engine.parts, -(-total // least)))
    return [total * part // parts for part in range(parts + 1)]


def table_of_values(engine: Engine, game: str, positions: list[str]) -> Table:
    cut = _cut(len(positions), 1, engine)
    valuing = source(_valued, game, positions, cut)
    rows = engine.collect(engine.spread(len(cut) - 1, valuing, _VALUES))
    values = {row["number"]: row["value"] for row in rows}
    return Table(["position", "value"], ((text, values[i]) for i, text in enumerate(positions)))


def _valued(game: str, positions: list[str], cut: list[int], part: int) -> Iterator[pa.RecordBatch]:
    make = _legatus.game(game)
    for number in range(cut[part], cut[part + 1]):
        yield batch_of([(number, str(make(positions[number]).value()))], _VALUES)


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
    cut = _cut(count, _RANGE, engine)
    finding = source(_finding, game, board, wanted, outcome, cut)
    rows = engine.collect(engine.spread(len(cut) - 1, finding, _FOUND))
    rows.sort(key=lambda row: (row["rank"], int(row["number"])))
    found = ((row["rank"], row["text"], row["value"]) for row in rows)
    return Table(["rank", "position", "value"], found)


def _finding(
    game: str, board: str, wanted: str | None, outcome: str | None, cut: list[int], part: int
) -> Iterator[pa.RecordBatch]:
    bundler = _legatus.Bundler(game, board)
    make = _legatus.game(game)
    value = None if wanted is None else _legatus.Value(wanted)
    for start in range(cut[part], cut[part + 1], _RANGE):
        end = min(start + _RANGE, cut[part + 1])
        found = []
        for number, (rank, text) in enumerate(bundler.board_positions(start, end), start):
            has = make(text).value()
            if (value is None or has == value) and outcome in (None, has.outcome):
                found.append((str(number), rank, text, str(has)))
        yield batch_of(found, _FOUND)


def played(
    engine: Engine, game: str, position: str, games: int, seed: int, settings: dict[str, Any]
) -> Table:
    """A match in parts, each with a seed of its own."""
    if games < 1:
        raise Error("a match has at least one game")
    parts = [min(_GAMES, games - start) for start in range(0, games, _GAMES)]
    playing = source(_playing, game, position, parts, seed, settings)
    rows = engine.collect(engine.spread(len(parts), playing, _PLAYED))
    sums = [sum(row[name] for row in rows) for name in ("left", "right", "draws")]
    return Table(["games", "left_wins", "right_wins", "draws"], [(games, *sums)])


def _playing(
    game: str, position: str, parts: list[int], seed: int, settings: dict[str, Any], part: int
) -> Iterator[pa.RecordBatch]:
    """Parts do not depend on how many there are at work."""
    from .. import play

    start = _legatus.game(game)(position)
    match = play.match(start, games=parts[part], seed=seed + part, threads=1, **settings)
    yield batch_of([(match.left_wins, match.right_wins, match.draws)], _PLAYED)
