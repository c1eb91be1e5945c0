"""Levels on a disk. A level is there when its directory has its name: it is
written beside it, its manifest last, and then renamed."""

from __future__ import annotations

import errno
import json
import os
import shutil
import struct
from collections.abc import Callable
from typing import Any

from .. import _legatus
from .._legatus import Error
from ._engines import Engine
from ._rows import SUM, TALLY

FORMAT = 1
LARGEST = 2**63 - 1


class Store:
    """A directory with the levels of one question."""

    def __init__(self, path: str, question: dict[str, Any]) -> None:
        self.path = os.path.abspath(path)
        os.makedirs(self.path, exist_ok=True)
        about = os.path.join(self.path, "question.json")
        wanted = {"format": FORMAT, **question}
        if os.path.exists(about):
            with open(about, encoding="utf-8") as file:
                found = json.load(file)
            if found != wanted:
                raise Error(
                    f"{self.path} belongs to another question: {found.get('game')} "
                    f"{found.get('position')}; give another path"
                )
        elif any(name.startswith("level-") for name in os.listdir(self.path)):
            raise Error(f"{self.path} has levels, but no question.json that says whose")
        else:
            _write_json(about, wanted)
        for name in os.listdir(self.path):
            if name.endswith(".new"):
                shutil.rmtree(os.path.join(self.path, name))

    def rows(self, name: str) -> str:
        """Where the rows of a level are."""
        return os.path.join(self.path, name, "rows")

    def manifest(self, name: str) -> dict[str, Any] | None:
        """What is known about a level, if it is there."""
        place = os.path.join(self.path, name, "manifest.json")
        if not os.path.exists(place):
            return None
        with open(place, encoding="utf-8") as file:
            manifest: dict[str, Any] = json.load(file)
        return manifest

    def has_rows(self, name: str) -> bool:
        """Whether the rows of a level are still there."""
        return os.path.isdir(self.rows(name))

    def forget_rows(self, name: str) -> None:
        """Leaves only the manifest of a level."""
        shutil.rmtree(self.rows(name), ignore_errors=True)

    def write(
        self,
        engine: Engine,
        name: str,
        rows: Any,
        about: Callable[[dict[str, Any]], dict[str, Any]],
    ) -> dict[str, Any]:
        """Writes a level; `about` adds to its manifest what else is known."""
        new = os.path.join(self.path, name + ".new")
        shutil.rmtree(new, ignore_errors=True)
        try:
            os.makedirs(new)
            engine.write(rows, os.path.join(new, "rows"))
            special = engine.read([os.path.join(new, "rows")], (SUM, TALLY))
            manifest = about(summed(engine.collect(special)))
            _write_json(os.path.join(new, "manifest.json"), manifest)
            os.rename(new, os.path.join(self.path, name))
        except Exception as error:
            shutil.rmtree(new, ignore_errors=True)
            if _is_full(error):
                raise Error(
                    f"{name} could not be written: no space is left in {self.path}; what "
                    "was complete is kept: make room, and run the same again"
                ) from error
            raise
        return manifest


def summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What the rows without positions say: the tally, and for each rank how
    many rows and positions there are, and a checksum. That of a rank is over
    those of its buckets, in order, so it does not depend on who had which."""
    tally: list[int] = []
    ranks: dict[int, list[tuple[int, int, int, bytes]]] = {}
    for row in rows:
        members = bytes(row["members"])
        if row["rank"] == TALLY:
            numbers = struct.unpack(f"<{len(members) // 8}Q", members)
            tally = [a + b for a, b in zip(tally or [0] * len(numbers), numbers)]
        else:
            (positions,) = struct.unpack("<Q", members[:8])
            bucket = (row["bucket"], row["block"], positions, members[8:])
            ranks.setdefault(row["cluster"], []).append(bucket)
    levels = []
    for rank in sorted(ranks, reverse=True):
        buckets = sorted(ranks[rank])
        content = b"".join(struct.pack("<Q", bucket) + digest for bucket, _, _, digest in buckets)
        levels.append(
            {
                "rank": rank,
                "rows": sum(rows for _, rows, _, _ in buckets),
                "positions": sum(positions for _, _, positions, _ in buckets),
                "blake3": _legatus._blake3(content),
            }
        )
    return {"tally": tally, "levels": levels}


def _write_json(path: str, content: dict[str, Any]) -> None:
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1, sort_keys=True)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.rename(path + ".part", path)


def _is_full(error: BaseException) -> bool:
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or "No space left on device" in str(error)
