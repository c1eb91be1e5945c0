"""Counting from level to level."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from .. import _legatus
from .._legatus import Error
from .._tables import Table
from ._engines import Engine, Local
from ._rows import FOUND, PACKS, expanded, merging, sent, source, task
from ._store import Store, shares, summed


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
    level = 0
    while store.manifest(name(level + 1)) is not None:
        level += 1
    manifest = store.manifest(name(level)) or _begin(store, bundler)
    while manifest["levels"]:
        manifest = _next(engine, store, bundler.question(), level, manifest)
        if not keep:
            store.forget_rows(name(level))
        level += 1
    return counted(store)


def _begin(store: Store, bundler: Any) -> dict[str, Any]:
    engine = Local()
    parts = [0] * _legatus._BUCKETS
    start = engine.gather(sent(bundler.start(), parts), task(merging, store.files, name(0)), FOUND)
    store.prepare(name(0))
    return store.finish(name(0), summed(engine.collect(start)))


def _next(
    engine: Engine, store: Store, question: tuple[str, str], level: int, manifest: dict[str, Any]
) -> dict[str, Any]:
    """The level below one."""
    here, new = manifest["levels"][0], name(level + 1)
    engine = engine.sized(here["positions"])
    portions = store.portions(name(level), here["rank"], engine.parts)
    expanding = source(expanded, question, portions, shares(manifest, engine.parts))
    packs = engine.spread(len(portions), expanding, PACKS)
    store.prepare(new)
    with store.complaining(new):
        rows = engine.gather(packs, task(merging, store.files, new), FOUND)
        found = summed(engine.collect(rows))
    met = found["tally"][0]
    if met != here["positions"]:
        raise Error(
            f"{name(level)} in {store.files.address} is damaged: it has {met} positions, "
            f"and its manifest says {here['positions']}"
        )
    with store.complaining(new):
        return store.finish(new, found)


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
