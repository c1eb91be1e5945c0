"""Where tasks run: in this process, or on Spark. Both move the same packs
through the same tasks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import pyarrow as pa

from .._legatus import Error
from ._rows import BUCKETS, PACKS, Batches, Source, Task, batch_of

#: Levels with fewer positions are done before Spark would have begun.
SMALL = 50_000
#: Positions of a part, about.
LARGEST_PART = 100_000_000


class Engine(Protocol):
    """What both can do with rows."""

    #: How many parts a level is divided into.
    parts: int

    def sized(self, positions: int) -> Engine:
        """What is best for a level of that size."""

    def spread(self, count: int, source: Source, schema: pa.Schema = PACKS) -> Any:
        """What a source makes of each number below the count."""

    def union(self, rows: Any, others: Any) -> Any:
        """Both."""

    def gather(self, packs: Any, task: Task, schema: pa.Schema) -> Any:
        """What a task makes of the packs of each part, bucket by bucket."""

    def collect(self, rows: Any) -> list[dict[str, Any]]:
        """The rows, here."""


class Local:
    """This process: a level in memory at a time."""

    parts = 1

    def sized(self, positions: int) -> Local:
        return self

    def spread(
        self, count: int, source: Source, schema: pa.Schema = PACKS
    ) -> Iterator[pa.RecordBatch]:
        return (batch for number in range(count) for batch in source(number))

    def union(
        self, rows: Iterator[pa.RecordBatch], others: Iterator[pa.RecordBatch]
    ) -> Iterator[pa.RecordBatch]:
        yield from rows
        yield from others

    def gather(
        self, packs: Iterator[pa.RecordBatch], task: Task, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch]:
        rows = [row for batch in packs for row in zip(*(c.to_pylist() for c in batch.columns))]
        rows.sort(key=lambda row: row[1:3])
        return task(batch_of(rows[at : at + 64], PACKS) for at in range(0, len(rows), 64))

    def collect(self, rows: Iterator[pa.RecordBatch]) -> list[dict[str, Any]]:
        return [row for batch in rows for row in batch.to_pylist()]


class Spark:
    """A session of Spark, which sorts on disks where memory ends."""

    def __init__(self, session: Any, parts: int, small: int) -> None:
        self.session, self.parts, self.small = session, parts, small

    @classmethod
    def of(cls, session: Any, parts: int | None, small: int) -> Spark:
        """A session that somebody has made."""
        if not hasattr(session.range(1), "repartitionById"):
            raise Error(f"Spark {session.version} is too old: 4.1 or newer is needed")
        # Settings of its own, on the same machines.
        own = session.newSession()
        # Packs are large: few of them make a batch.
        own.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "32")
        # Parts are what they shall be: there is nothing to adapt.
        own.conf.set("spark.sql.adaptive.enabled", "false")
        # What Spark does with a pack is not worth a program of its own.
        own.conf.set("spark.sql.codegen.wholeStage", "false")
        return cls(own, parts or 2 * session.sparkContext.defaultParallelism, small)

    def sized(self, positions: int) -> Engine:
        if positions < self.small:
            return Local()
        parts = max(self.parts, min(BUCKETS, positions // LARGEST_PART))
        return Spark(self.session, parts, self.small)

    def spread(self, count: int, source: Source, schema: pa.Schema = PACKS) -> Any:
        def made(batches: Batches) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    yield from source(number)

        numbers = self.session.range(0, count, 1, count)
        return numbers.mapInArrow(made, _ddl(schema))

    def union(self, rows: Any, others: Any) -> Any:
        return rows.union(others)

    def gather(self, packs: Any, task: Task, schema: pa.Schema) -> Any:
        from pyspark.sql import functions

        part = functions.col("part").cast("int")
        sorted_ = packs.repartitionById(self.parts, part).sortWithinPartitions("bucket", "kind")
        return sorted_.mapInArrow(task, _ddl(schema))

    def collect(self, rows: Any) -> list[dict[str, Any]]:
        try:
            return [row.asDict() for row in rows.collect()]
        except Exception as error:
            raise _told(error) from error


def _told(error: Exception) -> Exception:
    """What a task has said, without the way that it came."""
    lines = str(error).splitlines()
    for kind, about in _TOLD.items():
        for line in lines:
            if line.startswith(kind):
                return Error(line.removeprefix(kind) + about)
    return error


_TOLD = {
    "legatus.Error: ": "",
    "legatus.Stopped: ": "",
    "ModuleNotFoundError: ": ": executors need the package legatus, pyarrow and pandas",
}


def _ddl(schema: pa.Schema) -> str:
    names = {pa.int64(): "long", pa.binary(): "binary", pa.string(): "string"}
    return ", ".join(f"`{field.name}` {names[field.type]}" for field in schema)


__all__ = ["Engine", "Local", "Spark"]
