"""What a tab gives to the wiring."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import gradio as gr


@dataclass(frozen=True)
class Tab:
    """The components of a tab by element id: what views fill, what events read, what is pressed."""

    panels: Mapping[str, gr.HTML]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    buttons: Mapping[str, gr.Button] = field(default_factory=dict)
