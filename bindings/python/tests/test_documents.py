"""What documents and docstrings show is what comes out."""

import doctest
import importlib
import inspect

import legatus

MODULES = ["legatus", *(f"legatus.{name}" for name in (
    "_asking", "_extended", "_plots", "_progress", "_tables", "_trees", "play", "_legatus", "spark",
))]


def run(tests):
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    tried = 0
    for test in tests:
        tried += runner.run(test).attempted
    assert runner.failures == 0
    return tried


def test_docstrings():
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = []
    for name in MODULES:
        module = importlib.import_module(name)
        tests += [test for test in finder.find(module) if test.examples]
    # Classes that are compiled have no module that doctest looks into.
    parser = doctest.DocTestParser()
    for name, thing in vars(legatus._legatus).items():
        for inner, method in [("", thing), *(vars(thing).items() if inspect.isclass(thing) else [])]:
            text = getattr(method, "__doc__", None)
            if text and ">>>" in text:
                tests.append(parser.get_doctest(text, {}, f"{name}.{inner}", None, None))
    assert run(tests) > 40


def test_documents(root):
    parser = doctest.DocTestParser()
    tests = []
    for name in ("docs/python.md", "README.md", "bindings/python/README.md"):
        text = (root / name).read_text()
        blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
        for block in blocks:
            if ">>>" not in block:
                # Lines without prompts run as they are.
                exec(compile(block, name, "exec"), {})
        told = "\n".join(block for block in blocks if ">>>" in block)
        tests.append(parser.get_doctest(told, {}, name, name, 0))
    assert run(tests) > 30


def test_help_is_useful():
    assert "confused" in inspect.getdoc(legatus.Value)
    for name in legatus.__all__:
        thing = getattr(legatus, name)
        assert isinstance(thing, str) or inspect.getdoc(thing), name
