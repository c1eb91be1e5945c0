"""Game trees."""

from __future__ import annotations

from collections.abc import Iterator


class Tree:
    """The game tree of a position, a line for each node.

    >>> from legatus import clobber
    >>> print(clobber("XXO").tree())
    BBW = ^
      Left: B.B = 0
      Right: BW. = *
        Left: .B. = 0
        Right: W.. = 0
    """

    def __init__(
        self, nodes: list[tuple[int, str | None, str, str | None]], svg: str
    ) -> None:
        #: Depth, who moved there, position and value of every node.
        self.nodes = nodes
        self.svg = svg

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[tuple[int, str | None, str, str | None]]:
        return iter(self.nodes)

    def __str__(self) -> str:
        return "\n".join(
            "  " * depth + (f"{player}: " if player else "") + f"{text} = {value or '?'}"
            for depth, player, text, value in self.nodes
        )

    def __repr__(self) -> str:
        return f"<Tree of {len(self)} nodes>"

    def _repr_svg_(self) -> str:
        return self.svg
