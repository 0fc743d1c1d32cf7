"""The protocol described for others: JSON Schema, OpenAPI, TypeScript.

    python -m tenback.server.schema

writes the three files anew; a test fails when they are stale.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from tenback import __version__
from tenback.server import protocol as p
from tenback.server import typescript
from tenback.server.api import SOCKET, Endpoint
from tenback.server.responses import STATUS
from tenback.server.routes import ENDPOINTS
from tenback.server.sessions import COOKIE
from tenback.table.visibility import Changes, ViewChanges

ROOT = Path(__file__).parents[3]
FILES = ("docs/protocol/schema.json", "docs/protocol/openapi.json", "web/src/protocol.ts")

NAMES = {
    "tenback.core.choices.Options": "Choices",
    "tenback.table.options.Options": "TableOptions",
}
"""Better names for types that are called the same in different modules."""

_REFERENCE = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"{(\w+)}")
_PATHS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"},
    "game": {"type": "string", "pattern": "^[a-z-]+$"},
    "day": {"type": "string", "format": "date"},
}


# Schemas


@cache
def schemas() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """What each type of the protocol refers to, by its name; and all the types."""
    bodies = [endpoint.body for endpoint in ENDPOINTS if endpoint.body is not None]
    answers = [each.answer for each in ENDPOINTS if not isinstance(each.answer, str)]
    kinds = list(dict.fromkeys([*bodies, *answers, p.Refused]))
    found, parts = msgspec.json.schema_components(
        [p.FromClient, p.FromServer, *kinds], ref_template=_REFERENCE
    )
    names = ["FromClient", "FromServer", *(kind.__name__ for kind in kinds)]
    references = dict(zip(names, map(_tidy, found), strict=True))
    return references, {_name(name): _tidy(part) for name, part in sorted(parts.items())}


def _name(name: str) -> str:
    return NAMES.get(name, name)


def _tidy(value: Any) -> Any:
    """A schema with better names, and descriptions without the indentation of their source."""
    if isinstance(value, dict):
        return {key: _tidy_text(key, _tidy(part)) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_tidy(part) for part in value]
    if isinstance(value, str) and value.startswith("#/"):
        start, _, name = value.rpartition("/")
        return f"{start}/{_name(name)}"
    return value


def _tidy_text(key: str, value: Any) -> Any:
    if key != "description" or not isinstance(value, str):
        return value
    return re.sub(r"\s*\n\s*\n\s*", "\n\n", re.sub(r"(?<!\n)\n[ ]+(?!\n)", " ", value))


# JSON Schema


def json_schema() -> dict[str, Any]:
    """The messages over the socket of a table."""
    references, parts = schemas()
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tenback: the socket of a table",
        "description": f"{SOCKET}: clients send FromClient, the server sends FromServer.",
        "$defs": {**parts, **{name: references[name] for name in ("FromClient", "FromServer")}},
    }
    text = json.dumps(whole).replace("#/components/schemas/", "#/$defs/")
    found: dict[str, Any] = json.loads(text)
    return found


# OpenAPI


@cache
def openapi() -> dict[str, Any]:
    """Everything that can be asked over HTTP."""
    _, parts = schemas()
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    return {
        "openapi": "3.1.0",
        "info": {"title": "tenback", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"guest": cookie}},
    }


_ABOUT = (
    "The card games around The Game. A client that has given a name (POST /api/me) has a cookie, "
    "and with it an identity. Refusals have a stable code. The same commands and events go over "
    f"the socket of a table, {SOCKET}."
)


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": endpoint.purpose,
        "operationId": endpoint.handler.__name__,
        "parameters": [*_in_path(endpoint), *_in_query(endpoint)],
        "responses": {"200": _answer(endpoint), **_refusals()},
    }
    if endpoint.needs_identity:
        found["security"] = [{"guest": []}]
    if endpoint.body is not None:
        body = schemas()[0][endpoint.body.__name__]
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return found


def _in_path(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _PATHS[name]}
        for name in _PARAMETER.findall(endpoint.path)
    ]


def _in_query(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "in": "query",
            "description": each.purpose,
            "schema": msgspec.json.schema(each.kind),
        }
        for each in endpoint.queries
    ]


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    if isinstance(endpoint.answer, str):
        content: dict[str, Any] = {endpoint.answer: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": schemas()[0][endpoint.answer.__name__]}}
    return {"description": "Done.", "content": content}


def _refusals() -> dict[str, Any]:
    content = {"application/json": {"schema": schemas()[0]["Refused"]}}
    refusal = {"description": "Refused; the code tells why.", "content": content}
    return {str(status): refusal for status in sorted({*STATUS.values(), 409} - {500})}


# Files


def files() -> dict[str, str]:
    """The files that are generated, by their paths in the repository."""
    references, parts = schemas()
    sockets = {name: references[name] for name in ("FromClient", "FromServer")}
    texts = (
        json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n",
        json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n",
        typescript.declarations({**parts, **sockets}, ["FromClient", *_bodies()], unset()),
    )
    return dict(zip(FILES, texts, strict=True))


def unset() -> dict[str, list[str]]:
    """The fields that answers may leave out."""
    return {
        kind.__name__: [each.name for each in fields(kind) if each.default is msgspec.UNSET]
        for kind in (p.News, Changes, ViewChanges)
    }


def _bodies() -> list[str]:
    return [endpoint.body.__name__ for endpoint in ENDPOINTS if endpoint.body is not None]


def main() -> None:
    """Write the files anew."""
    for name, text in files().items():
        file = ROOT / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(name)


if __name__ == "__main__":
    main()
