"""Contenders of a comparison: what is typed, and which table it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tenback import Rules
from tenback.analysis.studies.contenders import (
    Contender,
    ContenderError,
    Usual,
    contenders,
    labels,
    shared,
)
from tenback.words import Words

if TYPE_CHECKING:
    from pathlib import Path


def read(*texts: str, variant: str = "original", players: int | None = None) -> list[Contender]:
    return contenders(texts, Usual(variant, players, ("careful",), "sea"))


def tables(*texts: str, **usual: Any) -> list[tuple[str, int, tuple[str, ...]]]:
    settings = [contender.setting for contender in read(*texts, **usual)]
    return [(setting.rules.name, setting.players, setting.bots) for setting in settings]


def test_a_contender_says_only_what_differs() -> None:
    assert tables("careful", "greedy", players=4) == [
        ("original", 4, ("careful",)),
        ("original", 4, ("greedy",)),
    ]
    assert tables("1", "5") == [("original", 1, ("careful",)), ("original", 5, ("careful",))]


def test_parts_are_joined_in_any_order() -> None:
    assert tables("original:2:careful,greedy", "random:on-fire:4") == [
        ("original", 2, ("careful", "greedy")),
        ("original-on-fire", 4, ("random",)),
    ]


def test_options_are_joined_by_a_plus() -> None:
    found = tables("original", "original+expert+on-fire", "Quick-and-Easy+professional")
    names = [name for name, _, _ in found]
    assert names == ["original", "original-expert-on-fire", "quick-and-easy-professional"]


DUEL = "face-to-face:random,greedy"


def test_without_a_number_every_table_gets_one_it_allows() -> None:
    found = tables("original", "original:2", "original:random,random,random,random")
    assert [players for _, players, _ in found] == [3, 2, 4]
    assert [players for _, players, _ in tables("face-to-face:careful,greedy", DUEL)] == [2, 2]


@pytest.mark.parametrize("words", [("original:2", DUEL), ("face-to-face:careful", DUEL)])
def test_duels_are_compared_only_where_that_tells_something(words: tuple[str, ...]) -> None:
    with pytest.raises(ContenderError) as refused:
        tables(*words)
    assert refused.value.id in ("duel-alone", "duel-and-team")


def test_a_file_can_be_a_contender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = Rules.named("original").to_toml().replace('"original"', '"mine"')
    (tmp_path / "mine.toml").write_text(own.replace("minimum = 2", "minimum = 1"))
    assert tables("mine.toml:2", "original:2", "mine.toml:2:random") == [
        ("mine", 2, ("careful",)),
        ("original", 2, ("careful",)),
        ("mine", 2, ("random",)),
    ]


def test_the_usual_variant_can_be_chosen() -> None:
    found = tables("careful", "greedy", variant="quick-and-easy")
    assert {name for name, _, _ in found} == {"quick-and-easy"}


def test_labels_tell_what_differs_and_the_heading_the_rest() -> None:
    say = Words()
    found = read("careful", "greedy,random")
    assert labels(found, say) == ["careful", "greedy/random"]
    assert shared(found, say) == ["original", "3 players"]
    found = read("1", "original+expert:2")
    assert labels(found, say) == ["original, 1 player", "original+expert, 2 players"]
    assert shared(found, say) == ["careful"]


def test_search_bots_have_levels() -> None:
    usual = Usual("original", 2, ("careful",), "sea")
    found = contenders(["master:deep", "quick-and-easy:master:quick,strong"], usual)
    assert [each.setting.bots for each in found] == [("master:deep",), ("master:quick", "strong")]
    assert found[1].setting.rules.name == "quick-and-easy"
