"""What REST refuses: a status and one sentence, always as {"detail": "…"}."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Message

from dashboard.api.sentences import fault_sentence
from dashboard.errors import DeskError

LONGEST_BODY = 256 * 1024
"""Bytes: several times the longest query, however it is escaped."""


class Refused(DeskError):
    """A request that is not answered: its status and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        """Take the status that REST gives."""
        # A message may quote half a surrogate pair, which no JSON can carry.
        super().__init__(sentence.encode("utf-8", "backslashreplace").decode())
        self.status = status


class RefusingRoute(APIRoute):
    """An endpoint that reads a body within the limit and says in one sentence why it refuses."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Put the reading before FastAPI's own handler, and the sentence after it."""
        handle = super().get_route_handler()

        async def refusing(request: Request) -> Response:
            try:
                return await handle(await _within_limit(request))
            except (Refused, RequestValidationError, HTTPException) as error:
                refused = self._refusal(error)
                return JSONResponse({"detail": str(refused)}, refused.status)

        return refusing

    def _refusal(self, error: Exception) -> Refused:
        if isinstance(error, Refused):
            return error
        if isinstance(error, RequestValidationError):
            return Refused(422, fault_sentence(error.errors(), self._body()))
        # FastAPI says 400 where JSON cannot be read for another reason than its grammar.
        cause = error.__cause__
        reason = "it is nested too deeply" if isinstance(cause, RecursionError) else str(cause)
        return Refused(422, f"the body must be JSON: {reason}")

    def _body(self) -> type[BaseModel]:
        annotation = self.body_field and self.body_field.field_info.annotation
        return annotation if isinstance(annotation, type) else BaseModel


async def _within_limit(request: Request) -> Request:
    """Take the body in, so that no more of it than the limit is ever held."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise Refused(413, f"the body must be at most {LONGEST_BODY:,} bytes, got {_size(request)}")
    except ClientDisconnect as error:
        raise Refused(422, "the body must be sent whole; the connection ended before") from error

    async def again() -> Message:
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return Request(request.scope, again)


def _size(request: Request) -> str:
    told = request.headers.get("content-length")
    return f"{int(told):,}" if told else "more"
