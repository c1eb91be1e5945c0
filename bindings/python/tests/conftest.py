"""What the tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=60, deadline=None)
settings.register_profile("full", max_examples=3000, deadline=None)

FULL = "LEGATUS_FULL" in os.environ
settings.load_profile("full" if FULL else "quick")


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def full() -> bool:
    return FULL
