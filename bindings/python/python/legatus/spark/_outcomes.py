"""Who wins, from the last level back to the start."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from .. import _legatus
from .._legatus import Error
from .._tables import Table
from . import _levels
from ._engines import Engine
from ._rows import (
    ANSWERS,
    FOUND,
    PACKS,
    ROWS,
    answering,
    asked,
    carried,
    replying,
    source,
    task,
)
from ._store import Store, shares, summed

#: By the bits of those who win when they begin: Left's, and Right's.
_LETTERS = "PLRN"


@dataclasses.dataclass(frozen=True)
class Solved:
    """Who wins the start, and how many positions of each level each wins."""

    outcome: str
    #: For each level its rank, positions, and how many are N, P, L and R.
    levels: Table

    def to_json(self) -> str:
        """As text; the same whoever has solved it."""
        levels = [dict(zip(self.levels.columns, row)) for row in self.levels]
        return json.dumps({"outcome": self.outcome, "levels": levels}, sort_keys=True)


def name(level: int) -> str:
    return f"outcome-{level:04}"


def solve_levels(engine: Engine, store: Store, bundler: Any, keep: bool) -> Solved:
    """Answers every level, and goes on from the last one that is complete."""
    manifests: list[dict[str, Any]] = []
    while (manifest := store.manifest(_levels.name(len(manifests)))) is not None:
        manifests.append(manifest)
    last = len(manifests) - 2
    for level in range(last, -1, -1):
        if store.manifest(name(level)) is None:
            _answer(engine, store, bundler.question(), level, manifests)
        # Rows that no level above can ask for.
        if not keep and all(len(above["levels"]) == 1 for above in manifests[1 : level + 1]):
            store.forget_rows(name(level + 1))
    rows = []
    for level in range(last + 1):
        found = store.manifest(name(level)) or {}
        here = found["levels"][0]
        rows.append((here["rank"], here["positions"], *found["tally"], here["blake3"]))
    levels = Table(["rank", "positions", "N", "P", "L", "R", "blake3"], rows)
    outcome = next(letter for letter in "NPLR" if levels[letter][0] == 1)
    return Solved(outcome, levels)


def _answer(
    engine: Engine,
    store: Store,
    question: tuple[str, str],
    level: int,
    manifests: list[dict[str, Any]],
) -> None:
    manifest, new = manifests[level], name(level)
    here = manifest["levels"][0]
    engine = engine.sized(here["positions"])
    portions = store.portions(_levels.name(level), here["rank"], engine.parts)
    own_parts = shares(manifest, engine.parts)
    rows = engine.spread(len(portions), source(carried, ROWS, portions, own_parts), PACKS)
    # If only one rank was waiting, the options are all there.
    end = len(manifests) - 1
    if len(manifests[level + 1]["levels"]) == 1:
        end = level + 2
    below = range(level + 1, min(len(manifests) - 1, end))
    if len(below) > 0:
        parts = shares(manifests[level + 1], engine.parts)
        asks = engine.spread(len(portions), source(asked, question, portions, parts), PACKS)
        for other in below:
            rank = manifests[other]["levels"][0]["rank"]
            known = store.portions(name(other), rank, engine.parts)
            answers = source(carried, ANSWERS, known, parts)
            asks = engine.union(asks, engine.spread(len(known), answers, PACKS))
        rows = engine.union(rows, engine.gather(asks, task(replying, own_parts), PACKS))
    store.prepare(new)
    with store.complaining(new):
        answered = task(answering, question, store.files, new)
        found = summed(engine.collect(engine.gather(rows, answered, FOUND)))
        if [level["positions"] for level in found["levels"]] != [here["positions"]]:
            raise Error(f"{_levels.name(level)} in {store.files.address} is damaged")
        store.finish(new, found)


def look_up(store: Store, bundler: Any, position: str) -> str | None:
    """The outcome of a position that was met and kept."""
    import pyarrow.parquet as pq

    rank, bucket, cluster, block, alone, negated = bundler.find(position)
    level = 0
    while (manifest := store.manifest(name(level))) is not None:
        if manifest["levels"][0]["rank"] == rank:
            break
        level += 1
    if manifest is None:
        if level == 0:
            raise Error(f"nothing was solved in {store.files.address}")
        return None
    wanted = [("bucket", "=", bucket), ("cluster", "=", cluster), ("block", "=", block)]
    rows: list[dict[str, Any]] = []
    for place in store.places(name(level)):
        with store.files.stream(place) as stream:
            table = pq.read_table(stream, filters=wanted, columns=["members", "outcomes"])
        rows += table.to_pylist()
    for row in rows:
        bits = _legatus._bundle_bits(row["members"], row["outcomes"], alone)
        if bits is not None:
            if negated:
                bits = (bits >> 1) | (bits & 1) << 1
            return _LETTERS[bits]
    return None


__all__ = ["Solved", "look_up", "solve_levels"]
