"""What moves rows from task to task."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from ._rows import Task


class Engine(Protocol):
    """What can be done with rows."""

    def read(self, paths: list[str], ranks: tuple[int, int]) -> Any: ...
    def table(self, table: pa.Table) -> Any: ...
    def map(self, rows: Any, task: Task, schema: pa.Schema) -> Any: ...
    def gather(self, rows: Any, order: Iterable[str]) -> Any: ...
    def join(self, rows: Any, others: Any, on: list[str]) -> Any: ...
    def union(self, rows: Any, others: Any, schema: pa.Schema) -> Any: ...
    def renamed(self, rows: Any, names: dict[str, str]) -> Any: ...
    def constant(self, rows: Any, name: str, value: Any) -> Any: ...
    def write(self, rows: Any, path: str) -> None: ...
    def collect(self, rows: Any) -> list[dict[str, Any]]: ...


class Local:
    """This process: tables of Arrow, a level in memory at a time."""

    def read(self, paths: list[str], ranks: tuple[int, int]) -> pa.Table:
        wanted = [("rank", ">=", ranks[0]), ("rank", "<=", ranks[1])]
        tables = [pq.read_table(path, filters=wanted) for path in paths]
        return pa.concat_tables(tables)

    def table(self, table: pa.Table) -> pa.Table:
        return table

    def map(self, rows: pa.Table, task: Task, schema: pa.Schema) -> pa.Table:
        return pa.Table.from_batches(task(rows.to_batches()), schema=schema)

    def gather(self, rows: pa.Table, order: Iterable[str]) -> pa.Table:
        return rows.sort_by([(name, "ascending") for name in order])

    def join(self, rows: pa.Table, others: pa.Table, on: list[str]) -> pa.Table:
        return rows.join(others, keys=on, join_type="inner")

    def union(self, rows: pa.Table, others: pa.Table, schema: pa.Schema) -> pa.Table:
        return pa.concat_tables([t.select(schema.names).cast(schema) for t in (rows, others)])

    def renamed(self, rows: pa.Table, names: dict[str, str]) -> pa.Table:
        rows = rows.select(list(names))
        return rows.rename_columns(list(names.values()))

    def constant(self, rows: pa.Table, name: str, value: Any) -> pa.Table:
        kind = pa.int64() if isinstance(value, int) else pa.binary()
        return rows.append_column(name, pa.repeat(pa.scalar(value, kind), len(rows)))

    def write(self, rows: pa.Table, path: str) -> None:
        os.makedirs(path)
        pq.write_table(rows, os.path.join(path, "part-0.parquet"), use_dictionary=False)

    def collect(self, rows: pa.Table) -> list[dict[str, Any]]:
        return rows.to_pylist()
