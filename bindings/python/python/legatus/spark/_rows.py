"""Rows as Arrow has them and as the compiled part takes them, and the tasks
that read, move and write them.

A row of a level is many positions: `cluster` and `block` name it, `members`
are the positions. Between tasks rows move in packs of those of one bucket;
whoever has all packs of a bucket can merge what is in it.
"""

from __future__ import annotations

import dataclasses
import functools
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .. import _legatus
from ._files import Files

BUCKETS = _legatus._BUCKETS

#: What a row of `FOUND` is about.
SUM, TALLY, FILE = 0, 1, 2

#: Kinds of packs.
ROWS, ANSWERS = 0, 1


def _schema(ints: Iterable[str], binaries: Iterable[str]) -> pa.Schema:
    fields = [pa.field(name, pa.int64()) for name in ints]
    return pa.schema(fields + [pa.field(name, pa.binary()) for name in binaries])


_KEY = ["rank", "bucket", "cluster", "block"]
LEVEL = _schema(_KEY, ["members"])
OUTCOMES = _schema(_KEY, ["members", "outcomes"])
#: `part` is where a pack goes.
PACKS = _schema(["part", "bucket", "kind", "origin"], ["content"])
#: What a task has written: sums of buckets, tallies, and files.
FOUND = _schema(["about", "bucket", "rank", "rows", "positions"], ["content"])

Batches = Iterable[pa.RecordBatch]
#: Makes batches out of a number.
Source = Callable[[int], Iterator[pa.RecordBatch]]
#: Makes batches out of batches.
Task = Callable[[Batches], Iterator[pa.RecordBatch]]
#: A bucket, the kind, where it comes from, and the rows.
Pack = tuple[int, int, int, bytes]
#: For every bucket, the part that it belongs to.
Parts = list[int]

#: Bytes of Arrow that are worked on together: what they have in common is
#: merged before it travels.
TOGETHER = 32 << 20


