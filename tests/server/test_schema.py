"""The descriptions of the protocol: never stale, and true."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from jsonschema_rs import ValidationError

from tenback.server import schema
from tenback.server.routes import ENDPOINTS
from tests.server.schemas import check_message

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", schema.FILES)
def test_files_are_not_stale(name: str) -> None:
    kept = (schema.ROOT / name).read_text("utf-8")
    assert kept == schema.files()[name], "run: python -m tenback.server.schema"


def test_files_are_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "ROOT", tmp_path)
    schema.main()
    assert capsys.readouterr().out.split() == list(schema.FILES)
    for name, text in schema.files().items():
        assert (tmp_path / name).read_text("utf-8") == text


def test_every_endpoint_is_in_the_document() -> None:
    described = {
        (method.upper(), path)
        for path, methods in schema.openapi()["paths"].items()
        for method in methods
    }
    assert described == {(each.method, each.path) for each in ENDPOINTS}


def test_paths_differ_by_more_than_the_names_of_their_parts() -> None:
    """Otherwise OpenAPI takes them for the same path, described twice."""
    shapes = [re.sub(r"{\w+}", "{}", path) for path in schema.openapi()["paths"]]
    assert len(shapes) == len(set(shapes))


def test_operations_have_names_of_their_own() -> None:
    paths = schema.openapi()["paths"].values()
    names = [operation["operationId"] for methods in paths for operation in methods.values()]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere() -> None:
    for whole, place in ((schema.openapi(), "components"), (schema.json_schema(), "$defs")):
        text = json.dumps(whole)
        known = whole["components"]["schemas"] if place == "components" else whole["$defs"]
        prefix = '"$ref": "#/components/schemas/' if place == "components" else '"$ref": "#/$defs/'
        names = {piece.split('"')[0] for piece in text.split(prefix)[1:]}
        assert names
        assert names <= set(known)


def test_requests_are_strict_in_the_schema() -> None:
    parts = schema.schemas()[1]
    for name in ("Do", "Open", "Send", "SitCommand", "OptionsAsked", "Planned"):
        assert parts[name]["additionalProperties"] is False


def test_a_message_that_is_none_of_ours() -> None:
    check_message({"type": "pong", "now": 1.5})
    with pytest.raises(ValidationError):
        check_message({"type": "pong"})
