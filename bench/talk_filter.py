"""The speed of the filter for free text, and whether any message makes it fail.

    python bench/talk_filter.py [--messages 1000000] [--seed 1]

First the mean time a message over the development corpus under every policy; then messages made up
at random, up to 2,000 characters long: letters and signs of all scripts, words of the corpus,
single letters, long runs, with earlier messages. Printed are the mean, the slowest, and every
exception; times are those of the processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.core.rules import TalkPolicy
from tenback.talk.filter import judge, prepare
from tenback.talk.policy import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "abcdefghijklmnopqrstuvwxyz '-._*",
    "einzwdrvusfchtabo ",
    "ivxlcIVXLC ",
    "а б в г д е о і ѕ α β γ",
    "0123456789+-*/=.,:;!?()[]{}<>|_~^#@&%$€",
    "😂🎉🍎🖐✌☝🔴🔵🎲🕖⭐👏🏽\u200d\ufe0f\u200b",
)
LONGEST = 2000
CORPUS = Path(__file__).parents[1] / "tests/talk/corpus/development"
LIMITED = tuple(
    policy for policy in TalkPolicy if not LIMITS[policy].numbers and LIMITS[policy].text
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and steadiness of the filter.")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    prepare()
    texts = list(messages())
    corpus(texts)
    fuzz(given.messages, random.Random(given.seed), texts)


def messages() -> Iterator[str]:
    """Every message of the development half."""
    for path in sorted(CORPUS.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            if line.strip() and not line.startswith("# "):
                yield from line.split("\t")[-1].split(" ⏎ ")


def corpus(texts: Sequence[str]) -> None:
    for name in ("first time", "again"):
        begin = time.process_time()
        for text in texts:
            for policy in LIMITED:
                judge(text, policy)
        spent = (time.process_time() - begin) / len(texts) / len(LIMITED)
        print(f"corpus, {name}: {spent * 1e3:.3f} ms a message, {len(texts)} messages")


def fuzz(count: int, chance: random.Random, texts: Sequence[str]) -> None:
    words = [word for text in texts for word in text.split()]
    slowest, worst, total, errors = 0.0, "", 0.0, 0
    earlier: list[str] = []
    for _ in range(count):
        text = chance.choice(KINDS)(chance, words)[:LONGEST]
        policy = chance.choice(tuple(TalkPolicy))
        begin = time.process_time()
        try:
            verdict = judge(text, policy, earlier)
        except Exception as error:  # noqa: BLE001  every exception is to be shown
            errors += 1
            print(f"exception {error!r} for {text!r}")
            continue
        spent = time.process_time() - begin
        total += spent
        if spent > slowest:
            slowest, worst = spent, text
        earlier = [*earlier[-20:], text] if verdict.ok else earlier
    print(f"fuzzed: {count} messages, {total / count * 1e3:.3f} ms on average, {errors} exceptions")
    print(f"slowest: {slowest * 1e3:.2f} ms, {len(worst)} characters: {worst[:60]!r}")


def _length(chance: random.Random) -> int:
    return chance.choice((5, 20, 60, 200, 499, 500, LONGEST))


def any_characters(chance: random.Random, _: Sequence[str]) -> str:
    return "".join(chr(chance.randrange(0x110000)) for _ in range(_length(chance)))


def one_alphabet(chance: random.Random, _: Sequence[str]) -> str:
    return "".join(chance.choices(chance.choice(ALPHABETS), k=_length(chance)))


def shuffled_words(chance: random.Random, words: Sequence[str]) -> str:
    between = chance.choice((" ", " ", "", "-", ". "))
    return between.join(chance.choices(words, k=chance.randrange(1, 90)))[: _length(chance)]


def one_word_often(chance: random.Random, words: Sequence[str]) -> str:
    between = chance.choice((" ", "", "'", "-"))
    return between.join([chance.choice(words)] * 200)[: _length(chance)]


def changed_words(chance: random.Random, words: Sequence[str]) -> str:
    letters = list(" ".join(chance.choices(words, k=chance.randrange(1, 60))))
    for _ in range(len(letters) // 5):
        letters[chance.randrange(len(letters))] = chance.choice("abcdeinrst 013$!|")
    return "".join(letters)[: _length(chance)]


KINDS: tuple[Callable[[random.Random, Sequence[str]], str], ...] = (
    any_characters,
    one_alphabet,
    shuffled_words,
    one_word_often,
    changed_words,
)


if __name__ == "__main__":
    main()
