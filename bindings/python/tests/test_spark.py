"""Counting and solving without Spark: the work that Spark spreads."""

import json
import os
import shutil

import pytest

pytest.importorskip("pyarrow")

import legatus
from legatus import spark as cluster
from legatus.spark import _files, _store

#: Games with clusters, with texts, with ranks that a move lowers by more than
#: one, and heaps.
COUNTED = [
    ("legionnaires", "4x4"),
    ("legionnaires", "4x5-10"),
    ("legionnaires:mace", "3x4"),
    ("clobber", "3x4"),
    ("domineering", "4x4"),
    ("amazons", "R../..L"),
    ("kayles", "9"),
    ("nim", "3,4,5"),
]


def same_as_command(count, game, position):
    known = legatus.ask("count", game, position)
    assert (count.positions, count.edges) == (known["positions"], known["edges"])
    assert count.levels["positions"] == known["levels"]
    assert count.levels["edges"] == known["level_edges"]


@pytest.mark.parametrize("game, position", COUNTED)
def test_a_count_agrees_with_the_command(game, position):
    same_as_command(cluster.count(game, position), game, position)


def reachable(start):
    """Every position, by playing."""
    seen, todo = {start.text: start}, [start]
    while todo:
        for move in todo.pop().moves():
            after = move.play()
            if after.text not in seen:
                seen[after.text] = after
                todo.append(after)
    return seen


@pytest.mark.parametrize(
    "game, position",
    [("legionnaires", "4x4"), ("clobber", "3x3"), ("domineering", "3x4"), ("kayles", "8")],
)
def test_every_outcome_agrees_with_a_search(game, position, tmp_path):
    solved = cluster.solve(game, position, path=str(tmp_path), keep=True)
    start = legatus.position(game, position)
    assert solved.outcome == start.outcome()
    bundler = legatus._legatus.Bundler(game, position)
    rows = kept_rows(_store.Store(str(tmp_path), bundler.question()))
    totals = dict.fromkeys("NPLR", 0)
    for text, other in reachable(start).items():
        outcome = other.outcome()
        totals[outcome] += 1
        assert kept(rows, bundler, text) == outcome, text
    if game != "kayles":
        # Heaps that differ in order alone are one position there.
        assert totals == {letter: sum(solved.levels[letter]) for letter in "NPLR"}
    for text in sorted(reachable(start))[:3]:
        found = cluster.lookup(game, position, text, path=str(tmp_path))
        assert found == legatus.position(game, text).outcome()


def kept_rows(store):
    import pyarrow.parquet as pq

    rows, level = {}, 0
    while store.manifest(f"outcome-{level:04}") is not None:
        for place in store.places(f"outcome-{level:04}"):
            for row in pq.read_table(os.path.join(store.files.address, place)).to_pylist():
                rows[row["rank"], row["cluster"], row["block"]] = row
        level += 1
    return rows


def kept(rows, bundler, text):
    rank, bucket, cluster_, block, alone, negated = bundler.find(text)
    row = rows[rank, cluster_, block]
    assert row["bucket"] == bucket
    bits = legatus._legatus._bundle_bits(row["members"], row["outcomes"], alone)
    return "PRLN"[bits] if negated else "PLRN"[bits]


#: Who wins 3xN Legionnaires, N from 1; the last two take a minute.
THREE_ROWS = "PNNNNNNPP"


def test_known_winners(full):
    for n, outcome in enumerate(THREE_ROWS if full else THREE_ROWS[:5], 1):
        assert cluster.solve("legionnaires", f"3x{n}").outcome == outcome
    assert cluster.solve("legionnaires", "4x4").outcome == legatus.legionnaires("4x4").outcome()
    if full:
        assert cluster.solve("legionnaires", "6x6-18").outcome == "N"


def test_a_stopped_count_goes_on(tmp_path):
    path = str(tmp_path / "levels")
    whole = cluster.count("legionnaires", "4x4", path=path, keep=True)
    for lost in ("level-0005", "level-0006", "level-0007", "level-0008", "level-0009"):
        shutil.rmtree(os.path.join(path, lost), ignore_errors=True)
    # A level that was being written, and what a task has left that was run twice.
    os.makedirs(os.path.join(path, "level-0005"))
    left = [os.path.join(path, f"level-000{level}", "rows-0000-x.parquet") for level in (4, 5)]
    for place in left:
        with open(place, "w") as file:
            file.write("half a fi")
    assert cluster.count("legionnaires", "4x4", path=path, keep=True).to_json() == whole.to_json()
    assert [os.path.exists(place) for place in left] == [True, False]


