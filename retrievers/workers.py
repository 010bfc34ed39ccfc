"""Threads that stand ready, so that a call need not wait for one to start.

Starting a thread waits for its first step, and that waits for whichever thread runs now: measured,
1.2 ms a thread while a neighbour reads its answer. A call that hangs keeps its thread; nobody waits
for it, and the next call takes another. Threads without work end by themselves.
"""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread

IDLE_SECONDS = 30.0

Job = Callable[[], None]
Inbox = SimpleQueue[Job]


class Workers:
    """As many threads as were ever busy at once, less those long idle."""

    def __init__(self) -> None:
        """Start none yet."""
        self._idle: list[Inbox] = []

    def do(self, job: Job) -> None:
        """Have a job done by an idle thread, or by a new one."""
        try:
            inbox = self._idle.pop()
        except IndexError:
            inbox = SimpleQueue()
            Thread(target=self._work, args=(inbox,), daemon=True).start()
        inbox.put(job)

    def _work(self, inbox: Inbox) -> None:
        while True:
            try:
                job = inbox.get(timeout=IDLE_SECONDS)
            except Empty:
                try:
                    self._idle.remove(inbox)
                except ValueError:
                    continue  # just now taken off the list: a job is on its way
                return
            job()
            del job  # or an idle thread would keep what the job brought
            self._idle.append(inbox)
