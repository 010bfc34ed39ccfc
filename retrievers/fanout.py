"""The fan-out: ask every collection at once, each within its time, and let failures be data.

A store that hangs cannot be interrupted from Python, so each call runs in a thread of its own
(`retrievers.workers`) and is simply no longer waited for. After `BREAK_AFTER` failures in a row a
collection is left alone for `REST_SECONDS`, then one call tries it again (a circuit breaker).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Generic, TypeVar

from retrievers.errors import RetrieverError, StoreUnavailable
from retrievers.workers import Workers

BREAK_AFTER = 3
REST_SECONDS = 10.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of one call: a value, or a reason a person can read."""

    value: T | None
    ms: float
    error: str | None = None


@dataclass(slots=True)
class Breaker:
    """Counts a collection's failures in a row and says when to leave it alone."""

    clock: Callable[[], float]
    failures: int = 0
    open_until: float = 0.0
    last: str = ""
    lock: Lock = field(default_factory=Lock)

    def refusal(self) -> str | None:
        """Say why not to call now; when the rest is over, let one caller through."""
        with self.lock:
            wait = self.open_until - self.clock()
            if self.failures < BREAK_AFTER:
                return None
            if wait > 0:
                return (
                    f"skipped for another {wait:.0f} s after {self.failures} failures in a row; "
                    f"last: {self.last}"
                )
            self.open_until = self.clock() + REST_SECONDS
            return None

    def record(self, failure: str | None) -> None:
        """Learn how a call went."""
        with self.lock:
            if failure is None:
                self.failures = 0
                return
            self.failures += 1
            self.last = failure
            if self.failures >= BREAK_AFTER:
                self.open_until = self.clock() + REST_SECONDS


class FanOut:
    """Calls several collections at the same time."""

    def __init__(self, timeouts_ms: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        """Take each collection's time limit, by key."""
        self._timeouts = {key: limit / 1000 for key, limit in timeouts_ms.items()}
        self._breakers = {key: Breaker(clock) for key in timeouts_ms}
        self._workers = Workers()

    def run(self, calls: Mapping[str, Callable[[], T]]) -> dict[str, Answer[T]]:
        """Make all calls at once and give every answer, late and failed ones included."""
        answers: dict[str, Answer[T]] = {}
        done: SimpleQueue[tuple[str, Answer[T], bool]] = SimpleQueue()
        start = time.perf_counter()
        for key, call in calls.items():
            refusal = self._breakers[key].refusal()
            if refusal:
                answers[key] = Answer(None, 0.0, refusal)
            else:
                self._workers.do(partial(_call, key, call, done))
        while len(answers) < len(calls):
            waiting = [key for key in calls if key not in answers]
            spent = time.perf_counter() - start
            nearest = min(self._timeouts[key] for key in waiting) - spent
            try:
                key, answer, transient = done.get(timeout=max(nearest, 0.0))
            except Empty:
                for key in waiting:
                    if self._timeouts[key] <= time.perf_counter() - start:
                        answers[key] = self._late(key)
                continue
            if key not in answers:
                answers[key] = answer
                # A store that refuses does answer: only silence and crashes count against it.
                self._breakers[key].record(answer.error if transient else None)
        return {key: answers[key] for key in calls}

    def _late(self, key: str) -> Answer[T]:
        limit = self._timeouts[key] * 1000
        reason = f"no answer within {limit:.0f} ms; raise `timeout_ms` or look at the store"
        self._breakers[key].record(reason)
        return Answer(None, limit, reason)


def _call(key: str, call: Callable[[], T], done: "SimpleQueue[tuple[str, Answer[T], bool]]") -> None:
    start = time.perf_counter()

    def elapsed() -> float:
        return (time.perf_counter() - start) * 1000

    try:
        value = call()
        done.put((key, Answer(value, elapsed()), False))
    except RetrieverError as error:
        transient = isinstance(error, StoreUnavailable)
        done.put((key, Answer(None, elapsed(), str(error)), transient))
    except Exception as error:  # noqa: BLE001 - whatever a client raises, the others must answer
        reason = f"the store's client failed: {type(error).__name__}: {error}"
        done.put((key, Answer(None, elapsed(), reason), True))
