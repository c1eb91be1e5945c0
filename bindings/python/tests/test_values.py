"""Values, against fractions and against a slow reference."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legatus
from legatus import Value, form

from reference import Form, le

numbers = st.builds(lambda n, e: Fraction(n, 2**e), st.integers(-(10**9), 10**9), st.integers(0, 12))


@given(numbers, numbers)
def test_numbers_are_fractions(x, y):
    g, h = Value(x), Value(y)
    assert (g + h).fraction() == x + y
    assert (g - h).fraction() == x - y
    assert (g < h, g <= h, g == h, g >= h, g > h) == (x < y, x <= y, x == y, x >= y, x > y)
    assert not g | h
    assert hash(g) == hash(x)
    assert g == x and x == g and g + y == x + y
    assert Fraction(*g.as_integer_ratio()) == x
    assert float(g) == float(x)


@given(st.integers(-(10**40), 10**40), st.integers(-50, 50))
def test_integers_are_ints(n, k):
    assert int(Value(n)) == n and hash(Value(n)) == hash(n)
    assert Value(n) * k == n * k == k * Value(n)
    assert Value(str(n)) == n


# A form as nested lists, and what is made of it both ways.
trees = st.recursive(
    st.just(([], [])),
    lambda options: st.tuples(st.lists(options, max_size=2), st.lists(options, max_size=2)),
    max_leaves=10,
)


def ours(tree):
    return form(map(ours, tree[0]), map(ours, tree[1]))


def theirs(tree):
    return Form.of([theirs(t) for t in tree[0]], [theirs(t) for t in tree[1]])


@given(trees, trees)
def test_order_and_canonical_forms_are_those_of_the_definition(a, b):
    g, h, reference = ours(a), ours(b), (theirs(a), theirs(b))
    below, above = le(*reference), le(*reversed(reference))
    assert (g <= h, g >= h) == (below, above)
    assert (g == h) == (below and above) == (reference[0] is reference[1])
    assert (g < h, g > h) == (below and not above, above and not below)
    assert (g | h) == (not below and not above)
    if g == h:
        assert hash(g) == hash(h)
    for side, name in ((reference[0].left, "left_options"), (reference[0].right, "right_options")):
        assert len(getattr(g, name)()) == len(side)


@given(trees, trees)
def test_values_are_an_ordered_group(a, b):
    g, h = ours(a), ours(b)
    assert g + h == h + g and (g + h) - h == g and g - g == 0
    assert -(-g) == g and 3 * g == g + g + g
    assert (g <= h) == (g - h <= 0)


@given(trees)
def test_values_are_written_and_read(a):
    g = ours(a)
    assert eval(repr(g)) == g and Value(str(g)) == g
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.copy(g) == copy.deepcopy(g) == g
    for notation in ("ascii", "unicode", "latex"):
        assert Value(format(g, notation)) == g
    assert g._repr_latex_().startswith("$")


@given(trees)
def test_thermographs_agree_with_values(a):
    g = ours(a)
    graph = g.thermograph()
    assert (graph.mean, graph.temperature) == (g.mean, g.temperature)
    assert g.stops == (graph.at(0) if g.temperature >= 0 else (g.mean, g.mean))
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert -(-graph) == graph
    assert (g + g).mean == 2 * g.mean


def test_examples():
    g = Value("{3||2|1}")
    assert g + g == Value("{5||4,{5|4}|3}") and g.outcome == "L"
    assert Value("^").atomic_weight == 1 and Value("*") + Value("*") == 0
    assert Value("{1|-1}") | 0 and not Value("{1|-1}") | 2
    assert not Value() and Value("*")
    assert {Value("1/2"), Fraction(1, 2)} == {Value(Fraction(2, 4))}
    assert g.Cool(1) == g.cool(1) == Fraction(9, 4)
    assert sum([Value("*"), Value("*2")]) == Value("*3")
    assert form([0], [Value("*")]) == Value("^")


def test_every_function_of_the_calculator_is_a_method():
    names = {name for name, *_ in legatus._legatus._functions()}
    assert len(names) > 60 and names <= set(dir(Value()))
    for name in ("cool", "heat", "birthday", "left_options", "is_number"):
        assert name in names
    assert "cool(g, t)" in Value().cool.__doc__
    assert Value("{3||2|1}").birthday() == 4
    assert legatus.function("nim_sum")(3, 5) == 6


def test_examples_of_all_functions_are_answered_alike():
    for name, _, _, _, source, answer in legatus._legatus._functions():
        assert legatus.ask("calc", source)["text"] in (answer, answer.strip('"')), name


def test_the_calculator():
    calculator = legatus.Calculator()
    assert calculator("x = {3||2|1}; x + x") == Value("{5||4,{5|4}|3}")
    assert calculator("x + y", y=1) == Value("{4||3|2}")
    assert calculator.variables == ["x"]
    assert calculator("[1/3, inf, true, Left, *]") == [
        Fraction(1, 3),
        float("inf"),
        True,
        "Left",
        Value("*"),
    ]
    assert calculator("outcome(*)") == "N" and calculator("") is None
    assert calculator('clobber("XO") + *2').value() == Value("*3")
    calculator.clear()
    assert calculator.variables == []


@pytest.mark.parametrize(
    "call, kind, column",
    [
        (lambda: Value("{1|2|3}"), legatus.Unreadable, 5),
        (lambda: legatus.calc("1 + + )"), legatus.Unreadable, 7),
        (lambda: legatus.calc("frobnicate(1)"), legatus.Unreadable, 1),
        (lambda: Value("1").atomic_weight, legatus.Undefined, None),
        (lambda: int(Value("*")), legatus.Undefined, None),
        (lambda: int(Value("1/2")), legatus.Undefined, None),
        (lambda: Value(Fraction(1, 3)), legatus.Undefined, None),
        (lambda: legatus.clobber("XOZ"), legatus.Unreadable, 3),
        (lambda: legatus.game("klobber"), legatus.Unreadable, None),
        (lambda: Value(10 ** 400_000), legatus.Stopped, None),
    ],
)
def test_errors_say_where_and_what(call, kind, column):
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert isinstance(error, (legatus.Error, ValueError))
    assert error.column == column
    assert str(error) and "\n" not in str(error)
    if column is not None:
        assert f"column {column}: " in str(error)


def test_errors_have_the_words_of_the_command_line():
    with pytest.raises(legatus.Error, match="did you mean `clobber`") as caught:
        legatus.game("klobber")
    assert caught.value.hint.startswith("did you mean `clobber`?")


def test_wrong_types_are_type_errors():
    for wrong in (1.5, None, [], {}, object(), b"1"):
        with pytest.raises(TypeError):
            Value("*") + wrong
        with pytest.raises(TypeError):
            Value("*") <= wrong
        assert Value("*") != wrong
    with pytest.raises(TypeError):
        Value(1.5)
