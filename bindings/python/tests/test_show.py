"""Pictures, tables and sequences."""

import pytest

import legatus
from legatus import Sequence, Table, Value, clobber, nim_sequence, plot


def test_thermographs_are_drawn():
    graph = Value("{3||2|1}").thermograph()
    assert "<svg" in graph._repr_svg_() and "9/4" in graph.svg()
    both = plot("{3||2|1}", clobber("XOX"), Value("+-1").thermograph())
    assert len(both.graphs) == 3 and both._repr_svg_().count("<desc>") == 4
    assert len({plot("1", "*", columns=n).svg for n in (None, 0, 1)}) == 3
    assert "text/plain" in graph._repr_mimebundle_()
    assert len(graph.sketch().splitlines()) > 5


def test_values_show_as_latex():
    assert Value("^*")._repr_mimebundle_() == {
        "text/plain": "Value('^*')",
        "text/latex": Value("^*")._repr_latex_(),
    }


def test_tables():
    table = Table.of([{"n": 1, "value": Value("*")}, {"n": 2, "value": Value("^")}], "A title")
    assert str(table).splitlines()[1] == "1  *"
    assert "<td>^</td>" in table._repr_html_() and "$" in table._repr_latex_()
    assert table["n"] == [1, 2] and len(table) == 2
    assert set(table._repr_mimebundle_()) == {"text/plain", "text/html", "text/latex"}
    assert "&lt;" in Table(["<"], [["<b>"]])._repr_html_()


def test_papers_and_museum():
    table = legatus.paper("legionnaires", legatus.papers()["table"][0])
    assert len(table) and "disagrees" not in table["agreement"]
    pieces = legatus.museum("clobber", "^")
    assert pieces["position"] == ["WBB"]
    for game, value, text in list(legatus.museum("clobber"))[:20]:
        assert legatus.position(game, text).value() == Value(value)
    with pytest.raises(legatus.Error, match="no paper"):
        legatus.paper("clobber", "1")


def test_sequences_share_their_memory():
    kayles = nim_sequence("kayles", 100)
    assert kayles.about["period"] == 12 or kayles.about["period"] is None
    assert kayles[:3] == [1, 2, 3] and kayles.buffer.format == "Q"
    assert kayles == Sequence(kayles)
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(kayles)
    assert array.dtype == numpy.uint64 and array[4] == 4
    address = array.__array_interface__["data"][0]
    assert kayles.to_numpy().__array_interface__["data"][0] == address
    pyarrow = pytest.importorskip("pyarrow")
    arrow = kayles.to_arrow()
    assert arrow.buffers()[1].address == address and arrow.to_pylist() == list(kayles)
    assert pyarrow.array(kayles).to_pylist() == list(kayles)


def test_tables_become_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    table = Table(["n", "value"], [(1, Value("*")), (2, None)])
    arrow = table.to_arrow()
    assert arrow.column("value").to_pylist() == ["*", None]
    assert arrow.schema.field("n").type == pyarrow.int64()
    assert pyarrow.table(table).num_rows == 2


def test_tables_become_frames():
    pytest.importorskip("pandas")
    frame = Table(["n", "value"], [(1, Value("*"))]).to_pandas()
    assert frame["value"][0] == Value("*")


def test_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    _, axes = pyplot.subplots()
    plot("{3||2|1}", "+-1").to_matplotlib(axes)
    assert len(axes.lines) == 4 and axes.xaxis_inverted()
