"""The only way to say something in a game: deliver it, or refuse it with a code and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import IllegalTalk, InvalidNotation, did_you_mean
from tenback.core.rules import TalkPolicy
from tenback.core.talk import Said
from tenback.core.views import View
from tenback.talk.phrases import PHRASES, UNSAY, About, Remark, read, sayable, subjects
from tenback.talk.policy import LIMITS, table_policy
from tenback.talk.standing_remarks import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.game import Game
    from tenback.core.rules import Rules


def speak(
    game: Game,
    seat: int | None,
    *,
    phrase: str = "",
    text: str = "",
    policy: TalkPolicy | None = None,
    free_text: bool = True,
) -> Said | None:
    """Say a phrase such as `leave:u1`, take one back (`unsay:leave:u1`), or say a free text.

    `policy` is the choice of the table, by default the policy of the rules; without `free_text` the
    table allows phrases only. A remark that already stands is not sent again: the result is None.
    Illegal talk raises `IllegalTalk` and reaches no player.
    """
    if type(seat) is not int or not 0 <= seat < game.players:
        raise IllegalTalk("not-seated")
    if bool(phrase) == bool(text):
        raise IllegalTalk("bad-remark", text=(phrase or text)[:80])
    now = in_force(game.view(), policy)
    if now is TalkPolicy.SILENT:
        raise IllegalTalk("talk-silent")
    if phrase:
        return _say_phrase(game, seat, phrase, now)
    if not free_text:
        raise IllegalTalk("free-text-off")
    return _say_text(game, seat, text, now)


def in_force(view: View, policy: TalkPolicy | None = None) -> TalkPolicy:
    """The policy at this moment: that of the table, and after the end free talk (T6)."""
    table = table_policy(view.rules, policy)
    return table if view.outcome is None else TalkPolicy.FREE


def possible_phrases(view: View, seat: int, policy: TalkPolicy | None = None) -> Iterator[str]:
    """Every phrase that this seat can say now, as ids with subjects, except those that stand.

    `view` is the view of any seat with memory.
    """
    speaker = _speaker(view, seat, in_force(view, policy))
    for phrase in sayable(view.rules, speaker.policy):
        if phrase not in speaker.standing and _refusal(speaker, phrase) is None:
            yield phrase


def suggested_phrase(view: View, seat: int, text: str, policy: TalkPolicy | None = None) -> str:
    """The phrase with the plain meaning of a text, if this seat can say it now, or "".

    `view` is the view of any seat with memory.
    """
    from tenback.talk import filter as text_filter

    meant = text_filter.meaning(text, view.rules) or ""
    return meant if meant in possible_phrases(view, seat, policy) else ""


def alternatives(
    view: View, seat: int, text: str, policy: TalkPolicy | None = None, *, card: bool = True
) -> tuple[str, ...]:
    """The phrases that this seat can say now instead of a refused text: one, or one for each pile.

    `view` is the view of any seat with memory. `card`: the text was refused because of a card.
    """
    from tenback.talk import filter as text_filter

    if plain := suggested_phrase(view, seat, text, policy):
        return (plain,)
    can = frozenset(possible_phrases(view, seat, policy))
    guesses = text_filter.guesses(text, view.rules, view.tops, seat, card=card)
    likely = ([phrase for phrase in guess if phrase in can] for guess in guesses)
    return tuple(next(filter(None, likely), ()))


def check_name(name: str) -> None:
    """Refuse a name of a player or a table that the talk filter refuses."""
    from tenback.talk import filter as text_filter

    verdict = text_filter.judge_name(name)
    if verdict.code is not None:
        raise IllegalTalk("bad-name", name=name[:40], found=verdict.found)


# Phrases


@dataclass(frozen=True, slots=True)
class _Speaker:
    """A seat with its policy, its standing remarks, and its remarks since the last move.

    `view` shows the table; it may be the view of another seat.
    """

    view: View
    policy: TalkPolicy
    standing: frozenset[str]
    recent: frozenset[str]


def _speaker(view: View, seat: int, policy: TalkPolicy) -> _Speaker:
    moment = view.moment
    own = frozenset(str(remark) for remark in standing(view) if remark.seat == seat)
    recent = frozenset(s.phrase for s in view.talk if (s.moment, s.seat) == (moment, seat))
    return _Speaker(view, policy, own, recent)


def _say_phrase(game: Game, seat: int, phrase: str, policy: TalkPolicy) -> Said | None:
    speaker = _speaker(game.view(), seat, policy)
    if error := _refusal(speaker, phrase):
        raise error
    return None if phrase in speaker.standing else game.say(seat, phrase=phrase)


def _refusal(speaker: _Speaker, phrase: str) -> IllegalTalk | None:
    """Why the seat cannot say a phrase now; None if it can, or if the phrase stands already."""
    remark = read(phrase)
    if remark is None:
        word = phrase.removeprefix(f"{UNSAY}:").partition(":")[0]
        # Players rarely mistype the first letter: "have" does not mean "leave".
        near = [id_ for id_ in PHRASES if id_[0] == word[:1].lower()]
        return IllegalTalk("unknown-phrase", phrase=phrase[:40], hint=did_you_mean(word, near))
    if error := _wrong_subject(speaker.view.rules, remark):
        return error
    stands = remark.said in speaker.standing
    if remark.unsaid:
        return None if stands else IllegalTalk("nothing-to-unsay", phrase=remark.said)
    return (
        _not_allowed(remark, speaker.policy)
        or _too_late(speaker.view, remark)
        or (None if stands else _said_before(speaker, remark))
    )


def _wrong_subject(rules: Rules, remark: Remark) -> IllegalTalk | None:
    allowed = subjects(rules, remark.phrase)
    if remark.subject in allowed:
        return None
    about, named = remark.phrase.about, remark.phrase.id
    if not allowed:
        return IllegalTalk("phrase-not-in-game", phrase=named)
    if about is About.PILE:
        return IllegalTalk("phrase-needs-pile", phrase=named, piles=", ".join(allowed))
    if about is About.COLOUR:
        return IllegalTalk("phrase-needs-colour", phrase=named, colours=", ".join(allowed))
    return IllegalTalk("phrase-goes-alone", phrase=named)


def _not_allowed(remark: Remark, policy: TalkPolicy) -> IllegalTalk | None:
    if policy in remark.phrase.policies:
        return None
    return IllegalTalk("phrase-not-allowed", phrase=remark.said, policy=str(policy))


def _too_late(view: View, remark: Remark) -> IllegalTalk | None:
    if remark.phrase.about is not About.START or view.agreeing:
        return None
    return IllegalTalk("phrase-too-late", phrase=remark.said)


def _said_before(speaker: _Speaker, remark: Remark) -> IllegalTalk | None:
    """Refuse to repeat a phrase before the next move: repetition could signal a number."""
    if speaker.recent.isdisjoint((remark.said, f"{UNSAY}:{remark.said}")):
        return None
    return IllegalTalk("phrase-said-before", phrase=remark.said)


# Free text


def _say_text(game: Game, seat: int, text: str, policy: TalkPolicy) -> Said | None:
    try:
        Said(game.moment, seat, text=text)
    except InvalidNotation as error:
        raise IllegalTalk(error.code, **error.params) from None
    own = [said for said in game.talk if said.seat == seat and said.text]
    now = [_folded(said.text) for said in own if said.moment == game.moment]
    if _folded(text) in now and not LIMITS[policy].numbers:
        return None
    _judge(game, seat, text, policy, [said.text for said in own])
    return game.say(seat, text=text)


def _judge(game: Game, seat: int, text: str, policy: TalkPolicy, earlier: list[str]) -> None:
    """Raise `IllegalTalk`, with alternatives, if the filter refuses a text."""
    from tenback.talk import filter as text_filter

    verdict = text_filter.judge(text, policy, earlier, game.rules.pile_index)
    if verdict.code is not None:
        card = verdict.code != "talk-off-topic"
        phrases = ", ".join(alternatives(game.view(), seat, text, policy, card=card))
        raise IllegalTalk(verdict.code, found=verdict.found, phrases=phrases)


def _folded(text: str) -> str:
    """A text without differences in capitals and white space."""
    return " ".join(text.casefold().split())
