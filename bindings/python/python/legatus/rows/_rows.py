"""Rows as Arrow has them, and as the compiled part takes them.

A row is many positions: `cluster` and `block` name it, `members` are the
positions. Rows of negative rank are no positions, see `TALLY` and `SUM`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from .. import _legatus

TALLY = -1
SUM = -2

KEY = ("rank", "bucket", "cluster", "block")
#: In this order rows are merged.
ORDER = ("bucket", "rank", "cluster", "block")


def _schema(ints: Iterable[str], binaries: Iterable[str]) -> pa.Schema:
    fields = [pa.field(name, pa.int64()) for name in ints]
    return pa.schema(fields + [pa.field(name, pa.binary()) for name in binaries])


LEVEL = _schema(KEY, ["members"])
OUTCOMES = _schema(KEY, ["members", "outcomes"])
ASKED = _schema(["option_cluster", "option_block", *KEY], [])
JOINED = _schema([*KEY, "kind", "option_cluster", "option_block"], ["members", "outcomes"])

Batches = Iterable[pa.RecordBatch]
Task = Callable[[Batches], Iterator[pa.RecordBatch]]


def to_buffers(batch: pa.RecordBatch, schema: pa.Schema) -> Any:
    """The buffers of a batch, as the compiled part takes them."""
    ints, binaries = [], []
    for field in schema:
        column = batch.column(batch.schema.get_field_index(field.name))
        if column.type != field.type:
            column = column.cast(field.type)
        buffers, start, rows = column.buffers(), column.offset, len(column)
        if pa.types.is_int64(field.type):
            ints.append(buffers[1].slice(start * 8, rows * 8).to_pybytes() if rows else b"")
        else:
            offsets = buffers[1].slice(start * 4, rows * 4 + 4) if rows else None
            data = buffers[2].to_pybytes() if buffers[2] is not None else b""
            binaries.append((offsets.to_pybytes() if offsets else bytes(4), data))
    return ints, binaries


def from_buffers(buffers: Any, schema: pa.Schema) -> pa.RecordBatch:
    """The batch that the compiled part has made."""
    ints, binaries = buffers
    rows = len(ints[0]) // 8
    columns = [pa.Array.from_buffers(pa.int64(), rows, [None, pa.py_buffer(i)]) for i in ints]
    for offsets, data in binaries:
        parts = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
        columns.append(pa.Array.from_buffers(pa.binary(), rows, parts))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


#: So many bytes are expanded together: what they have in common is merged
#: before it travels.
TOGETHER = 16 << 20


def _together(batches: Batches, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    waiting: list[pa.RecordBatch] = []
    held = 0

    def joined() -> Iterator[pa.RecordBatch]:
        if waiting:
            table = pa.Table.from_batches(waiting).combine_chunks()
            yield from table.to_batches()

    for batch in batches:
        waiting.append(batch)
        held += batch.nbytes
        if held >= TOGETHER:
            yield from joined()
            waiting, held = [], 0
    yield from joined()


def expanding(game: str, position: str, rank: int) -> Task:
    """A task that replaces the rows of a rank by those of their options."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        bundler = _legatus.Bundler(game, position)
        for batch in _together(batches, LEVEL):
            for made in bundler.expand(rank, to_buffers(batch, LEVEL)):
                yield from_buffers(made, LEVEL)

    return task


def merging() -> Task:
    """A task that merges sorted rows."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        merger = _legatus.Merger()
        for batch in batches:
            yield from_buffers(merger.push(to_buffers(batch, LEVEL)), LEVEL)
        yield from_buffers(merger.finish(), LEVEL)

    return task


def asking(game: str, position: str) -> Task:
    """A task that says which rows the options of rows are in."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        bundler = _legatus.Bundler(game, position)
        for batch in batches:
            yield from_buffers(bundler.ask(to_buffers(batch, LEVEL)), ASKED)

    return task


def answering(game: str, position: str) -> Task:
    """A task that answers rows whose options come behind them."""

    def task(batches: Batches) -> Iterator[pa.RecordBatch]:
        answerer = _legatus.Answerer(_legatus.Bundler(game, position))
        for batch in batches:
            yield from_buffers(answerer.push(to_buffers(batch, JOINED)), OUTCOMES)
        yield from_buffers(answerer.finish(), OUTCOMES)

    return task
