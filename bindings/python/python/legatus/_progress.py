"""How far long work is."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

from . import _legatus


def _tqdm() -> Any:
    """The bar of tqdm that can be shown here."""
    if _in_notebook() and importlib.util.find_spec("ipywidgets") is not None:
        from tqdm.notebook import tqdm as notebook

        return notebook
    from tqdm import tqdm

    return tqdm


class _Bar:
    """A bar of tqdm for the work at hand."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __call__(self, steps: int | None) -> None:
        if steps is None:
            if self._bar is not None:
                self._bar.close()
                self._bar = None
            return
        if self._bar is None:
            self._bar = _tqdm()(unit=" positions", leave=False)
        self._bar.n = steps
        self._bar.refresh()


def progress(show: bool = True) -> bool:
    """Shows how far work is that takes longer than half a second, with tqdm.

    In a notebook it is shown unless it is switched off. The answer is whether
    it is shown: that needs tqdm.

    >>> import legatus
    >>> legatus.progress(False)
    False
    """
    shown = show and importlib.util.find_spec("tqdm") is not None
    _legatus._set_progress(_Bar() if shown else None)
    return shown


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


if _in_notebook():
    progress()
