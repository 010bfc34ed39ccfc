"""The status line under the query, and the mix in words beside the sliders."""

from collections.abc import Mapping

from dashboard.values import Mix, Verified
from dashboard.views.render import render
from dashboard.words import mix_words
from dashboard.workspace import Workspace
from fusion.router import ROUTER_WEIGHTS


def status_panel(mix: Mix, workspace: Workspace) -> str:
    """Say how every collection answered, what it took, the intent, and what to be wary of."""
    intent = mix.search.intent
    routed = ROUTER_WEIGHTS[intent.label] if intent else {}
    by_hand = any(mix.knobs.weights[key] != weight for key, weight in routed.items())
    return render("status.html", workspace, mix=mix, intent=intent, routed=routed, by_hand=by_hand)


def verified_panel(verified: Mapping[str, Verified], workspace: Workspace) -> str:
    """Say for each collection whether the store, asked for exactly its depth, answers the same."""
    return render("verified.html", workspace, verified=verified)


def words_panel(mix: Mix, workspace: Workspace) -> str:
    """Put the mix into words."""
    return render("words.html", workspace, words=mix_words(mix, workspace))
