"""A count or a solution as a program: what spark-submit runs, and
`python -m legatus.spark`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from legatus import Error, Table
from legatus import spark as cluster
from legatus.spark._engines import SMALL


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="legatus.spark",
        description="Count or solve on Apache Spark, or with --local in this process.",
    )
    parser.add_argument("what", choices=["count", "solve"])
    parser.add_argument("game")
    parser.add_argument("position")
    parser.add_argument("--path", help="a directory that all machines reach, for the levels")
    parser.add_argument("--partitions", type=int, help="parts of a level [default: 2 per core]")
    parser.add_argument(
        "--small", type=int, default=SMALL, help="levels with fewer positions do without Spark"
    )
    parser.add_argument("--keep", action="store_true", help="keep the rows of all levels")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument("--local", action="store_true", help="without Spark")
    return parser


def session() -> Any:
    """The session that spark-submit has prepared, or a local one."""
    # Executors on this machine take the Python that this is.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise Error(
            "PySpark is not installed: pip install 'pyspark>=4.1' pyarrow pandas; "
            "or run with --local"
        ) from None
    return SparkSession.builder.appName("legatus").getOrCreate()


def run(given: argparse.Namespace) -> str:
    """Does what is asked, and gives the answer as text."""
    spark = None if given.local else session()
    work = cluster.count if given.what == "count" else cluster.solve
    try:
        answer: Any = work(
            given.game,
            given.position,
            spark=spark,
            path=given.path,
            partitions=given.partitions,
            keep=given.keep,
            small=given.small,
        )
    finally:
        if spark is not None:
            spark.stop()
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
        if given.json:
            print(json.dumps({"error": str(error), "exit": 2}))
        else:
            print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
