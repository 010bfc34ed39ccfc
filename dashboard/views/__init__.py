"""Views: pure functions from a mix to HTML; everything is escaped by the templates."""

from dashboard.views.panels import (
    breakdown_panel,
    explain_panel,
    flow_panel,
    fused_panel,
    notice,
    raw_panel,
    status_panel,
    words_panel,
)

__all__ = [
    "breakdown_panel",
    "explain_panel",
    "flow_panel",
    "fused_panel",
    "notice",
    "raw_panel",
    "status_panel",
    "words_panel",
]
