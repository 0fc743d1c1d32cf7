"""Refusals: a stable code, a sentence in the client's language, a status, and how long to wait."""

from __future__ import annotations

import json
import re

import pytest

from tenback.core.errors import InvalidRules, Part, TenbackError
from tenback.core.messages import MESSAGES
from tenback.server.responses import STATUS, language_of, refusal, refused
from tenback.store import StoreUnavailable
from tenback.words import LANGUAGES


def test_codes_with_a_status_exist() -> None:
    assert not set(STATUS) - set(MESSAGES)
    refusals = {code for code in MESSAGES if code.startswith("server-")}
    settings = {"bad-port", "bad-proxy", "bad-url", "cannot-listen", "no-such-host"}
    assert refusals - {f"server-{name}" for name in settings} <= set(STATUS)


@pytest.mark.parametrize(
    ("code", "params", "status"),
    [
        ("server-bad-json", {}, 400),
        ("server-no-identity", {}, 401),
        ("server-bad-origin", {"url": "http://x"}, 403),
        ("host-no-table", {}, 404),
        ("server-too-large", {"limit": 1}, 413),
        ("server-not-json", {}, 415),
        ("host-stopping", {}, 503),
        ("host-unready", {"seconds": 8}, 503),
        ("table-not-here", {}, 409),
    ],
)
def test_statuses(code: str, params: dict[str, object], status: int) -> None:
    answer = refused(TenbackError(code, **params))
    assert answer.status_code == status
    body = json.loads(bytes(answer.body))
    assert (body["type"], body["code"], body["id"]) == ("refused", code, None)


@pytest.mark.parametrize(("seconds", "after"), [(0.1, "1"), (1.0, "2"), (4.9, "5")])
def test_a_client_that_is_too_fast_learns_when_to_retry(seconds: float, after: str) -> None:
    answer = refused(TenbackError("server-too-fast", seconds=seconds))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, after)
    assert "retry-after" not in refused(TenbackError("identity-tables", limit=20)).headers


def test_clients_do_not_learn_what_is_wrong_with_the_database() -> None:
    answer = refused(StoreUnavailable("store-failed", why="no 10.0.0.5"))
    assert (answer.status_code, b"10.0.0.5" in bytes(answer.body)) == (503, False)
    assert json.loads(bytes(answer.body))["code"] == "server-no-database"


def test_parameters_are_plain() -> None:
    error = InvalidRules("unknown-option", name="x", option="y", allowed=Part("allowed-no-option"))
    answer = refusal(error)
    assert all(isinstance(value, str) for value in answer.params.values())


def test_sentences_come_in_every_language() -> None:
    error = TenbackError("server-not-found")
    sentences = {refusal(error, language).message for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("de-CH, en;q=0.8", "de"),
        ("pt-BR,pt;q=0.9,fr;q=0.5", "fr"),
        ("*", "en"),
        (";;;,,,", "en"),
        ("zz", "en"),
        ("FR-ca", "fr"),
    ],
)
def test_languages(header: str, language: str) -> None:
    assert language_of(header) == language


def test_a_message_is_a_whole_sentence() -> None:
    assert re.fullmatch(r"[A-Z].*\.", refusal(TenbackError("server-bad-json"), "en").message)
