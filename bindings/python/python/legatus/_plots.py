"""Several thermographs in one picture."""

from __future__ import annotations

from typing import Any

from . import _legatus
from ._legatus import Position, Thermograph, Value


def _graph(subject: Any) -> Thermograph:
    if isinstance(subject, Thermograph):
        return subject
    if isinstance(subject, (Position, Value)):
        return subject.thermograph()
    return Value(subject).thermograph()


class Plot:
    """Thermographs in one picture."""

    def __init__(self, graphs: list[Thermograph], columns: int | None = None) -> None:
        self.graphs = graphs
        self.columns = columns

    @property
    def svg(self) -> str:
        """The picture as a standalone SVG document."""
        return _legatus._plot(self.graphs, self.columns)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Plot of {len(self.graphs)} thermographs>"

    def to_matplotlib(self, ax: Any = None) -> Any:
        """Draws all of them in one axes of matplotlib."""
        for graph in self.graphs:
            ax = graph.to_matplotlib(ax)
        if len(self.graphs) > 1:
            ax.legend()
        return ax


def plot(*subjects: Any, columns: int | None = None) -> Plot:
    """Draws thermographs: of values, positions, or what values are made from.

    Several are in one pair of axes. With `columns` they are side by side, that
    many in a row, and with `columns=0` as many as fit.

    >>> from legatus import plot
    >>> plot("{3||2|1}", "+-1")
    <Plot of 2 thermographs>
    """
    return Plot([_graph(subject) for subject in subjects], columns)


def to_matplotlib(graph: Thermograph, ax: Any = None, **style: Any) -> Any:
    """Draws a thermograph in an axes of matplotlib: values grow to the left,
    temperature upward, as in the literature."""
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.gca()
    top = float(graph.temperature) + 1
    style.setdefault("color", ax._get_lines.get_next_color())
    label = style.pop("label", graph.title)
    for wall in (graph.left, graph.right):
        values = [float(value) for _, value in wall] + [float(graph.mean)]
        temperatures = [float(t) for t, _ in wall] + [top]
        ax.plot(values, temperatures, label=label, **style)
        label = None
    if not ax.xaxis_inverted():
        ax.invert_xaxis()
    ax.set_xlabel("value")
    ax.set_ylabel("temperature")
    return ax
