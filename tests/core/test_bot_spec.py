"""The grammar of bots' names, and what a name from elsewhere may not name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.core.bot_spec import LADDER, LEVELS, SEARCH_BOTS, BotSpec, InvalidBot, Trust

NAMES = {
    "careful": BotSpec("careful"),
    "deep-one": BotSpec("deep-one"),
    "master:deep": BotSpec("master", "deep"),
    "master:quick:deep": BotSpec("master", "quick:deep"),
    "theirs:high": BotSpec("theirs", "high"),
    "strong@mine.npz": BotSpec("strong", network="mine.npz"),
    "strong@folder/mine": BotSpec("strong", network="folder/mine"),
    "master:quick@a@b.npz": BotSpec("master", "quick", "a@b.npz"),
    "mine.npz": BotSpec(network="mine.npz"),
    "C:\\mine.npz": BotSpec(network="C:\\mine.npz"),
    "run:./mybot.py --net mine.npz": BotSpec(command="./mybot.py --net mine.npz"),
    "run:python3 a.py, b@c": BotSpec(command="python3 a.py, b@c"),
    # No bot has these names, which the registry says.
    "": BotSpec(),
    "master:": BotSpec("master:"),
    ":deep": BotSpec(":deep"),
    "@mine.npz": BotSpec("@mine.npz"),
    "RUN:x": BotSpec("RUN", "x"),
}


@pytest.mark.parametrize("text", NAMES)
def test_a_text_names_a_bot_and_back(text: str) -> None:
    spec = BotSpec.parse(text, Trust.LOCAL)
    assert spec == NAMES[text]
    assert str(spec) == text


@given(st.text(st.sampled_from("am:@/. nruz"), max_size=12) | st.text())
def test_every_text_is_read_in_one_way_or_refused(text: str) -> None:
    try:
        spec = BotSpec.parse(text, Trust.LOCAL)
    except InvalidBot as refusal:
        assert refusal.code in ("no-command", "no-network-file")
    else:
        assert BotSpec.parse(str(spec), Trust.LOCAL) == spec


@given(st.text(st.sampled_from("am:@/. nruz"), max_size=12) | st.text())
def test_names_from_elsewhere_are_read_alike_or_refused(text: str) -> None:
    try:
        spec = BotSpec.parse(text, Trust.DATA)
    except InvalidBot as refusal:
        assert refusal.code in ("bot-is-program", "bot-is-file")
    else:
        assert spec.registered
        assert not {"/", "\\", "@"} & set(text)
        assert spec == BotSpec.parse(text, Trust.LOCAL)


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("run:", "no-command", "run:"),
        ("run: \t", "no-command", "run:"),
        ("strong@", "no-network-file", "strong@"),
        ("master:quick@ ", "no-network-file", "master:quick@"),
    ],
)
def test_an_incomplete_name(text: str, code: str, word: str) -> None:
    with pytest.raises(InvalidBot) as caught:
        BotSpec.parse(text, Trust.LOCAL)
    assert (caught.value.code, caught.value.params["word"]) == (code, word)


def test_search_bots() -> None:
    searching = ("strong", "master", "master:deep", "mine.npz", "strong@x", "master:quick@x")
    others = ("careful", "human", "run:strong", "run:./a mine.npz", "careful@mine.npz", "Strong")
    assert all(BotSpec.parse(text, Trust.LOCAL).search_bot in SEARCH_BOTS for text in searching)
    assert not any(BotSpec.parse(text, Trust.LOCAL).search_bot for text in others)


def test_the_ladder_ends_with_the_search_bots() -> None:
    assert LADDER[-2:] == SEARCH_BOTS
    assert len(set(LADDER)) == len(LADDER)
    assert len(set(LEVELS)) == len(LEVELS)
