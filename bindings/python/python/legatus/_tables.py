"""Tables and sequences, and their way to NumPy, Arrow and pandas."""

from __future__ import annotations

import html
import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _legatus
from ._legatus import Budget


class Sequence:
    """Whole numbers in one block of memory: nim values, or counts.

    NumPy and Arrow look at the block itself; nothing is copied.

    >>> from legatus import nim_sequence
    >>> kayles = nim_sequence("kayles", 12)
    >>> list(kayles)
    [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    >>> kayles[4], len(kayles)
    (4, 12)
    """

    def __init__(self, numbers: Iterable[int], **about: Any) -> None:
        self._block = array("Q", numbers)
        #: What else is known, such as the period.
        self.about: dict[str, Any] = about

    @property
    def buffer(self) -> memoryview:
        """The block of memory, as unsigned numbers of 64 bits."""
        return memoryview(self._block).toreadonly()

    def __len__(self) -> int:
        return len(self._block)

    def __iter__(self) -> Iterator[int]:
        return iter(self._block)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return list(self._block[place])
        return self._block[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence):
            return self._block == other._block
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_numpy(self) -> Any:
        """As an array of NumPy, which looks at this block."""
        import numpy

        return numpy.frombuffer(self.buffer, dtype=numpy.uint64)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        numbers = self.to_numpy()
        if dtype is not None and numpy.dtype(dtype) != numbers.dtype:
            return numbers.astype(dtype)
        return numbers.copy() if copy else numbers

    def to_arrow(self) -> Any:
        """As an array of Arrow, which looks at this block."""
        import pyarrow

        block = pyarrow.py_buffer(self._block)
        return pyarrow.Array.from_buffers(pyarrow.uint64(), len(self), [None, block])

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_array__(requested_schema)

    def __repr__(self) -> str:
        shown = ", ".join(str(number) for number in self._block[:10])
        more = ", ..." if len(self) > 10 else ""
        about = "".join(f", {name}={value!r}" for name, value in self.about.items())
        return f"<Sequence [{shown}{more}]{about}>"


class Table:
    """Rows with names for their columns.

    It prints as text, shows itself in a notebook, and goes on to pandas and
    Arrow.

    >>> from legatus import Table
    >>> table = Table(["n", "value"], [(1, "*"), (2, "*2")])
    >>> print(table)
    n  value
    1  *
    2  *2
    >>> table["value"]
    ['*', '*2']
    """

    def __init__(
        self, columns: Iterable[str], rows: Iterable[Iterable[Any]], title: str = ""
    ) -> None:
        self.columns = list(columns)
        self.rows = [tuple(row) for row in rows]
        self.title = title
        #: What else a reader should know.
        self.notes: list[str] = []

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]], title: str = "") -> Table:
        """A table of dicts."""
        rows = list(rows)
        columns = list(dict.fromkeys(name for row in rows for name in row))
        return cls(columns, ([row.get(name) for name in columns] for row in rows), title)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __getitem__(self, column: str) -> list[Any]:
        place = self.columns.index(column)
        return [row[place] for row in self.rows]

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns by their names."""
        return {name: self[name] for name in self.columns}

    def to_pandas(self) -> Any:
        """As a DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def to_arrow(self) -> Any:
        """As a table of Arrow; values and positions are texts there."""
        import pyarrow

        plain = (int, float, str, bool, type(None))

        def column(cells: list[Any]) -> list[Any]:
            kinds = {type(cell) for cell in cells if cell is not None}
            if len(kinds) < 2 and all(isinstance(cell, plain) for cell in cells):
                return cells
            return [None if cell is None else str(cell) for cell in cells]

        return pyarrow.table({name: column(self[name]) for name in self.columns})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _cells(self) -> list[list[str]]:
        return [["" if cell is None else str(cell) for cell in row] for row in self.rows]

    def __str__(self) -> str:
        lines = [self.columns, *self._cells()]
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
            for line in lines
        )

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        heading = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._cells()
        )
        caption = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{heading}</tr></thead><tbody>{rows}</tbody></table>"

    def _repr_latex_(self) -> str:
        def cell(cell: Any) -> str:
            latex = getattr(cell, "_repr_latex_", None)
            text = latex() if latex is not None else None
            return text if text is not None else _escaped("" if cell is None else str(cell))

        lines = [" & ".join(map(_escaped, self.columns)) + r" \\ \hline"]
        lines += [" & ".join(map(cell, row)) + r" \\" for row in self.rows]
        columns = "l" * len(self.columns)
        return "\\begin{tabular}{%s}\n%s\n\\end{tabular}" % (columns, "\n".join(lines))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {
            "text/plain": str(self),
            "text/html": self._repr_html_(),
            "text/latex": self._repr_latex_(),
        }


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\^{}",
        "~": r"\~{}",
        **{c: "\\" + c for c in "{}$&#_%"},
    }
)


def _escaped(text: str) -> str:
    return text.translate(_LATEX)


def nim_sequence(game: str, heaps: int, *, budget: Budget | None = None) -> Sequence:
    """The nim values of heaps of 1, 2, ... of a heap game.

    `about` has the period, the heaps before it, the saltus, and whether a
    theorem proves it.

    >>> from legatus import nim_sequence
    >>> nim_sequence("octal:0.137", 1000).about
    {'period': 34, 'preperiod': 52, 'saltus': 0, 'proved': True}
    """
    from ._asking import ask

    answer = ask("grundy", str(game), sequence=heaps, budget=budget)
    return Sequence(answer.pop("values"), **answer)


def museum(game: str | None = None, value: Any = None) -> Table:
    """The museum of values: the smallest known position of every game that
    has a value.

    >>> from legatus import museum
    >>> print(museum("clobber", "^"))
    game     value  position
    clobber  ^      WBB
    """
    from ._legatus import Value

    wanted = None if value is None else Value(value)
    rows = [
        row
        for row in _legatus._museum()
        if game in (None, row[0]) and (wanted is None or Value(row[1]) == wanted)
    ]
    return Table(["game", "value", "position"], rows, "A museum of values")


def papers() -> Table:
    """The papers whose tables are computed anew."""
    rows = [
        (name, table, about) for name, _, tables in _legatus._papers() for table, about in tables
    ]
    return Table(["paper", "table", "about"], rows, "Papers")


def paper(
    name: str,
    table: str,
    *,
    full: bool = False,
    budget: Budget | None = None,
) -> Table:
    """A table of a paper, computed and compared with what was printed."""
    text, _ = _legatus._paper_table(name, table, full, False, budget)
    found = json.loads(text)
    columns = [*found["keys"], "paper", "computed", "agreement"]
    rows = (
        (*row["keys"], row["paper"], row["computed"], row["agreement"]) for row in found["rows"]
    )
    answer = Table(columns, rows, found["title"])
    answer.notes = found["notes"]
    return answer
