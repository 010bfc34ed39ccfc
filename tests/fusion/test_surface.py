"""What the package promises to export, and the names its knobs accept."""

import fusion


def test_the_public_names_are_exactly_these():
    assert fusion.__all__ == [
        "METHODS",
        "TIE_BREAKS",
        "Candidate",
        "Fused",
        "FusionError",
        "Hit",
        "RankedList",
        "Similarities",
        "Tie",
        "UnknownCollection",
        "average_cosine",
        "fuse",
        "merge",
    ]


def test_every_public_name_can_be_imported():
    assert [name for name in fusion.__all__ if not hasattr(fusion, name)] == []


def test_the_methods_are_exactly_these():
    assert list(fusion.METHODS) == [
        "rrf",
        "rrf_zero",
        "rrf_qdrant",
        "dbsf",
        "dbsf_population",
        "combsum",
        "combmnz",
        "borda",
    ]


def test_the_tie_breaks_are_exactly_these():
    assert list(fusion.TIE_BREAKS) == ["avg_cosine", "best_rank", "first_seen", "trec"]


def test_every_refusal_can_be_caught_as_a_value_error():
    assert issubclass(fusion.UnknownCollection, fusion.FusionError)
    assert issubclass(fusion.FusionError, ValueError)
