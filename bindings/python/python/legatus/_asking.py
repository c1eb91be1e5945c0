"""Every question of the command line."""

from __future__ import annotations

import json
from typing import Any

from . import _legatus
from ._legatus import Budget, Position


def _texts(setting: Any) -> list[str]:
    if setting is True:
        return []
    if isinstance(setting, (list, tuple)):
        return [str(item) for item in setting]
    return [str(setting)]


def ask(question: str, *words: Any, budget: Budget | None = None, **settings: Any) -> Any:
    """Asks what the command line answers, and gives the JSON of its answer.

    The words are those of the command, or a position; settings have the names
    of its options, and flags are `True`.

    >>> from legatus import ask, clobber
    >>> ask("value", "clobber", "XOX/OX.")["value"]
    '{^^*|*,v}'
    >>> ask("count", clobber("XOX/OX."))["positions"]
    36
    >>> ask("grundy", "kayles", sequence=8)["values"]
    [1, 2, 3, 1, 4, 3, 2, 1]
    """
    about = None
    texts: list[str] = []
    for word in words:
        if isinstance(word, Position):
            about = word
            texts.extend(word._words())
        else:
            texts.append(str(word))
    given = [
        (name.replace("_", "-"), _texts(setting))
        for name, setting in settings.items()
        if setting is not False and setting is not None
    ]
    text, _ = _legatus._ask(question, texts, given, about, budget)
    lines = [line for line in text.splitlines() if line]
    try:
        answers = [json.loads(line) for line in lines]
    except ValueError:
        return text
    return answers[0] if len(answers) == 1 else answers


def questions() -> dict[str, str]:
    """What can be asked, and what it answers.

    >>> import legatus
    >>> legatus.questions()["grundy"]
    'Find nim values of impartial games, and their periods'
    """
    return {name: about for name, about, _ in _legatus._questions()}
