"""`tenback hint POSITION`: what to play at a real table, and why."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tenback.analysis.hints.situation import Description, situation
from tenback.cli.arguments import (
    add_language,
    add_options,
    chosen_rules,
    chosen_words,
    number,
    parser,
)
from tenback.cli.progress import Waiting
from tenback.cli.warnings import tell_untrained
from tenback.core.bot_spec import MASTER, USUAL_LEVEL
from tenback.terminal.hints import lines, sentence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.hints import Hint
    from tenback.analysis.hints.situation import Situation
    from tenback.cli.arguments import Parser
    from tenback.core.game import Game
    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """Explain a position."""
    found = _parser().parse(words, mixed=True)
    say = chosen_words(found.language)
    level, network = _level(found.level), _network(found.network)
    situation = _situation(found)
    game = situation.game
    if game.outcome is not None:
        _tell_over(game, say, as_json=found.json)
        return 0
    from tenback.analysis.hints import adviser, find_hint

    view = game.view(game.turn)
    if not network:
        tell_untrained(say, game.rules, game.players, ["master"])
    with nullcontext() if found.json else Waiting(say):
        bot = adviser(level, network)
        explained = find_hint(view, bot, found.seed, remembered=situation.remembered)
    if found.json:
        print(json.dumps(_data(explained, say), ensure_ascii=False))
    else:
        print("\n".join(lines(say, explained)))
    return 0


def _parser() -> Parser:
    arguments = parser("hint", "Tell what to play in a position at a table of your own, and why.")
    arguments.add_argument(
        "position",
        nargs="+",
        metavar="POSITION",
        help="the game and what you see: original 3p u1=40 d1=77 hand=12,37,44,50,58,90 stock=40; "
        "others=6,6 where hands are not full, gone=2..20 for what you remember, "
        "said=1:leave:u1 for what the next seat has said",
    )
    arguments.add_argument(
        "--players", type=number, metavar="N", help="how many play, instead of 3p"
    )
    add_options(arguments)
    arguments.add_argument(
        "--level", default=USUAL_LEVEL, help="quick, normal (the default) or deep"
    )
    arguments.add_argument(
        "--network",
        metavar="FILE",
        help="a network of your own to think with, as tenback train makes it",
    )
    arguments.add_argument("--seed", default="", help="any text; other chance, other estimates")
    arguments.add_argument("--json", action="store_true", help="as JSON, for programs")
    add_language(arguments)
    return arguments


def _situation(found: argparse.Namespace) -> Situation:
    """The position that the words describe, by the rules that words and options name."""
    described = Description.parse(found.position)
    found.variant = described.variant
    return situation(chosen_rules(found), described, found.players, found.seed)


def _level(name: str) -> str:
    """How hard to search; any other word is refused before the search begins."""
    from tenback.bots.registry import check

    level = name.lower()
    check(f"{MASTER}:{level}")
    return level


def _network(file: str | None) -> str:
    """The file of a network, "" for the one that comes along; what cannot be read is refused."""
    if file is None:
        return ""
    from tenback.sim.search.networks import load

    load(file)
    return file


def _tell_over(game: Game, say: Words, *, as_json: bool) -> None:
    """Nothing is left to choose."""
    outcome = game.outcome
    if outcome is None:
        return
    if as_json:
        print(json.dumps({"turns": [], "reasons": [], "over": outcome.reason}))
    else:
        print(say.outcome(outcome, game.rules.duel))


def _data(explained: Hint, say: Words) -> dict[str, object]:
    return {
        "turns": [
            {
                "moves": list(map(str, choice.moves)),
                "win": choice.win,
                "progress": choice.progress,
                "worlds": choice.worlds,
            }
            for choice in explained.choices
        ],
        "reasons": [
            {"id": reason.id, "params": dict(reason.params), "sentence": sentence(say, reason)}
            for reason in explained.reasons
        ],
    }
