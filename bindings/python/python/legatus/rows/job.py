"""A count or a solution as a program: `python -m legatus.rows`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from legatus import Error, Table
from legatus import rows


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="legatus.rows",
        description="Count or solve level by level, with levels as Parquet files.",
    )
    parser.add_argument("what", choices=["count", "solve"])
    parser.add_argument("game")
    parser.add_argument("position")
    parser.add_argument("--path", help="a directory for the levels")
    parser.add_argument("--keep", action="store_true", help="keep the rows of all levels")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    return parser


def run(given: argparse.Namespace) -> str:
    """Does what is asked, and gives the answer as text."""
    work = rows.count if given.what == "count" else rows.solve
    answer: Any = work(given.game, given.position, path=given.path, keep=given.keep)
    if given.json:
        return str(answer.to_json())
    if given.what == "count":
        head = f"positions  {answer.positions}\nedges      {answer.edges}\n"
    else:
        head = f"outcome  {answer.outcome}\n"
    columns = [name for name in answer.levels.columns if name != "blake3"]
    return head + str(Table(columns, zip(*(answer.levels[name] for name in columns))))


def main(words: list[str] | None = None) -> int:
    """0: answered; 2: the question, or what it needs, is not right."""
    given = arguments().parse_args(words)
    try:
        print(run(given))
    except Error as error:
        print(f"legatus: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
