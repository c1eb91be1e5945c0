"""Counting from level to level."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pyarrow as pa

from .._legatus import Error
from .._tables import Table
from ._engines import Engine
from ._rows import LEVEL, ORDER, expanding, from_buffers, merging
from ._store import LARGEST, Store


@dataclasses.dataclass(frozen=True)
class Count:
    """How many positions can be reached, and their options."""

    positions: int
    edges: int
    #: For each level its rank, positions, edges, rows and checksum.
    levels: Table

    def to_json(self) -> str:
        """As text; the same whoever has counted."""
        levels = [dict(zip(self.levels.columns, row)) for row in self.levels]
        answer = {"positions": self.positions, "edges": self.edges, "levels": levels}
        return json.dumps(answer, sort_keys=True)


def name(level: int) -> str:
    return f"level-{level:04}"


def count_levels(engine: Engine, store: Store, bundler: Any, keep: bool) -> Count:
    """Counts, and goes on from the last level that is complete."""
    game, position = bundler.question()
    level = 0
    while store.manifest(name(level + 1)) is not None:
        level += 1
    manifest = store.manifest(name(level))
    if manifest is None:
        start = pa.Table.from_batches([from_buffers(bundler.start(), LEVEL)])
        rows = engine.map(engine.gather(engine.table(start), ORDER), merging(), LEVEL)
        manifest = store.write(engine, name(0), rows, dict)
    while manifest["levels"]:
        rank = manifest["levels"][0]["rank"]
        rows = engine.read([store.rows(name(level))], (0, LARGEST))
        rows = engine.map(rows, expanding(game, position, rank), LEVEL)
        rows = engine.map(engine.gather(rows, ORDER), merging(), LEVEL)
        expected = manifest["levels"][0]["positions"]

        def checked(found: dict[str, Any]) -> dict[str, Any]:
            if found["tally"][0] != expected:
                raise Error(
                    f"{name(level)} in {store.path} is damaged: it has {found['tally'][0]} "
                    f"positions, and its manifest says {expected}"
                )
            return found

        manifest = store.write(engine, name(level + 1), rows, checked)
        if not keep:
            store.forget_rows(name(level))
        level += 1
    return counted(store)


def counted(store: Store) -> Count:
    """What a complete count has found."""
    rows = []
    level = 0
    manifest = store.manifest(name(0))
    while manifest is not None and manifest["levels"]:
        here = manifest["levels"][0]
        manifest = store.manifest(name(level + 1))
        if manifest is None:
            break
        edges = manifest["tally"][1]
        rows.append((here["rank"], here["positions"], edges, here["rows"], here["blake3"]))
        level += 1
    levels = Table(["rank", "positions", "edges", "rows", "blake3"], rows)
    return Count(sum(levels["positions"]), sum(levels["edges"]), levels)


__all__ = ["Count", "count_levels", "counted", "name"]
