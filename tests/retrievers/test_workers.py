"""Threads that stand ready: reused when idle, left alone while a call hangs."""

from queue import SimpleQueue
from threading import Event, get_ident

import pytest

from retrievers.workers import Workers

AMPLE_SECONDS = 30


def who_does_it(workers: Workers) -> int:
    """Have a job done and tell which thread did it; return when that thread is idle again."""
    answer: SimpleQueue[int] = SimpleQueue()
    workers.do(lambda: answer.put(get_ident()))
    return answer.get(timeout=AMPLE_SECONDS)


def test_a_call_that_hangs_holds_up_nobody() -> None:
    workers, release, hanging = Workers(), Event(), Event()

    def hang() -> None:
        hanging.set()
        release.wait(AMPLE_SECONDS)

    try:
        workers.do(hang)
        assert hanging.wait(AMPLE_SECONDS)
        assert {who_does_it(workers) for _ in range(20)}  # each was done while the first still hangs
        assert not release.is_set()
    finally:
        release.set()


def test_threads_are_used_again() -> None:
    workers = Workers()
    done = [who_does_it(workers) for _ in range(200)]
    # A thread may not be back in time for the very next job; a new one for each would be 200.
    assert len(set(done)) < 20


def test_a_thread_without_work_ends_and_the_next_job_gets_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrievers.workers.IDLE_SECONDS", 0.0)
    workers = Workers()
    for _ in range(200):  # however the end of one and the next job fall together, each is done
        assert who_does_it(workers)
