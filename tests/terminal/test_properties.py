"""Whatever is typed: nothing crashes, and nothing hidden is printed."""

from __future__ import annotations

import io
import random
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenback.core.events import Laid
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.core.variants import every
from tenback.terminal.help import Help
from tenback.testing.strategies import any_rules, deals, games
from tenback.words import LANGUAGES, Words
from tests.terminal.typist import Typist, table

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from tenback.core.rules import Rules

WORDS = ["", "?", "look", "options", "back", "end", "e", "resign", "yes", "no", "0", "1", "edn"]
TALK = ["say", "say leave u1", "say thanks", "unsay leave u1", "unsay", "say high red", '"hm', '"7']
CARDS = st.builds("{}{}".format, st.sampled_from(["", "", "r", "y", "b"]), st.integers(0, 130))
PILES = st.builds("{}{}".format, st.sampled_from("ud"), st.integers(1, 9))


def lines() -> SearchStrategy[list[str]]:
    """Words that mean something, lays, and garbage."""
    garbage = st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=20
    )
    lay = st.builds("{}{}{}".format, CARDS, st.sampled_from([" ", "-", ""]), PILES)
    line = st.sampled_from(WORDS + TALK) | lay | garbage | st.lists(lay, max_size=4).map(" ".join)
    return st.lists(line, max_size=25)


class Mixed(Typist):
    """Mostly types what it is given, sometimes a sensible turn, and then leaves."""

    def command(self) -> str:
        if self.first and self.rng.random() < 0.3:
            return self.turn()
        return self.first.pop(0) if self.first else "quit"


@settings(max_examples=150)
@given(st.data())
def test_no_line_crashes(data: st.DataObject) -> None:
    game = data.draw(games())
    people = data.draw(st.integers(0, game.players))
    typed = io.StringIO("".join(f"{line}\n" for line in data.draw(lines())))
    before = game.actions
    table(game, people, typed, io.StringIO(), data.draw(st.sampled_from(LANGUAGES))).run()
    assert game.actions[: len(before)] == before
    assert game.record().game() == game


@settings(max_examples=150)
@given(st.data())
def test_a_twin_that_looks_the_same_reads_the_same(data: st.DataObject) -> None:
    """Other hands and another stock change nothing before the turn ends."""
    game = data.draw(games())
    if game.turn is None:
        return
    people = game.turn + 1
    twin = game.view(game.turn).sample(random.Random(data.draw(st.integers())))
    ends = re.compile(r"\be\b|end", re.IGNORECASE)
    typed = [line for line in data.draw(lines()) if not ends.search(line)]
    said = [_until_the_end(each, people, typed) for each in (game, twin)]
    assert said[0] == said[1]


def _until_the_end(game: Game, people: int, typed: list[str]) -> str:
    out = io.StringIO()
    table(game, people, io.StringIO("".join(f"{line}\n" for line in ["", *typed])), out).run()
    # When it is over, everything lies open.
    said = out.getvalue()
    return said if game.outcome is None else said.rpartition("> ")[0]


class Watched(io.StringIO):
    """Looks at every line that is printed, with the eyes of the player at the keyboard."""

    def __init__(self, game: Game, people: int) -> None:
        super().__init__()
        self.game = game
        self.people = people
        self.reader = 0 if people == 1 else None
        # Examples name cards, in whatever hand they are.
        guide, say = Help(Words(), game.rules), Words()
        self.examples = (guide.lines()[0], say("terminal.how-to", lay=guide.lay()))

    def write(self, text: str, /) -> int:
        if found := re.match(r"Seat (\d), take", text):
            self.reader = int(found[1])
        if self.game.outcome is None:
            self._look(text)
        return super().write(text)

    def _look(self, text: str) -> None:
        for example in self.examples:
            text = text.replace(example, "")
        named = set(re.findall(r"\b[a-z]\d+\b", text))
        hidden = {c for stock in self.game.state.stocks for c in stock}
        for seat, hand in enumerate(self.game.state.hands):
            if seat != self.reader:
                hidden.update(hand)
        # A card that was taken back is known to all.
        known = {event.card for event in self.game.events if isinstance(event, Laid)}
        assert not named & (hidden - known), text


COLOURED = [rules for rules in every() if rules.deck.colours]


@pytest.mark.parametrize("rules", COLOURED, ids=lambda rules: rules.name)
@settings(max_examples=40)
@given(data=st.data())
def test_no_hidden_card_is_printed(rules: Rules, data: st.DataObject) -> None:
    """Coloured cards cannot be mistaken for a number of cards."""
    game = data.draw(games(st.just(rules)))
    people = data.draw(st.integers(1, game.players))
    out = Watched(game, people)
    typist = Mixed(game, out, data.draw(st.lists(st.sampled_from(WORDS), max_size=25)))
    table(game, people, typist, out).run()


@settings(max_examples=30)
@given(st.data())
def test_every_variant_can_be_played_to_its_end(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    game = Game(rules, data.draw(deals(rules)))
    out = io.StringIO()
    people = data.draw(st.integers(0, game.players))
    table(game, people, Typist(game, out), out, data.draw(st.sampled_from(LANGUAGES))).run()
    assert game.outcome is not None
    assert game.turn is None
    assert END not in game.legal_moves()