def test_damage_and_other_questions_are_refused(tmp_path):
    path = str(tmp_path / "levels")
    cluster.count("legionnaires", "3x4", path=path, keep=True)
    with pytest.raises(legatus.Error, match="belongs to another question"):
        cluster.count("legionnaires", "4x4", path=path)
    place = os.path.join(path, "level-0001", "manifest.json")
    with open(place) as file:
        manifest = json.load(file)
    manifest["levels"][0]["positions"] += 1
    with open(place, "w") as file:
        json.dump(manifest, file)
    for level in range(2, 20):
        shutil.rmtree(os.path.join(path, f"level-{level:04}"), ignore_errors=True)
    with pytest.raises(legatus.Error, match="damaged"):
        cluster.count("legionnaires", "3x4", path=path, keep=True)
    with pytest.raises(legatus.Error, match="may not end"):
        cluster.count("northcott", "B..W")


def test_damaged_rows_are_refused(tmp_path):
    path = str(tmp_path / "levels")
    cluster.count("legionnaires", "3x4", path=path, keep=True)
    for level in range(3, 20):
        shutil.rmtree(os.path.join(path, f"level-{level:04}"), ignore_errors=True)
    level = tmp_path / "levels" / "level-0002"
    (rows,) = (place for place in level.iterdir() if place.suffix == ".parquet")
    content = bytearray(rows.read_bytes())
    content[30] ^= 4
    rows.write_bytes(content)
    with pytest.raises(legatus.Error, match="cannot be read"):
        cluster.count("legionnaires", "3x4", path=path, keep=True)


def test_rows_that_were_not_kept_are_missed(tmp_path):
    path = str(tmp_path / "levels")
    cluster.count("legionnaires", "3x4", path=path)
    with pytest.raises(legatus.Error, match="were not kept"):
        cluster.solve("legionnaires", "3x4", path=path)
    with pytest.raises(legatus.Error, match="nothing was solved"):
        cluster.lookup("legionnaires", "3x4", "3x4", path=path)


def test_one_job_at_a_time(tmp_path):
    path = str(tmp_path / "levels")
    cluster.count("legionnaires", "3x3", path=path)
    question = legatus._legatus.Bundler("legionnaires", "3x3").question()
    with _store.Store(path, question).working():
        with pytest.raises(legatus.Error, match="another job works"):
            cluster.count("legionnaires", "3x3", path=path)


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    create, written = _files.Files.create, []

    def full(self, name):
        if "level-0003/rows" in name and not written:
            written.append(name)
            raise OSError(28, "No space left on device")
        return create(self, name)

    monkeypatch.setattr(_files.Files, "create", full)
    path = str(tmp_path / "levels")
    with pytest.raises(legatus.Error, match="level-0003 could not be written: no space"):
        cluster.count("legionnaires", "3x4", path=path)
    assert not os.path.exists(os.path.join(path, "level-0003", "manifest.json"))
    same_as_command(cluster.count("legionnaires", "3x4", path=path), "legionnaires", "3x4")


def test_many_questions():
    found = cluster.find("clobber", "1x3", value="^")
    assert found["position"] == ["WBB", "BBW"]
    everything = [cluster.find("domineering", "2x2", outcome=letter) for letter in "NPLR"]
    assert sum(map(len, everything)) == 16
    table = cluster.value_table("domineering", ["2x2", "1x2"])
    assert table.rows == [("2x2", "+-1"), ("1x2", "-1")]
    played = cluster.match("legionnaires", "3x3", "random", "random", games=30)
    ((games, left, right, draws),) = played.rows
    assert (games, left + right + draws) == (30, 30)
    with pytest.raises(legatus.Error, match="say what is looked for"):
        cluster.find("clobber", "1x3")


def test_the_program(capsys):
    from legatus.spark.job import main

    assert main(["count", "legionnaires", "4x4", "--local"]) == 0
    assert capsys.readouterr().out.startswith("positions  982\nedges      3616\n")
    assert main(["solve", "nim", "1,2,3", "--json", "--local"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "P"
    words = ["count", "--local", "--json", "--small=0", "--", "legionnaires", "3x3"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["positions"] == 35
    assert main(["count", "nothing", "4x4", "--local"]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert main(["count", "nothing", "4x4", "--local", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["exit"] == 2
