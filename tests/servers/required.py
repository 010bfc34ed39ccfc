"""What a test does without a server or a browser: skip with the reason, or fail where it counts.

`FUSION_DESK_REQUIRE=servers,browser` turns those skips into failures, so that CI cannot go green
by leaving out what it should have tried.
"""

import os
from typing import NoReturn

import pytest

REQUIRE = "FUSION_DESK_REQUIRE"


def required(what: str) -> bool:
    """Tell whether this run must have it."""
    return what in (name.strip() for name in os.environ.get(REQUIRE, "").split(","))


def go_without(what: str, reason: str) -> NoReturn:
    """Leave the test, with the reason: `what` is "servers" or "browser"."""
    if required(what):
        pytest.fail(f"{reason} ({REQUIRE} asks for {what})", pytrace=False)
    pytest.skip(reason)
