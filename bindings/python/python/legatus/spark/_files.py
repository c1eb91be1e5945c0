"""Files of levels, on this machine or where pyarrow can reach them."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import uuid
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.fs as fs
import pyarrow.parquet as pq

from .._legatus import Error


@dataclasses.dataclass(frozen=True)
class Files:
    """A directory: a path, or an address such as hdfs://… or s3://…"""

    address: str

    @classmethod
    def at(cls, path: str) -> Files:
        """Those at a path or an address."""
        path = os.fspath(path)
        return cls(path if "://" in path else os.path.abspath(path))

    @property
    def is_local(self) -> bool:
        """Whether this machine's own calls reach them."""
        return "://" not in self.address

    def _at(self, name: str) -> tuple[fs.FileSystem, str]:
        if self.is_local:
            return fs.LocalFileSystem(), os.path.join(self.address, name)
        try:
            system, base = fs.FileSystem.from_uri(self.address)
        except (pa.ArrowException, OSError) as error:
            raise Error(f"{self.address} cannot be reached: {error}") from None
        return system, f"{base.rstrip('/')}/{name}".rstrip("/")

    def names(self, directory: str = "") -> list[str]:
        """What is in a directory, in order; nothing if there is none."""
        system, place = self._at(directory)
        found = system.get_file_info(fs.FileSelector(place, allow_not_found=True))
        return sorted(info.base_name for info in found)

    def read(self, name: str) -> str | None:
        """A text, if it is there."""
        system, place = self._at(name)
        if system.get_file_info(place).type == fs.FileType.NotFound:
            return None
        with system.open_input_stream(place) as stream:
            return bytes(stream.read()).decode()

    def write(self, name: str, text: str) -> None:
        """Writes a text, so that it is there as a whole or not at all."""
        system, place = self._at(name)
        with self.create(name + ".part") as stream:
            stream.write(text.encode())
        self.settle(name + ".part")
        system.move(place + ".part", place)
        if self.is_local:
            _sync(os.path.dirname(place))

    def create(self, name: str) -> Any:
        """A stream into a new file."""
        system, place = self._at(name)
        system.create_dir(os.path.dirname(place), recursive=True)
        return system.open_output_stream(place)

    def settle(self, name: str) -> None:
        """Returns when a file that was written would outlive a power cut."""
        if self.is_local:
            _sync(self._at(name)[1])

    @contextlib.contextmanager
    def stream(self, name: str) -> Iterator[Any]:
        """The content of a file."""
        system, place = self._at(name)
        try:
            with system.open_input_file(place) as stream:
                yield stream
        except (pa.ArrowInvalid, OSError) as error:
            raise Error(f"{place} cannot be read: {error}") from error

    @contextlib.contextmanager
    def reader(self, name: str) -> Iterator[pq.ParquetFile]:
        """A file of rows."""
        with self.stream(name) as stream:
            yield pq.ParquetFile(stream, page_checksum_verification=True)

    def remove(self, name: str) -> None:
        """Removes a file or a directory, if it is there."""
        system, place = self._at(name)
        kind = system.get_file_info(place).type
        if kind == fs.FileType.Directory:
            system.delete_dir(place)
        elif kind == fs.FileType.File:
            system.delete_file(place)

    @staticmethod
    def new_name(bucket: int) -> str:
        """A name that no other file has; names go by their first bucket."""
        return f"rows-{bucket:04}-{uuid.uuid4().hex[:16]}.parquet"


def _sync(place: str) -> None:
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
