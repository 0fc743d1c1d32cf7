"""`tenback verify RECORD`: were the cards dealt as the players had agreed?"""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from tenback.analysis.input_files import read_record
from tenback.cli.arguments import add_language, chosen_words, flag, number, parser
from tenback.core.errors import IllegalMove, InvalidDeal, InvalidRecord
from tenback.table.fairness import is_digest
from tenback.table.record_checks import Check, DailyDeal, Evidence, checks, has_fair_deal
from tenback.words.printable import printable
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from tenback.cli.arguments import Parser
    from tenback.core.errors import Problem
    from tenback.core.record import Record
    from tenback.words import Words

WRONG_GAME = ("record-wrong-seat", "record-wrong-result")
"""Problems of a text that is a record, but of a game that never was."""

TOGETHER = {
    "nonce": "seat",
    "seat": "nonce",
    "day_secret": "date",
    "date": "day_secret",
    "game": "day_secret",
}
"""Options that say nothing without another one."""


class VerifyError(UsageError):
    """There is nothing to check, or not in this way."""

    catalogue = "verify"


def run(words: Sequence[str]) -> int:
    """Check a record, and print every check."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    _read_options(found)
    try:
        record = read_record(found.file)
    except InvalidRecord as error:
        if not all(map(_is_of_a_game, error.problems)):
            raise
        done = [Check("replay", flaws=[InvalidRecord([each]) for each in error.problems])]
        heading = ""
    else:
        done = [Check("replay"), *_checked(record, found)]
        players = say("arena.players", count=record.players)
        heading = say("verify.heading", game=record.rules.name, players=players)
    if found.json:
        print(json.dumps(_data(done, say), ensure_ascii=False, default=str))
    else:
        compared = found.commitment is not None or found.nonce is not None
        print("\n".join(filter(None, [heading, *_lines(done, say, compared=compared)])))
    return int(any(check.flaws for check in done))


def _parser() -> Parser:
    arguments = parser(
        "verify", "Check that the cards of a recorded game were dealt fairly, and that it replays."
    )
    arguments.add_argument(
        "file", metavar="RECORD", help="a record, as text or JSON; - reads stdin"
    )
    arguments.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that you saw before the deal, or on the day of a deal of the day",
    )
    arguments.add_argument("--nonce", metavar="HEX", help="the number that you added to the deal")
    arguments.add_argument("--seat", type=number, metavar="N", help="the seat that you had then")
    arguments.add_argument(
        "--day-secret", metavar="HEX", help="for a deal of the day: its secret, once revealed"
    )
    arguments.add_argument("--date", metavar="DAY", help="that day, such as 2027-01-15")
    arguments.add_argument(
        "--game", metavar="NAME", help="the game of that day; by default that of the record"
    )
    arguments.add_argument("--json", action="store_true", help="as JSON, for programs")
    add_language(arguments)
    return arguments


def _read_options(found: argparse.Namespace) -> None:
    """Turn the options into what they mean."""
    for option, other in TOGETHER.items():
        if getattr(found, option) is not None and getattr(found, other) is None:
            raise VerifyError("together", option=flag(option), other=flag(other))
    for option in ("commitment", "nonce", "day_secret"):
        if (text := getattr(found, option)) is not None:
            setattr(found, option, _digest(text, flag(option)))
    if found.date is not None:
        found.date = _date(found.date)


def _digest(text: str, option: str) -> str:
    digits = text.strip().lower()
    if not is_digest(digits):
        raise VerifyError("not-a-digest", option=option)
    return digits


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise VerifyError("not-a-date", text=text[:40]) from None


def _is_of_a_game(problem: Problem) -> bool:
    error = problem.error
    return isinstance(error, IllegalMove | InvalidDeal) or error.code in WRONG_GAME


def _checked(record: Record, found: argparse.Namespace) -> list[Check]:
    """All checks that the record and the options allow; a record that allows none is refused."""
    daily = None
    if found.day_secret is not None:
        daily = _daily_deal(found.day_secret, found.date, found.game or record.rules.name)
    elif not has_fair_deal(record):
        raise VerifyError("no-fair-deal", file=found.file)
    return list(checks(record, Evidence(found.commitment, found.nonce, found.seat, daily)))


def _daily_deal(secret: str, day: date, variant: str) -> DailyDeal:
    from tenback.host.daily import daily_variant, seed  # most records are not of a daily deal

    game, derived = daily_variant(variant).game, seed(bytes.fromhex(secret), day, variant)
    return DailyDeal(secret, day, variant, game, derived)


def _sentences(check: Check, say: Words) -> list[str]:
    """What came of a check."""
    if check.flaws:
        return [say.refusal(flaw) for flaw in check.flaws]
    if check.done:
        return [say(f"verify.check.{check.id}", **check.params)]
    return [say(f"verify.unchecked.{check.id.partition('-')[0]}", **check.params)]


def _lines(done: Sequence[Check], say: Words, *, compared: bool) -> Iterator[str]:
    for check in done:
        for sentence in _sentences(check, say):
            # A record may quote anything, also what would steer a terminal.
            yield say(f"verify.{check.state}", sentence=printable(sentence))
    flaws = sum(len(check.flaws) for check in done)
    yield say("verify.flaws", count=flaws) if flaws else say("verify.all-right")
    if not flaws and not compared:
        yield say("verify.alone")


def _data(done: Sequence[Check], say: Words) -> dict[str, object]:
    flaws = [flaw for check in done for flaw in check.flaws]
    return {
        "right": not flaws,
        "checks": [
            {"check": check.id, "state": check.state, "sentences": _sentences(check, say)}
            for check in done
        ],
        "flaws": [{"code": each.code, "params": each.params} for each in flaws],
    }