@dataclasses.dataclass(frozen=True)
class Portion:
    """Part of a level: files, and which of their row groups."""

    files: Files
    groups: list[tuple[str, int]]
    rank: int

    def read(self, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        """The rows, much of them together."""
        waiting: list[pa.RecordBatch] = []
        for place, group in self.groups:
            with self.files.reader(place) as reader:
                waiting += reader.read_row_group(group).to_batches()
            if sum(batch.nbytes for batch in waiting) >= TOGETHER:
                yield _joined(waiting, schema)
                waiting = []
        if waiting:
            yield _joined(waiting, schema)


def _joined(batches: list[pa.RecordBatch], schema: pa.Schema) -> pa.RecordBatch:
    table = pa.Table.from_batches(batches).select(schema.names).cast(schema).combine_chunks()
    columns = [column.chunk(0) if column.num_chunks else [] for column in table.columns]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _to_buffers(batch: pa.RecordBatch) -> Any:
    ints, binaries = [], []
    for column in batch.columns:
        buffers, start, rows = column.buffers(), column.offset, len(column)
        if pa.types.is_int64(column.type):
            ints.append(buffers[1].slice(start * 8, rows * 8).to_pybytes() if rows else b"")
        else:
            offsets = buffers[1].slice(start * 4, rows * 4 + 4) if rows else None
            data = buffers[2].to_pybytes() if buffers[2] is not None else b""
            binaries.append((offsets.to_pybytes() if offsets else bytes(4), data))
    return ints, binaries


def _from_buffers(buffers: Any, schema: pa.Schema) -> pa.RecordBatch:
    ints, binaries = buffers
    rows = len(ints[0]) // 8
    columns = [pa.Array.from_buffers(pa.int64(), rows, [None, pa.py_buffer(i)]) for i in ints]
    for offsets, data in binaries:
        parts = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
        columns.append(pa.Array.from_buffers(pa.binary(), rows, parts))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def batch_of(rows: Iterable[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    """A batch of few rows."""
    columns = list(zip(*rows)) or [()] * len(schema)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def sent(packs: list[Pack], parts: Parts) -> Iterator[pa.RecordBatch]:
    """Packs on their way, some at a time."""
    for start in range(0, len(packs), 64):
        rows = packs[start : start + 64]
        yield batch_of(((parts[row[0]], *row) for row in rows), PACKS)


def _received(batch: pa.RecordBatch) -> list[Pack]:
    names = ("bucket", "kind", "origin", "content")
    return list(zip(*(batch.column(name).to_pylist() for name in names)))


# Sources: what is read from the files of a level.


def expanded(
    question: tuple[str, str], portions: list[Portion], parts: Parts, number: int
) -> Iterator[pa.RecordBatch]:
    """The options of the positions of a portion."""
    bundler = _legatus.Bundler(*question)
    yield from _worked_out(bundler.expand, LEVEL, portions[number], parts)


def asked(
    question: tuple[str, str], portions: list[Portion], parts: Parts, number: int
) -> Iterator[pa.RecordBatch]:
    """What the positions of a portion ask for."""
    bundler = _legatus.Bundler(*question)
    yield from _worked_out(bundler.ask, LEVEL, portions[number], parts)


def carried(
    kind: int, portions: list[Portion], parts: Parts, number: int
) -> Iterator[pa.RecordBatch]:
    """The rows of a portion, or its answers."""
    packed = functools.partial(_legatus._packed, kind)
    schema = LEVEL if kind == ROWS else OUTCOMES
    yield from _worked_out(packed, schema, portions[number], parts)


def _worked_out(
    work: Callable[[int, Any], list[Pack]], schema: pa.Schema, portion: Portion, parts: Parts
) -> Iterator[pa.RecordBatch]:
    """The packs that work makes of the rows of a portion."""
    for batch in portion.read(schema):
        yield from sent(work(portion.rank, _to_buffers(batch)), parts)


# Tasks: what is done with the packs of whole buckets.


def merging(files: Files, level: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Merges rows, writes them, and tells what there was."""
    yield from _writing(_legatus.Merger(), LEVEL, files, level, batches)


def answering(
    question: tuple[str, str], files: Files, level: str, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """Answers rows, writes them, and tells what there was."""
    answerer = _legatus.Answerer(_legatus.Bundler(*question))
    yield from _writing(answerer, OUTCOMES, files, level, batches)


def replying(parts: Parts, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Sends answers to the buckets that ask for them."""
    replier = _legatus.Replier()
    for batch in batches:
        yield from sent(replier.push(_received(batch)), parts)
    yield from sent(replier.finish(), parts)


def _writing(
    worker: Any, schema: pa.Schema, files: Files, level: str, batches: Batches
) -> Iterator[pa.RecordBatch]:
    with _Writer(files, level, schema) as writer:
        for batch in batches:
            writer.add(worker.push(_received(batch)))
        writer.add(worker.finish())
    sums, totals = worker.sums()
    found = [(SUM, *row) for row in sums]
    found.append((TALLY, 0, 0, 0, 0, struct.pack(f"<{len(totals)}Q", *totals)))
    if writer.name is not None:
        about = (FILE, writer.first, 0, writer.groups, writer.bytes, writer.name.encode())
        found.append(about)
    for start in range(0, len(found), 256):
        yield batch_of(found[start : start + 256], FOUND)


class _Writer:
    """Rows to a file of their own, which only counts when it is told of."""

    def __init__(self, files: Files, level: str, schema: pa.Schema) -> None:
        self.files, self.level, self.schema = files, level, schema
        self.name: str | None = None
        self.first, self.groups, self.bytes = 0, 0, 0
        self.open: Any = None

    def __enter__(self) -> _Writer:
        return self

    def add(self, frames: list[Any]) -> None:
        """Writes each of them as a group of rows."""
        for frame in frames:
            batch = _from_buffers(frame, self.schema)
            if self.open is None:
                self.first = batch.column("bucket")[0].as_py()
                self.name = self.files.new_name(self.first)
                self.stream = self.files.create(f"{self.level}/{self.name}")
                self.open = pq.ParquetWriter(
                    self.stream,
                    self.schema,
                    use_dictionary=["rank", "bucket", "block"],
                    write_page_checksum=True,
                )
            self.open.write_batch(batch, row_group_size=len(batch))
            self.groups += 1

    def __exit__(self, kind: Any, *_: Any) -> None:
        if self.open is not None:
            self.open.close()
            self.bytes = self.stream.tell()
            self.stream.close()
        if kind is None and self.name is not None:
            self.files.settle(f"{self.level}/{self.name}")


def source(call: Callable[..., Iterator[pa.RecordBatch]], *given: Any) -> Source:
    """A source that can be sent to other processes."""
    return functools.partial(call, *given)


def task(call: Callable[..., Iterator[pa.RecordBatch]], *given: Any) -> Task:
    """A task that can be sent to other processes."""
    return functools.partial(call, *given)
