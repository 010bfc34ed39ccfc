"""The fan-out: everything at once, each within its time, and failures as data."""

from threading import Barrier, Event

import pytest

from retrievers import CollectionMissing, FanOut, StoreUnavailable
from retrievers.fanout import BREAK_AFTER, REST_SECONDS

AMPLE_MS = 30_000


class Clock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Moody:
    """A collection that fails as long as it is told to, and counts its calls."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.error is not None:
            raise self.error
        return "hits"


def down() -> StoreUnavailable:
    return StoreUnavailable("the store does not answer; start it")


def fail_until_it_rests(fanout: FanOut, moody: Moody) -> None:
    for _ in range(BREAK_AFTER):
        assert fanout.run({"a": moody})["a"].error == str(moody.error)


def test_one_failing_collection_does_not_hide_the_others():
    fanout = FanOut({"a": AMPLE_MS, "b": AMPLE_MS, "c": AMPLE_MS})
    answers = fanout.run({"a": Moody(None), "b": Moody(down()), "c": Moody(None)})
    assert list(answers) == ["a", "b", "c"]
    assert [answer.value for answer in answers.values()] == ["hits", None, "hits"]
    assert answers["b"].error == "the store does not answer; start it"
    assert answers["a"].error is None


def test_whatever_a_client_raises_becomes_a_reason():
    answers = FanOut({"a": AMPLE_MS}).run({"a": Moody(KeyError("surprise"))})
    assert answers["a"].error == "the store's client failed: KeyError: 'surprise'"


def test_all_collections_are_asked_at_the_same_time():
    together = Barrier(3)

    def meet() -> str:
        # Nobody gets past before all three are here: one after the other would never be.
        together.wait(timeout=20)
        return "met"

    answers = FanOut({"a": AMPLE_MS, "b": AMPLE_MS, "c": AMPLE_MS}).run({"a": meet, "b": meet, "c": meet})
    assert [answer.value for answer in answers.values()] == ["met"] * 3


def test_a_late_collection_becomes_a_reason_and_is_not_waited_for():
    release = Event()
    try:
        answers = FanOut({"slow": 50, "fast": AMPLE_MS}).run({"slow": release.wait, "fast": lambda: "hits"})
        # The slow call still hangs here, so nothing waited for its end.
        assert not release.is_set()
    finally:
        release.set()
    assert answers["fast"].value == "hits"
    assert answers["slow"].value is None
    assert answers["slow"].ms == 50
    assert answers["slow"].error.startswith("no answer within 50 ms; raise `timeout_ms`")


def test_a_short_limit_does_not_cut_another_collection_short():
    late_is_known = Event()

    class Watching(FanOut):
        def _late(self, key):
            late_is_known.set()
            return super()._late(key)

    release = Event()
    try:
        answers = Watching({"short": 20, "long": AMPLE_MS}).run(
            {"short": release.wait, "long": lambda: late_is_known.wait(20)}
        )
    finally:
        release.set()
    assert answers["short"].error.startswith("no answer within 20 ms")
    assert answers["long"].value is True


def test_no_calls_give_no_answers():
    assert FanOut({"a": AMPLE_MS}).run({}) == {}


def test_after_three_failures_in_a_row_a_collection_rests():
    moody = Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=Clock())
    fail_until_it_rests(fanout, moody)
    answer = fanout.run({"a": moody})["a"]
    assert moody.calls == BREAK_AFTER == 3
    assert answer.error == (
        "skipped for another 10 s after 3 failures in a row; last: the store does not answer; start it"
    )


def test_after_the_rest_it_is_tried_again_and_works_as_before():
    clock, moody = Clock(), Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=clock)
    fail_until_it_rests(fanout, moody)
    moody.error = None
    clock.now += REST_SECONDS
    assert fanout.run({"a": moody})["a"].value == "hits"
    assert fanout.run({"a": moody})["a"].value == "hits"


def test_a_failure_after_the_rest_begins_another_rest():
    clock, moody = Clock(), Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=clock)
    fail_until_it_rests(fanout, moody)
    clock.now += REST_SECONDS
    assert fanout.run({"a": moody})["a"].error == str(moody.error)
    assert fanout.run({"a": moody})["a"].error.startswith("skipped for another 10 s after 4")
    assert moody.calls == 4


def test_only_one_caller_tries_again_after_the_rest():
    clock, moody = Clock(), Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=clock)
    fail_until_it_rests(fanout, moody)
    clock.now += REST_SECONDS
    inner = []

    def try_again() -> str:
        inner.append(fanout.run({"a": moody})["a"].error)  # a second caller, in the meantime
        return "hits"

    assert fanout.run({"a": try_again})["a"].value == "hits"
    assert inner[0].startswith("skipped for another")
    assert moody.calls == BREAK_AFTER


def test_a_success_between_failures_starts_the_count_anew():
    moody = Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=Clock())
    for error in (down(), down(), None, down(), down()):
        moody.error = error
        fanout.run({"a": moody})
    moody.error = None
    assert fanout.run({"a": moody})["a"].value == "hits"


@pytest.mark.parametrize("times", [1, 5])
def test_a_refusal_is_an_answer_and_never_makes_a_collection_rest(times):
    moody = Moody(CollectionMissing("there is no collection 'x'"))
    fanout = FanOut({"a": AMPLE_MS}, clock=Clock())
    for _ in range(times):
        assert fanout.run({"a": moody})["a"].error == "there is no collection 'x'"
    assert moody.calls == times


def test_a_refusal_after_the_rest_ends_it():
    clock, moody = Clock(), Moody(down())
    fanout = FanOut({"a": AMPLE_MS}, clock=clock)
    fail_until_it_rests(fanout, moody)
    clock.now += REST_SECONDS
    moody.error = CollectionMissing("there is no collection 'x'")
    for _ in range(2):
        assert fanout.run({"a": moody})["a"].error == "there is no collection 'x'"


def test_late_answers_count_as_failures():
    release = Event()
    fanout = FanOut({"a": 10}, clock=Clock())
    try:
        for _ in range(BREAK_AFTER):
            fanout.run({"a": release.wait})
        assert fanout.run({"a": release.wait})["a"].error.startswith("skipped for another 10 s")
    finally:
        release.set()


def test_one_resting_collection_leaves_the_others_alone():
    moody = Moody(down())
    fanout = FanOut({"a": AMPLE_MS, "b": AMPLE_MS}, clock=Clock())
    fail_until_it_rests(fanout, moody)
    answers = fanout.run({"a": moody, "b": Moody(None)})
    assert answers["a"].error.startswith("skipped")
    assert answers["b"].value == "hits"
