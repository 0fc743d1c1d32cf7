"""`tenback verify` as it is typed."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Record, Rules
from tenback.cli.main import main
from tenback.host.daily import DAILY_VARIANTS, seed
from tenback.table import commands as c
from tenback.table import fairness
from tenback.table.actors import SYSTEM
from tenback.table.fairness import PATIENCE, commitment, verify
from tenback.table.record_checks import fair_deal
from tenback.table.records import record
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused
from tests.table.lives import digest, nonce, over, seated

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["english"]

SECRET = "5ec7e7" * 10 + "5ec7"
DAY = ("--day-secret", SECRET, "--date", "2027-01-15")


def kept(played: str = "original", /, **changes: str | None) -> Record:
    """A fair record, in the file game.txt, with some headers changed or taken away."""
    found = record(over(played, 2))
    named = {key.replace("_", " "): value for key, value in changes.items()}
    headers = [(key, named.get(key, value)) for key, value in found.headers]
    whole = tuple((key, value) for key, value in headers if value is not None)
    return keep(replace(found, headers=whole))


def keep(found: Record) -> Record:
    Path("game.txt").write_text(str(found), "utf-8")
    Path("game.json").write_text(found.to_json(), "utf-8")
    return found


def flawed(capsys: Capture, *words: str) -> list[str]:
    """The lines about a record with a flaw."""
    assert main(["verify", "game.txt", *words]) == 1
    said = capsys.readouterr()
    assert not said.err
    return said.out.splitlines()


def wrong(lines: list[str]) -> list[str]:
    return [line.removeprefix("wrong: ") for line in lines if line.startswith("wrong: ")]


# Good records


def test_everything_that_was_checked_is_told(capsys: Capture) -> None:
    found = kept("face-to-face")
    promised = dict(found.headers)["Commitment"]
    assert isinstance(found.origin, Deal)
    expected = [
        "face-to-face, 2 players",
        "right: The record can be replayed, from the deal to the last move.",
        f"right: {Words()('verify.check.secret', commitment=promised)}",
        "right: Nothing about the deal is there twice.",
        "right: Seat 0 told the number that it had promised.",
        "right: Seat 1 told the number that it had promised.",
        "right: The seed follows from the secret and all shares.",
        "right: The cards are those that the seed gives.",
        f"right: The lot chose seat {found.origin.starter} to start.",
        "All that was checked is right.",
        Words()("verify.alone"),
    ]  # fmt: skip
    for file in ("game.txt", "game.json"):
        assert answered(capsys, "verify", file).splitlines() == expected


def test_a_record_from_the_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    kept()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path("game.txt").read_bytes())))
    assert "All that was checked is right." in answered(capsys, "verify", "-")


def test_seats_that_were_left_out_are_told(capsys: Capture) -> None:
    table = seated(players=3)
    table.handle("ann", c.Begin(), 0.0)
    for person, number in (("ann", "a" * 64), ("ben", "b" * 64)):
        table.handle(person, c.Commit(commitment(number)), 1.0)
    table.handle(SYSTEM, c.RunOut(), PATIENCE)
    table.handle("ann", c.Reveal("a" * 64), PATIENCE + 1)
    table.handle(SYSTEM, c.RunOut(), 2 * PATIENCE)
    keep(record(table))
    said = answered(capsys, "verify", "game.txt")
    assert "right: Seat 0 told the number" in said
    assert "right: Seat 1 promised a number, did not tell it and was left out" in said
    assert "right: Seat 2 promised no number and was left out" in said
    for seat, sentence in (("1", "left out of the deal"), ("2", "left out of the deal")):
        lines = flawed(capsys, "--seat", seat, "--nonce", "b" * 64)
        assert sentence in wrong(lines)[0]
    lines = flawed(capsys, "--seat", "7", "--nonce", "b" * 64)
    assert wrong(lines) == ["Seat 7 had no share in the deal."]


def test_what_a_player_saw_can_be_compared(capsys: Capture) -> None:
    found = kept()
    promised, mine = dict(found.headers)["Commitment"], nonce("ann", 0)
    share = dict(found.headers)["Share 0"]
    assert share.endswith(mine)
    said = answered(
        capsys, "verify", "game.txt", "--commitment", promised.upper(), "--nonce", mine,
        "--seat", "0",
    )  # fmt: skip
    assert "right: The commitment is the one that you saw before the deal." in said
    assert "right: The number of seat 0 is yours." in said
    assert "agrees with itself" not in said
    assert wrong(flawed(capsys, "--commitment", mine)) == [
        "The record has another commitment than the one you saw before the deal."
    ]
    assert wrong(flawed(capsys, "--nonce", mine, "--seat", "1")) == [
        "The number of seat 1 in the record is not yours."
    ]


def test_a_record_that_agrees_with_itself_is_not_enough(capsys: Capture) -> None:
    """The server forges everything after the deal: only a player who compares finds out."""
    promised = dict(kept().headers)["Commitment"]
    forged = Game(
        Rules.named("original"),
        Deal.from_seed(Rules.named("original"), 2, fairness.seed(SECRET, ())),
    )
    headers = (("Commitment", commitment(SECRET)), ("Secret", SECRET))
    keep(replace(forged.record(), headers=headers))
    assert "All that was checked is right." in answered(capsys, "verify", "game.txt")
    assert len(wrong(flawed(capsys, "--commitment", promised))) == 1
    assert wrong(flawed(capsys, "--nonce", nonce("ann", 0), "--seat", "0")) == [
        "Seat 0 had no share in the deal."
    ]


# Flaws

WRONG = digest("wrong")
TAMPERED: list[tuple[dict[str, str | None], list[str], int]] = [
    ({"Commitment": WRONG}, ["The secret is not"], 0),
    ({"Commitment": None}, ["The record does not say how its cards were dealt: Commitment"], 4),
    ({"Secret": None}, ["The record does not say how its cards were dealt: Secret"], 4),
    ({"Secret": WRONG}, ["The secret is not", "The seed of the deal does not follow"], 1),
    ({"Secret": "mine"}, ["The secret is not"], 2),
    ({"Share_0": "left out"}, ["The seed of the deal"], 1),
    ({"Share_0": None}, ["The seed of the deal"], 1),
    ({"Share_0": "nothing"}, ["Share 0 is not in the form"], 2),
    (
        {"Share_1": f"{commitment(nonce('ben', 0))} {WRONG}"},
        ["The number of seat 1 is not the one that was promised", "The seed of the deal"],
        1,
    ),
]


@pytest.mark.parametrize(("changes", "sentences", "unchecked"), TAMPERED)
def test_every_flaw_is_a_sentence(
    capsys: Capture, changes: dict[str, str | None], sentences: list[str], unchecked: int
) -> None:
    found = kept("original", **changes)
    lines = flawed(capsys)
    for line, sentence in zip(wrong(lines), sentences, strict=True):
        assert line.startswith(sentence)
    assert sum(line.startswith("open: ") for line in lines) == unchecked
    assert lines[-1] == Words()("verify.flaws", count=len(sentences))
    # The lines tell neither more nor less than what was found.
    codes = [flaw.code for check in fair_deal(found) for flaw in check.flaws]
    assert codes == [flaw.code for flaw in verify(found).flaws]


def swapped(deal: Deal) -> Deal:
    return replace(deal, hands=deal.hands[::-1], stocks=deal.stocks[::-1])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda deal: replace(deal, seed="mine"), "The seed of the deal does not follow"),
        (swapped, "The cards are not those that the seed gives."),
        (lambda deal: replace(deal, starter=1 - deal.starter), "The cards are not those"),
    ],
)
def test_other_cards_are_found(
    capsys: Capture, change: Callable[[Deal], Deal], sentence: str
) -> None:
    found = kept("face-to-face")
    assert isinstance(found.origin, Deal)
    dealt = change(found.origin)
    game = Game(found.rules, dealt, agree=True)
    keep(replace(game.record(), headers=found.headers, starter=dealt.starter))
    lines = flawed(capsys)
    assert wrong(lines)[0].startswith(sentence)
    assert not [line for line in lines if line.startswith("right: The lot")]


def test_what_stands_twice_is_told(capsys: Capture) -> None:
    found = kept()
    keep(replace(found, headers=(("Commitment", WRONG), *found.headers)))
    assert wrong(flawed(capsys)) == [
        "Commitment is there twice, so it is unclear which one counts."
    ]


def test_a_game_that_never_was_is_a_flaw(capsys: Capture) -> None:
    kept()
    text = Path("game.txt").read_text("utf-8")
    Path("game.txt").write_text(text.replace("resigned", "finished"), "utf-8")
    lines = flawed(capsys)
    assert len(lines) == 2
    assert "The record says" in wrong(lines)[0]
    data = json.loads(Path("game.json").read_text("utf-8"))
    Path("game.txt").write_text(json.dumps(data | {"moves": ["end"]}), "utf-8")
    assert wrong(flawed(capsys)) == ["The turn cannot end yet; 2 more to lay."]


def test_headers_cannot_steer_a_terminal(capsys: Capture) -> None:
    found = kept()
    headers = (*found.headers, ("Share 5", "\x1b[2J"))
    Path("game.txt").write_text(replace(found, headers=headers).to_json(), "utf-8")
    assert not [line for line in flawed(capsys) if "\x1b" in line]
    kept(Commitment="\x1b]0;x\x07")
    assert not [line for line in flawed(capsys) if "\x1b" in line]


# Deals of the day


def daily(game: str = "original") -> Record:
    rules = Rules.named(game)
    word = seed(bytes.fromhex(SECRET), date(2027, 1, 15), game)
    played = Game(rules, Deal.from_seed(rules, DAILY_VARIANTS[game].options.players, word))
    return keep(played.record())


@pytest.mark.parametrize("game", DAILY_VARIANTS)
def test_a_deal_of_the_day(capsys: Capture, game: str) -> None:
    daily(game)
    said = answered(capsys, "verify", "game.txt", *DAY, "--commitment", commitment(SECRET))
    assert "right: The secret is the one that was promised on 2027-01-15." in said
    assert f"right: The seed is that of {game} on 2027-01-15." in said
    assert "right: The cards are those that the seed gives." in said
    answered(capsys, "verify", "game.txt", *DAY, "--game", game)


def test_another_day_game_or_secret_is_found(capsys: Capture) -> None:
    found = daily()
    for words in (
        ("--day-secret", SECRET, "--date", "2027-01-16"),
        ("--day-secret", WRONG, "--date", "2027-01-15"),
        (*DAY, "--game", "original-expert"),
    ):
        (line,) = wrong(flawed(capsys, *words))
        assert line.startswith("The seed of the deal is not that of original")
    assert wrong(flawed(capsys, *DAY, "--commitment", WRONG)) == [
        "The secret is not the one that was promised on that day."
    ]
    assert isinstance(found.origin, Deal)
    other = Deal.from_seed(found.rules, 1, "other")
    keep(replace(found, origin=replace(other, seed=found.origin.seed)))
    assert wrong(flawed(capsys, *DAY)) == ["The cards are not those that the seed gives."]


def test_the_seed_of_one_game_in_another_is_found(capsys: Capture) -> None:
    daily()
    rules = Rules.named("original-expert")
    word = seed(bytes.fromhex(SECRET), date(2027, 1, 15), "original")
    keep(Game(rules, Deal.from_seed(rules, 1, word)).record())
    assert len(wrong(flawed(capsys, *DAY, "--game", "original"))) == 1


# Bad input


def test_what_cannot_be_verified_is_refused(capsys: Capture) -> None:
    keep(Game(Rules.named("original"), Deal.from_seed(Rules.named("original"), 2, "x")).record())
    Path("nonsense").write_text('{"tenback-record": 7}', "utf-8")
    Path("bytes").write_bytes(b"\xff")
    digits = "a" * 64
    for words, sentence in (
        (["game.txt"], "it does not tell how its cards were dealt"),
        (["none"], "There is no file none."),
        (["nonsense"], "nonsense: "),
        (["bytes"], "is not text in UTF-8"),
        (["."], "cannot be read"),
        (["game.txt", "--nonce", digits], "--nonce goes only together with --seat."),
        (["game.txt", "--seat", "0"], "--seat goes only together with --nonce."),
        (["game.txt", "--date", "2027-01-15"], "--date goes only together with --day-secret."),
        (["game.txt", "--day-secret", digits], "--day-secret goes only together with --date."),
        (["game.txt", "--game", "original"], "--game goes only together with --day-secret."),
        (["game.txt", "--commitment", "abc"], "--commitment needs 64 hexadecimal digits"),
        (["game.txt", "--day-secret", digits, "--date", "May"], "'May' is not a date"),
        (["game.txt", *DAY, "--game", "chess"], "'chess' has no deal of the day"),
    ):
        assert sentence in refused(capsys, "verify", *words), words


def test_a_text_that_is_no_record_is_refused_with_its_lines(capsys: Capture) -> None:
    Path("nonsense").write_text("hello\n", "utf-8")
    assert main(["verify", "nonsense"]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert "is not the start of a record" in said.err


# For programs, and in every language


def test_json(capsys: Capture) -> None:
    kept()
    good: dict[str, Any] = json.loads(answered(capsys, "verify", "game.txt", "--json"))
    assert (good["right"], good["flaws"]) == (True, [])
    assert [check["check"] for check in good["checks"]] == [
        "replay", "secret", "once", "share-told", "share-told", "seed", "cards",
    ]  # fmt: skip
    kept(Share_1="nothing")
    bad = json.loads("".join(flawed(capsys, "--json")))
    assert bad["right"] is False
    assert bad["flaws"] == [{"code": "fair-share", "params": {"key": "Share 1"}}]
    assert [check["state"] for check in bad["checks"]][-3:] == ["flaw", "open", "open"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, language: str) -> None:
    say = Words(language)
    kept()
    said = answered(capsys, "verify", "game.txt", "--language", language)
    assert say("verify.alone") in said
    assert say("verify.good", sentence=say("verify.check.cards")) in said
    kept(Secret=None)
    lines = flawed(capsys, "--language", language)
    assert say("verify.open", sentence=say("verify.unchecked.share", seat=0)) in lines
