"""JSON Schema as TypeScript."""

from __future__ import annotations

from typing import Any

import pytest

from tenback.server import schema, typescript
from tenback.server.typescript import declarations, type_of


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer"}, "number"),
        ({"type": "string", "maxLength": 3}, "string"),
        ({"enum": ["a", "b", 3]}, '"a" | "b" | 3'),
        ({"$ref": "#/components/schemas/Seat"}, "Seat"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "number | null"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, "number"),
        ({"type": "array", "items": {"type": "string"}}, "readonly string[]"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "readonly (string | null)[]",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "readonly [string, number]",
        ),
        ({"type": "array"}, "readonly unknown[]"),
        ({"type": "object"}, "Readonly<Record<string, unknown>>"),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "Readonly<Record<string, number>>",
        ),
        ({}, "unknown"),
    ],
)
def test_types(schema: dict[str, Any], text: str) -> None:
    assert type_of(schema) == text


def test_what_is_asked_for_may_leave_things_out() -> None:
    schema = {
        "description": "A thing.\nMore of it.",
        "properties": {"a": {"type": "integer"}, "b-c": {"type": "string"}},
        "required": ["a"],
    }
    outer = {"properties": {"inner": {"$ref": "#/x/Inner"}}, "required": ["inner"]}
    source = declarations({"Thing": schema, "Outer": outer, "Inner": schema}, ["Outer"], {})
    assert source.count("  readonly a: number;") == 2
    assert source.count('  readonly "b-c": string;') == 1, "the server always sends it"
    assert source.count('  readonly "b-c"?: string;') == 1, "a client need not"
    assert "/**\n * A thing.\n * More of it.\n */\nexport interface Thing {" in source


def test_an_answer_may_leave_out_what_is_unset() -> None:
    schema = {"properties": {"a": {"type": "integer"}, "b": {"type": "null"}}, "required": []}
    source = declarations({"Part": schema}, [], {"Part": ["b"]})
    assert "  readonly a: number;" in source
    assert "  readonly b?: null;" in source


def test_a_name_for_several_things() -> None:
    source = declarations({"Either": {"anyOf": [{"$ref": "#/A"}, {"$ref": "#/B"}]}}, [], {})
    assert "export type Either = A | B;" in source


def test_the_whole_protocol() -> None:
    source = schema.files()["web/src/protocol.ts"]
    assert source.startswith(typescript._HEAD)
    assert source.count("{") == source.count("}")
    assert "export type FromServer =" in source
    assert "unknown" in source
    names = [line.split()[2] for line in source.splitlines() if line.startswith("export ")]
    assert len(names) == len(set(names))
