"""What the server says of itself, held against what it really sends."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tenback.server.schema import json_schema, openapi


@cache
def socket_messages(name: str = "FromServer") -> Draft202012Validator:
    """Accepts what the described socket sends, or takes."""
    whole = json_schema()
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


@cache
def _answers(method: str, path: str, status: str) -> Draft202012Validator:
    described = openapi()
    content = described["paths"][path][method.lower()]["responses"][status]["content"]
    schema = content["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": described["components"]})


def check_message(message: Any) -> None:
    """A message over the socket is one of those that are described."""
    socket_messages().validate(message)


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """So is an answer over HTTP; `path` is written as in the document."""
    _answers(method, path, str(status)).validate(body)
