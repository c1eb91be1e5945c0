"""The notebooks run from beginning to end."""

import os
from pathlib import Path

import pytest

PLACE = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(PLACE.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
    target = os.environ.get("LEGATUS_NOTEBOOKS")
    if target:
        nbformat.write(notebook, Path(target) / path.name)
