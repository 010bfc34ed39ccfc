"""REST, on the same server as the page: every workspace, and the chess service's own endpoints.

bodies     what may be asked
answering  the search behind REST, Gradio's client and the MCP tool
answers    what comes back, for the OpenAPI document
refusals   what is refused: a status and one sentence
routes     the endpoints
"""

from dashboard.api.answering import answer, named_desk
from dashboard.api.bodies import read_body
from dashboard.api.refusals import Refused
from dashboard.api.routes import add_routes

__all__ = ["Refused", "add_routes", "answer", "named_desk", "read_body"]
