"""Levels in files. A level is there when it has a manifest, which is written
last, as a whole, and names the files that count: what a task has left that
was stopped, or run twice, does not."""

from __future__ import annotations

import contextlib
import errno
import json
import struct
from collections.abc import Iterator
from typing import Any

from .. import _legatus
from .._legatus import Error
from ._files import Files
from ._rows import BUCKETS, FILE, SUM, TALLY, Parts, Portion

FORMAT = 2


class Store:
    """A directory with the levels of one question."""

    def __init__(self, path: str, question: tuple[str, str]) -> None:
        self.files = Files.at(path)
        wanted = {"format": FORMAT, "game": question[0], "position": question[1]}
        text = self.files.read("question.json")
        if text is not None:
            found = json.loads(text)
            if found.get("format") != FORMAT:
                raise Error(f"{path} was written by another version; give another path")
            if found != wanted:
                raise Error(
                    f"{path} belongs to another question: {found.get('game')} "
                    f"{found.get('position')}; give another path"
                )
        elif any(name.startswith("level-") for name in self.files.names()):
            raise Error(f"{path} has levels, but no question.json that says whose")
        else:
            self.files.write("question.json", _json(wanted))

    @contextlib.contextmanager
    def working(self) -> Iterator[Store]:
        """Keeps other jobs away, where files can be locked."""
        if not self.files.is_local:
            yield self
            return
        import fcntl

        with open(f"{self.files.address}/lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Error(f"another job works in {self.files.address}") from None
            yield self

    def manifest(self, name: str) -> dict[str, Any] | None:
        """What is known about a level, if it is there."""
        text = self.files.read(f"{name}/manifest.json")
        if text is None:
            return None
        try:
            manifest: dict[str, Any] = json.loads(text)
        except ValueError:
            raise Error(f"{self.files.address}/{name}/manifest.json is damaged") from None
        return manifest

    def _kept(self, name: str) -> list[dict[str, Any]]:
        manifest = self.manifest(name) or {}
        if manifest.get("forgotten"):
            raise Error(
                f"the rows of {name} in {self.files.address} were not kept; "
                "give another path, and keep them from the start"
            )
        files: list[dict[str, Any]] = manifest["files"]
        return files

    def places(self, name: str) -> list[str]:
        """The files of a level."""
        return [f"{name}/{file['name']}" for file in self._kept(name)]

    def portions(self, name: str, rank: int, most: int) -> list[Portion]:
        """The rows of a level, in at most so many portions."""
        groups = [
            (f"{name}/{file['name']}", group)
            for file in self._kept(name)
            for group in range(file["groups"])
        ]
        count = max(1, min(most, len(groups)))
        cut = [len(groups) * i // count for i in range(count + 1)]
        parts = (groups[start:end] for start, end in zip(cut, cut[1:]))
        return [Portion(self.files, part, rank) for part in parts]

    def prepare(self, name: str) -> None:
        """Removes what a job has left that was stopped."""
        self.files.remove(name)

    def finish(self, name: str, manifest: dict[str, Any]) -> dict[str, Any]:
        """From now on the level is there."""
        self.files.write(f"{name}/manifest.json", _json(manifest))
        known = {file["name"] for file in manifest["files"]} | {"manifest.json"}
        for other in self.files.names(name):
            if other not in known:
                self.files.remove(f"{name}/{other}")
        return manifest

    def forget_rows(self, name: str) -> None:
        """Leaves only the manifest of a level."""
        manifest = self.manifest(name)
        if manifest is not None and not manifest.get("forgotten"):
            self.finish(name, {**manifest, "files": [], "forgotten": True})

    @contextlib.contextmanager
    def complaining(self, name: str) -> Iterator[None]:
        """Says what is wrong when a disk is full."""
        try:
            yield
        except Exception as error:
            if not _is_full(error):
                raise
            raise Error(
                f"{name} could not be written: no space is left in {self.files.address} or "
                "where Spark keeps its own files; what was complete is kept: make room, "
                "and run the same again"
            ) from error


def summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What tasks have found: the tally, the files, and for each rank how many
    rows and positions there are, and a checksum. That of a rank is over those
    of its buckets, in order, so it does not depend on who had which."""
    tally: list[int] = []
    files = []
    ranks: dict[int, list[tuple[int, int, int, bytes]]] = {}
    weights: dict[int, int] = {}
    for row in rows:
        content, bucket = bytes(row["content"]), row["bucket"]
        if row["about"] == TALLY:
            numbers = struct.unpack(f"<{len(content) // 8}Q", content)
            if numbers:
                tally = [a + b for a, b in zip(tally or [0] * len(numbers), numbers)]
        elif row["about"] == FILE:
            file = {"name": content.decode(), "groups": row["rows"], "bytes": row["positions"]}
            files.append(file)
        elif row["about"] == SUM:
            found = (bucket, row["rows"], row["positions"], content)
            ranks.setdefault(row["rank"], []).append(found)
            weights[bucket] = weights.get(bucket, 0) + row["positions"]
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
    return {
        "tally": tally,
        "levels": levels,
        "files": sorted(files, key=lambda file: str(file["name"])),
        "buckets": sorted(weights.items()),
    }


def shares(manifest: dict[str, Any], count: int) -> Parts:
    """Divides the buckets into so many parts of about equal weight, each of
    them a range: buckets that follow each other have much in common."""
    weights = [0] * BUCKETS
    for bucket, positions in manifest["buckets"]:
        weights[bucket] = positions
    # Buckets that have nothing yet may have something in the next level.
    total, before, parts = sum(weights) + BUCKETS, 0, []
    for weight in weights:
        parts.append(min(count - 1, (before + (weight + 1) // 2) * count // total))
        before += weight + 1
    return parts


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, sort_keys=True) + "\n"


def _is_full(error: BaseException) -> bool:
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or "No space left on device" in str(error)
