"""Whatever is fed to the filter, a verdict comes back; a refused word stays refused in disguise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenback import Rules
from tenback.core.messages import MESSAGES
from tenback.core.rules import TalkPolicy
from tenback.talk.filter import judge, judge_name, meaning
from tenback.talk.filter.normalize import decoded, fold
from tenback.talk.filter.vocabulary import LANGUAGES, written

ANYTHING = st.text(max_size=700) | st.text("abeinostuvwxz1370 '-.!|$_", max_size=600)
NUMBERS = st.sampled_from(
    sorted(word for name in LANGUAGES for word in written(name) if len(word) > 3)
)
POLICIES = st.sampled_from(TalkPolicy)
STRICT = TalkPolicy.NO_NUMBERS


@given(ANYTHING, POLICIES, st.lists(ANYTHING, max_size=5))
def test_always_a_verdict(text: str, policy: TalkPolicy, earlier: list[str]) -> None:
    verdict = judge(text, policy, earlier)
    assert verdict.code is None or verdict.code in MESSAGES
    assert len(verdict.found) <= 60
    assert verdict == judge(text, policy, earlier)


@given(ANYTHING)
def test_names_and_meanings_never_fail(text: str) -> None:
    judge_name(text)
    for rules in (Rules.named("original"), Rules.named("quick-and-easy")):
        meaning(text, rules)


@given(ANYTHING)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert all(isinstance(reading, str) for reading in decoded(fold(text)))


@given(NUMBERS, st.data())
def test_case_does_not_matter(word: str, data: st.DataObject) -> None:
    capitals = data.draw(st.lists(st.booleans(), min_size=len(word), max_size=len(word)))
    mixed = "".join(
        letter.upper() if up else letter for letter, up in zip(word, capitals, strict=True)
    )
    assert not judge(mixed, STRICT).ok


@given(NUMBERS, st.sampled_from([" ", ".", "-", "_", " . ", "*", "/"]))
def test_letters_set_apart_are_read_together(word: str, between: str) -> None:
    assert not judge(between.join(word), STRICT).ok


@given(NUMBERS, st.sampled_from("\u200b\u200d\u2060\ufe0f\u00ad"), st.data())
def test_what_no_reader_sees_changes_nothing(word: str, sign: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(word) - 1))
    assert not judge(word[:place] + sign + word[place:], STRICT).ok


@given(NUMBERS, st.integers(0, 9), st.text("🙂🎈 ,.;", max_size=5))
def test_a_number_is_found_wherever_it_stands(word: str, digit: int, around: str) -> None:
    assert not judge(f"hello {around} {word} {around} there", STRICT).ok
    assert not judge(f"hello {around}{digit}{around} there", STRICT).ok


@given(NUMBERS, st.data())
def test_letter_by_letter_in_several_messages(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(2, len(word) - 1))
    messages = [word[:place], *word[place:]]
    assert any(not judge(text, STRICT, messages[:count]).ok for count, text in enumerate(messages))
