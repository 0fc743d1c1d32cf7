"""`tenback verify RECORD`: were the cards dealt as everybody had agreed?"""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from tenback.cli import checking
from tenback.cli.arguments import add_language, chosen_words, flag, number, parser
from tenback.cli.checking import Check
from tenback.cli.files import read_record
from tenback.cli.usage import UsageError
from tenback.core.errors import IllegalMove, InvalidDeal, InvalidRecord
from tenback.table.fairness import is_digest, is_header
from tenback.terminal.printable import printable

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
    """Check a record, and tell everything that was looked at."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    _read_options(found)
    try:
        record = read_record(found.file)
    except InvalidRecord as error:
        if not all(map(_is_of_a_game, error.problems)):
            raise
        checks = [Check("replay", flaws=[InvalidRecord([each]) for each in error.problems])]
        heading = ""
    else:
        checks = [Check("replay"), *_checks(record, found)]
        players = say("arena.players", count=record.players)
        heading = say("verify.heading", game=record.rules.name, players=players)
    if found.json:
        print(json.dumps(_data(checks, say), ensure_ascii=False, default=str))
    else:
        compared = found.commitment is not None or found.nonce is not None
        print("\n".join(filter(None, [heading, *_lines(checks, say, compared=compared)])))
    return int(any(check.flaws for check in checks))


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


def _checks(record: Record, found: argparse.Namespace) -> Iterator[Check]:
    """Everything that the record and the options allow to look at."""
    fair = any(is_header(key) for key, _ in record.headers)
    daily = found.day_secret is not None
    if not fair and not daily:
        raise VerifyError("no-fair-deal", file=found.file)
    if daily and found.commitment is not None:
        yield checking.days_promise(found.day_secret, found.date, found.commitment)
    if daily:
        game = found.game or record.rules.name
        yield from checking.day(record, found.day_secret, found.date, game)
    if fair:
        yield from checking.fair_deal(record)
    if found.commitment is not None and not daily:
        yield checking.own_commitment(record, found.commitment)
    if found.nonce is not None:
        yield checking.own_nonce(record, found.seat, found.nonce)


def _lines(checks: Sequence[Check], say: Words, *, compared: bool) -> Iterator[str]:
    for check in checks:
        for sentence in check.sentences(say):
            # A record may quote anything, also what would steer a terminal.
            yield say(f"verify.{check.state}", sentence=printable(sentence))
    flaws = sum(len(check.flaws) for check in checks)
    yield say("verify.flaws", count=flaws) if flaws else say("verify.all-right")
    if not flaws and not compared:
        yield say("verify.alone")


def _data(checks: Sequence[Check], say: Words) -> dict[str, object]:
    flaws = [flaw for check in checks for flaw in check.flaws]
    return {
        "right": not flaws,
        "checks": [
            {"check": check.id, "state": check.state, "sentences": check.sentences(say)}
            for check in checks
        ],
        "flaws": [{"code": each.code, "params": each.params} for each in flaws],
    }
