"""How far long work is."""

from __future__ import annotations

from typing import Any

from . import _legatus


class _Bar:
    """A bar of tqdm for the work at hand."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, steps: int | None) -> None:
        if steps is None:
            if self._bar is not None:
                self._bar.close()
                self._bar = None
            return
        if self._bar is None:
            self._bar = self._tqdm(unit=" positions", leave=False)
        self._bar.n = steps
        self._bar.refresh()


def progress(show: bool = True) -> bool:
    """Shows how far work is that takes longer than half a second, with tqdm.

    In a notebook it is shown unless it is switched off. The answer is whether
    tqdm is there.

    >>> import legatus
    >>> legatus.progress(False)
    False
    """
    if not show:
        _legatus._set_progress(None)
        return False
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return False
    _legatus._set_progress(_Bar(tqdm))
    return True


def _in_notebook() -> bool:
    import sys

    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


if _in_notebook():
    progress()
