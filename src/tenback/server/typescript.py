"""JSON Schema as TypeScript: the types that the page is written against."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

_HEAD = (
    "// Generated from src/tenback/server/protocol.py; do not edit.\n"
    "// python -m tenback.server.schema writes it anew.\n"
)
_PLAIN = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}
_REFERENCE = re.compile(r'"\$ref": "[^"]*/([^"/]+)"')
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def declarations(
    schemas: Mapping[str, dict[str, Any]],
    requests: Iterable[str],
    unset: Mapping[str, Collection[str]],
) -> str:
    """One declaration for each schema.

    A request may leave out what has a default; an answer leaves out only its `unset` fields.
    """
    lenient = _reached(schemas, requests)
    found = (
        _declaration(name, schema, None if name in lenient else unset.get(name, ()))
        for name, schema in schemas.items()
    )
    return "\n".join([_HEAD, *found])


def _reached(schemas: Mapping[str, dict[str, Any]], names: Iterable[str]) -> set[str]:
    """These schemas, and all that they refer to."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _REFERENCE.findall(json.dumps(schemas[name]))
    return found


def _declaration(name: str, schema: dict[str, Any], unset: Collection[str] | None) -> str:
    comment = _comment(schema.get("description", ""))
    if "properties" not in schema:
        return f"{comment}export type {name} = {type_of(schema)};\n"
    always = set(schema.get("required", ()))
    if unset is not None:
        always = set(schema["properties"]) - set(unset)
    lines = [
        f"  readonly {_key(key)}{'' if key in always else '?'}: {type_of(part)};\n"
        for key, part in schema["properties"].items()
    ]
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}\n"


def type_of(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(type_of, schema["anyOf"])))
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return f"Readonly<Record<string, {type_of(schema.get('additionalProperties') or {})}>>"
    return _PLAIN.get(str(kind), "unknown")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"readonly [{', '.join(map(type_of, schema['prefixItems']))}]"
    item = type_of(schema.get("items") or {})
    return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"


def _key(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name)


def _comment(text: str) -> str:
    if not text:
        return ""
    lines = [f" * {line}".rstrip() for line in text.splitlines()]
    return "\n".join(["/**", *lines, " */", ""])
