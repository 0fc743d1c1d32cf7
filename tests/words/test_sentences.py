"""Refusals and outcomes in every language."""

from __future__ import annotations

import pytest

from tenback.core.errors import IllegalMove, InvalidRecord, InvalidRules, Problem, TenbackError
from tenback.core.outcome import Outcome, Reason
from tenback.core.rules import Rules
from tenback.words import LANGUAGES, Words

EN, FR, DE = map(Words, ("en", "fr", "de"))
SPACE = "\N{NO-BREAK SPACE}"


def test_a_refusal_in_every_language() -> None:
    error = IllegalMove("does-not-fit", card="37", pile="u1", top="40")
    assert EN.refusal(error) == str(error) == "37 does not fit on u1, which shows 40."
    assert FR.refusal(error) == "37 ne va pas sur u1, qui montre 40."
    assert DE.refusal(error) == "37 passt nicht auf u1; dort liegt 40."


def test_what_a_refusal_quotes_stays_as_it_was_written() -> None:
    error = IllegalMove("bad-move", text="{text} 37 on 'u1'")
    for words in (EN, FR, DE):
        assert repr("{text} 37 on 'u1'") in words.refusal(error)


def test_a_refusal_raised_by_core() -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.named("original", short_hands=True)
    assert DE.refusal(caught.value) == "short_hands geht nur zusammen mit expert."


def test_a_record_lists_each_problem_with_its_line() -> None:
    error = InvalidRecord(
        [
            Problem(0, TenbackError("record-no-rules")),
            Problem(3, IllegalMove("unknown-card", card="1")),
        ]
    )
    assert EN.refusal(error) == str(error)
    assert FR.refusal(error).splitlines() == [
        "L’enregistrement ne nomme pas de règles.",
        f"ligne 3{SPACE}: 1 n’est pas une carte de ce jeu.",
    ]
    assert DE.refusal(error).splitlines()[1] == "Zeile 3: 1 ist keine Karte dieses Spiels."


def team(left: int, reason: Reason) -> Outcome:
    return Outcome(won=left == 0, winner=None, left=left, reason=reason)


@pytest.mark.parametrize(
    ("outcome", "minimum", "sentence"),
    [
        (team(0, Reason.FINISHED), None, "All cards are laid: the game is beaten."),
        (
            team(7, Reason.STUCK),
            1,
            "No card fits any more. 7 cards were left: excellent.",
        ),
        (
            team(10, Reason.STUCK),
            2,
            "It is no longer possible to lay 2 cards. 10 cards were left.",
        ),
        (
            team(1, Reason.STUCK),
            None,
            "Not enough cards fit any more. 1 card was left: excellent.",
        ),
        (team(7, Reason.FIRE), None, "The fire was not covered. 7 cards were left."),
        (team(30, Reason.RESIGNED), None, "The game was given up. 30 cards were left."),
    ],
)
def test_the_end_of_a_team_game(outcome: Outcome, minimum: int | None, sentence: str) -> None:
    assert EN.outcome(outcome, duel=False, minimum=minimum) == sentence
    assert EN.outcome(outcome, duel=False, seat=0, minimum=minimum) == sentence


@pytest.mark.parametrize(
    ("reason", "seat", "minimum", "sentence"),
    [
        (Reason.FINISHED, None, None, "Seat 1 wins: all their cards are laid."),
        (Reason.FINISHED, 1, None, "You win: all your cards are laid."),
        (Reason.FINISHED, 0, None, "You lose: seat 1 was first to lay all cards."),
        (Reason.STUCK, None, 2, "Seat 1 wins: seat 0 could not lay 2 cards."),
        (Reason.STUCK, 1, None, "You win: seat 0 could not lay enough cards."),
        (Reason.STUCK, 0, 1, "You lose: you could not lay a card."),
        (Reason.FIRE, 0, 2, "You lose: you did not cover the fire."),
        (Reason.RESIGNED, None, None, "Seat 1 wins: seat 0 resigned."),
        (Reason.RESIGNED, 0, None, "You resigned: seat 1 wins."),
    ],
)
def test_the_end_of_a_duel(
    reason: Reason, seat: int | None, minimum: int | None, sentence: str
) -> None:
    outcome = Outcome(won=True, winner=1, left=40, reason=reason)
    assert EN.outcome(outcome, duel=True, seat=seat, minimum=minimum) == sentence


@pytest.mark.parametrize("words", [*map(Words, LANGUAGES)], ids=LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("minimum", [None, 1, 2])
def test_every_outcome_has_a_sentence(
    words: Words, reason: Reason, seat: int | None, minimum: int | None
) -> None:
    left = 0 if reason is Reason.FINISHED else 12
    duel = Outcome(won=True, winner=0, left=left, reason=reason)
    for sentence in (
        words.outcome(duel, duel=True, seat=seat, minimum=minimum),
        words.outcome(team(left, reason), duel=False, seat=seat, minimum=minimum),
    ):
        assert sentence.endswith(".")


def test_outcomes_in_french_and_german() -> None:
    outcome = team(7, Reason.STUCK)
    assert DE.outcome(outcome, duel=False, minimum=1) == (
        "Es passt keine Karte mehr. 7 Karten blieben übrig: ausgezeichnet."
    )
    assert FR.outcome(outcome, duel=False, minimum=1) == (
        f"Plus aucune carte ne convient. Il restait 7 cartes{SPACE}: excellent."
    )
