"""What search bots say and hear goes through talk, and means there what it means in the kernels."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenback import Deal, Game, Rules
from tenback.bots.match import Match, play
from tenback.bots.registry import make
from tenback.bots.talk_codec import ABOUT_COLOURS, ABOUT_ONESELF, ABOUT_PILES, changes, heard
from tenback.core.moves import END
from tenback.core.rules import TalkPolicy
from tenback.sim.search import speech
from tenback.table.bot_prompts import PromptKind
from tenback.talk.phrases import PHRASES, read
from tenback.talk.policy import choices
from tenback.talk.speech import speak
from tenback.testing import nearly_sorted
from tests.bots.playing_along import dropped, in_kernels, play_along, strong
from tests.cases import SOAK, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

# Every table, and every policy of every game with three players; a soak takes all of them.
TOGETHER = [
    (rules, players, policy)
    for rules, players in TABLES
    if players > 1 and not rules.duel
    for number, policy in enumerate(choices(rules.talk))
    if SOAK or players == 3 or number == players % len(choices(rules.talk))
]
TOGETHER_IDS = [f"{rules.name}-{players}p-{policy}" for rules, players, policy in TOGETHER]
ORIGINAL = Rules.named("original")


def some_deals(rules: Rules, players: int) -> Iterator[Deal]:
    for number in range(5 if SOAK else 1):
        yield Deal.from_seed(rules, players, f"hearing {number}")
        if SOAK or players == 3:
            yield nearly_sorted(rules, players, number)


@pytest.mark.parametrize(("rules", "players", "policy"), TOGETHER, ids=TOGETHER_IDS)
def test_a_game_at_a_table_is_the_game_of_the_kernels(
    rules: Rules, players: int, policy: TalkPolicy
) -> None:
    """All seats hear the same at every turn, nothing is dropped, and every move is the same."""
    for deal in some_deals(rules, players):
        game, spoken = play_along(rules, deal, policy)
        record = in_kernels(rules, deal, ["strong"], policy)
        assert (record.starter, record.moves) == (game.starter, game.actions)
        assert (spoken > 0) == (policy is not TalkPolicy.SILENT)
        check_talk(game, policy)


def check_talk(game: Game, policy: TalkPolicy) -> None:
    """What a policy forbids is not said, by phrase; what each tells apart is a test of its own."""
    phrases = {remark.phrase.id for said in game.talk if (remark := read(said.phrase))}
    assert len(phrases) == 0 if policy is TalkPolicy.SILENT else phrases
    assert all(policy in PHRASES[phrase].policies for phrase in phrases)
    assert not any(said.text for said in game.talk)
    if policy is TalkPolicy.NO_CLUES:
        assert phrases <= {"small", "spare", "leave", "start", "not-me", "tight", "bad"}
    if policy is TalkPolicy.COLOURS_ONLY:
        assert phrases <= {"colour", "want", "trick"}
        assert "colour" in phrases
    if policy is TalkPolicy.VAGUE_HEIGHTS:
        assert phrases & {"low", "middling", "high"}
        assert "colour" not in phrases


@pytest.mark.parametrize("name", ["original", "original-on-fire", "quick-and-easy", "face-to-face"])
@pytest.mark.parametrize("first", ["strong", "careful"])
def test_a_mixed_table_is_that_of_the_kernels(name: str, first: str) -> None:
    rules = Rules.named(name)
    names = ["strong", "careful"] if first == "strong" else ["careful", "strong"]
    for players in rules.player_counts[-2:]:
        deal = Deal.from_seed(rules, players, "mixed")
        bots = [strong(rules, players) if name == "strong" else make(name) for name in names]
        seats = [bots[seat % 2] for seat in range(players)]
        game = play(rules, deal, seats, "mixed")
        record = in_kernels(rules, deal, names[:players])
        assert (record.starter, record.moves) == (game.starter, game.actions)


@pytest.mark.parametrize("name", ["original", "face-to-face"])
def test_alone_and_against_each_other_no_bot_speaks(name: str) -> None:
    rules = Rules.named(name)
    players = rules.player_counts[0]
    deal = Deal.from_seed(rules, players, "alone")
    game = play(rules, deal, [strong(rules, players)] * players, "alone")
    record = in_kernels(rules, deal, ["strong"])
    assert (record.starter, record.moves) == (game.starter, game.actions)
    assert not game.talk


# Words there and back


def table(rules: Rules = ORIGINAL, players: int = 3) -> Game:
    return Game(rules, Deal.from_seed(rules, players, "words"), starter=0)


def any_words(rules: Rules, policy: TalkPolicy, rng: random.Random) -> tuple[int, int]:
    """Words about piles, colours and oneself that a policy lets be said."""
    piles = [
        int(word) for phrase, word in ABOUT_PILES.items() if policy in PHRASES[phrase].policies
    ]
    bits = [bit for bit, name in enumerate(ABOUT_COLOURS) if policy in PHRASES[name].policies]
    said = sum(
        rng.choice([1, *piles]) << 4 * pile for pile in range(len(rules.layout))
    )  # fmt: skip
    moods = [
        int(word) for phrase, word in ABOUT_ONESELF.items() if policy in PHRASES[phrase].policies
    ]
    said |= rng.choice([1, *moods]) << 4 * int(speech.MOOD)
    colour_bits = 0
    for hue in range(len(rules.deck.colours)):
        colour_bits |= sum(1 << 4 * hue + bit for bit in bits if rng.random() < 0.3)
    return said, colour_bits


@pytest.mark.parametrize("name", ["original", "original-on-fire", "quick-and-easy"])
def test_what_is_said_is_heard(name: str) -> None:
    """Whatever stood before: any words lead to any others, with a lay between them or a turn."""
    rules, rng = Rules.named(name), random.Random(name)
    for policy in {rules.talk, *choices(rules.talk)} - {TalkPolicy.SILENT}:
        for number in range(20):
            game, spoken = table(rules), False
            for _ in range(number % 4 + 1):
                words, colour_bits = any_words(rules, policy, rng)
                for phrase in changes(game.view(1), words, colour_bits):
                    assert speak(game, 1, phrase=phrase, policy=policy) is not None
                    spoken = True
                said_by, colours_by, spoken_by = heard(game.view(0))
                if spoken:
                    assert (hex(said_by[1]), hex(colours_by[1])) == (hex(words), hex(colour_bits))
                assert spoken_by == spoken << 1
                assert not said_by[[0, 2]].any()
                assert not colours_by[[0, 2]].any()
                assert changes(game.view(1), words, colour_bits) == ()
                small_step(game)


def small_step(game: Game) -> None:
    """A seat lays a card, or ends the turn, so that the same may be said again."""
    legal = game.legal_moves()
    lays = game.view(game.turn).options().lays
    game.play(END if END in legal else min(lays, key=lambda lay: (lay.loses, lay.step)).move)
    assert game.outcome is None


def test_nothing_is_known_of_seats_that_have_not_spoken() -> None:
    game = table()
    game.say(1, phrase="thanks")
    game.say(2, phrase="wait")
    said, colour_bits, spoken = heard(game.view(0))
    assert not said.any()
    assert not colour_bits.any()
    assert not spoken


def test_what_people_say_is_heard_as_well() -> None:
    """Of phrases that search bots never say, `go` is silence; of several, the strongest counts."""
    game = table(Rules.named("quick-and-easy"))
    for phrase in ("go:u1", "small:d1", "back:d1", "colour:red", "low:red", "tight", "bad"):
        speak(game, 1, phrase=phrase)
    said, colour_bits, spoken = heard(game.view(0))
    colours = game.rules.deck.colours.index("red")
    bad = int(speech.BAD) << 4 * int(speech.MOOD)
    assert int(said[1]) == bad | int(speech.SILENCE) | int(speech.BACK) << 4
    assert spoken == 0b10
    assert int(colour_bits[1]) == 0b0011 << 4 * colours
    own = heard(game.view(1))
    assert not own.said.any(), "one's own words are no news"
    assert own.spoken == 0b10


def test_what_is_taken_back_is_silence_and_not_ignorance() -> None:
    game = table()
    speak(game, 1, phrase="leave:u1")
    speak(game, 1, phrase="unsay:leave:u1")
    assert int(heard(game.view(0)).said[1]) == 0x1_0000_1111


@pytest.mark.parametrize("policy", [TalkPolicy.NO_NUMBERS, TalkPolicy.NO_CLUES, TalkPolicy.SILENT])
def test_who_starts_is_agreed_aloud_as_the_kernels_agree(policy: TalkPolicy) -> None:
    starters = set()
    for number in range(30):
        deal = Deal.from_seed(ORIGINAL, 4, f"start {number}")
        game = Game(ORIGINAL, deal)
        bots = dict.fromkeys(range(4), strong(ORIGINAL, 4))
        match = Match(game, bots, "start", policy=policy, on_dropped=dropped)
        match.run(PromptKind.WILLING, PromptKind.START)
        starters.add(game.starter)
        assert game.starter == in_kernels(ORIGINAL, deal, ["strong"], policy).starter
    assert (len(starters) > 1) == (policy is not TalkPolicy.SILENT)


def test_a_table_that_may_not_talk_hears_nothing() -> None:
    game = table()
    bots = dict.fromkeys(range(3), strong(ORIGINAL, 3))
    Match(game, bots, "s", policy=TalkPolicy.SILENT).run(PromptKind.SPEAK)
    assert not game.talk
    assert np.array_equal(heard(game.view(0)).said, np.zeros(8, np.uint64))
