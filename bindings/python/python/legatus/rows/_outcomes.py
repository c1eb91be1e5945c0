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
from ._rows import ASKED, JOINED, OUTCOMES, answering, asking
from ._store import LARGEST, Store

_LETTERS = {0: "P", 1: "L", 2: "R", 3: "N"}


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
    manifests = []
    while (manifest := store.manifest(_levels.name(len(manifests)))) is not None:
        manifests.append(manifest)
    last = len(manifests) - 2
    for level in range(last, -1, -1):
        if store.manifest(name(level)) is None:
            _answer(engine, store, bundler, level, manifests)
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
    engine: Engine, store: Store, bundler: Any, level: int, manifests: list[dict[str, Any]]
) -> None:
    game, position = bundler.question()
    here = manifests[level]["levels"][0]
    rows = engine.read([store.rows(_levels.name(level))], (here["rank"], here["rank"]))
    own = engine.constant(rows, "outcomes", b"")
    for column in ("kind", "option_cluster", "option_block"):
        own = engine.constant(own, column, 0)
    # If only one rank was waiting, the options are all there.
    waiting = len(manifests[level + 1]["levels"])
    below = range(level + 1, min(len(manifests) - 1, level + 2) if waiting == 1 else len(manifests) - 1)
    if len(below) > 0:
        answers = engine.read([store.rows(name(other)) for other in below], (0, LARGEST))
        names = {"cluster": "option_cluster", "block": "option_block"}
        names |= {"members": "members", "outcomes": "outcomes"}
        asked = engine.map(rows, asking(game, position), ASKED)
        options = engine.join(
            asked, engine.renamed(answers, names), ["option_cluster", "option_block"]
        )
        own = engine.union(own, engine.constant(options, "kind", 1), JOINED)
    own = engine.renamed(own, {column: column for column in JOINED.names})
    order = ("bucket", "rank", "cluster", "block", "kind")
    answered = engine.map(engine.gather(own, order), answering(game, position), OUTCOMES)

    def checked(found: dict[str, Any]) -> dict[str, Any]:
        if found["levels"][0]["positions"] != here["positions"]:
            raise Error(f"{name(level)} does not have the positions of its level")
        return found

    store.write(engine, name(level), answered, checked)


def look_up(store: Store, bundler: Any, position: str) -> str | None:
    """The outcome of a position that was met and kept."""
    import os

    import pyarrow.parquet as pq

    cluster, block, alone, negated = bundler.find(position)
    level = 0
    while store.manifest(name(level)) is not None:
        if not store.has_rows(name(level)):
            raise Error(f"the outcomes in {store.path} were not kept; solve with keep=True")
        wanted = [("cluster", "=", cluster), ("block", "=", block), ("rank", ">=", 0)]
        found = pq.read_table(os.fspath(store.rows(name(level))), filters=wanted)
        for row in found.to_pylist():
            bits = _legatus._bundle_bits(row["members"], row["outcomes"], alone)
            if bits is not None:
                if negated:
                    bits = (bits >> 1) | (bits & 1) << 1
                return _LETTERS[bits]
        level += 1
    return None


__all__ = ["Solved", "look_up", "solve_levels"]
