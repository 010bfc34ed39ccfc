"""Views: pure functions from a mix to HTML; everything is escaped by the templates."""

from dashboard.views.compare import compare_panel
from dashboard.views.explain import explain_panel
from dashboard.views.flow import flow_panel
from dashboard.views.golden import golden_panel, sweep_panel
from dashboard.views.render import notice
from dashboard.views.status import status_panel, verified_panel, words_panel
from dashboard.views.tables import breakdown_panel, fused_panel, raw_panel
from dashboard.views.trace import trace_panel

__all__ = [
    "breakdown_panel",
    "compare_panel",
    "explain_panel",
    "flow_panel",
    "fused_panel",
    "golden_panel",
    "notice",
    "raw_panel",
    "status_panel",
    "sweep_panel",
    "trace_panel",
    "verified_panel",
    "words_panel",
]
