"""What is expected of a bot, as checks that authors can run on their own.

`check_bot(MyBot)` plays every published game with it and raises `AssertionError` when a law is
broken; `check_program("./mybot.py", ...)` does the same with a program.
"""

from __future__ import annotations

import random
import shlex
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from tenback.bots.base import Willing, leave, plan_turn, remarks, willingness
from tenback.bots.external_bot import ExternalBot
from tenback.bots.match import Match
from tenback.bots.stand_in import STAND_IN, BotFailure
from tenback.core.deal import Deal
from tenback.core.errors import IllegalTalk, TenbackError
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.core.rules import Rules
from tenback.core.variants import every
from tenback.table.bot_prompts import PromptKind
from tenback.talk.policy import choices
from tenback.talk.speech import speak
from tenback.testing.deals import nearly_sorted
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tenback.bots.base import Bot
    from tenback.bots.stand_in import LostSeat
    from tenback.core.views import View

    MakeBot = Callable[[], Bot]

TWINS = 2
"""How many worlds that look the same are tried at each moment."""


def check_bot(
    make_bot: MakeBot,
    rules: Rules | Iterable[Rules] | None = None,
    players: int | Iterable[int] | None = None,
    *,
    seed: str = "check",
    moments: int = 4,
) -> None:
    """Put a bot through every table that it claims: by default every published one.

    `make_bot` makes a new bot each time. It must play legally to the end, answer alike when asked
    again with the same seed, answer alike in worlds that differ in hidden cards only, leave its
    view as it is, and leave the shared random states alone. `moments` is at how many turns of each
    game it is looked at that closely.
    """
    for table_rules in _several(rules if rules is not None else every()):
        counts = table_rules.player_counts if players is None else _several(players)
        for count in counts:
            _check_table(make_bot, table_rules, count, seed, moments)


def check_program(
    command: str,
    rules: Rules | Iterable[Rules] | None = None,
    players: int | Iterable[int] | None = None,
    *,
    seed: str = "check",
    moments: int = 1,
    seconds: float = 10.0,
) -> None:
    """The same for a program that speaks the protocol of docs/bots.md; losing its seat fails."""
    _check_command(command)

    def make_bot() -> Bot:
        return ExternalBot(command, seconds=seconds)

    check_bot(make_bot, rules, players, seed=seed, moments=moments)


def _check_command(command: object) -> None:
    """Refuse what cannot be a command before anything is played."""
    if not isinstance(command, str):
        words = command if isinstance(command, (list, tuple)) else ("./mybot.py",)
        right = shlex.join(map(str, words))
        raise TypeError(f"A command is one text, as in check_program({right!r}), not {command!r}.")
    if not command.strip():
        raise ValueError("The command is empty; write it as in check_program('./mybot.py').")


def _several(values: Any) -> tuple[Any, ...]:
    return (values,) if isinstance(values, (Rules, int)) else tuple(values)


def _check_table(make_bot: MakeBot, rules: Rules, players: int, seed: str, moments: int) -> None:
    shuffled = Deal.from_seed(rules, players, seed)
    number = random.Random(seed).randrange(2**32)  # noqa: S311 (no secret)
    # A deal that leads far, so that the end of a game is seen as well.
    for deal in (shuffled, nearly_sorted(rules, players, number)):
        with _naming(f"{rules.name}, {players} players"):
            _check_game(make_bot, Game(rules, deal), seed, moments)


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Say with a broken law where it was broken; a bot that raises has broken one."""
    try:
        yield
    except AssertionError as broken:
        raise AssertionError(f"{where}: {broken}") from broken
    except Exception as error:
        raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error


def _law(holds: bool, broken: str) -> None:
    """Assert in a way that optimised Python keeps."""
    if not holds:
        raise AssertionError(broken)


# A whole game


def _check_game(make_bot: MakeBot, game: Game, seed: str, moments: int) -> None:
    bots = {seat: make_bot() for seat in range(game.players)}
    try:
        match = Match(game, bots, seed, on_dropped=_refuse, on_lost=_fail)
        _play(make_bot, game, match, seed, moments)
    finally:
        for bot in bots.values():
            leave(bot)


def _refuse(seat: int, why: TenbackError) -> None:
    raise AssertionError(f"seat {seat} says what may not be said: {why}")


def _fail(lost: LostSeat) -> None:
    """Here no stand-in plays on for a bot that fails."""
    if lost.why == "illegal" and lost.error:
        raise AssertionError(f"seat {lost.seat} makes an illegal move: {lost.error}")
    raise lost.error or AssertionError(lost.reason(Words()))


def _play(make_bot: MakeBot, game: Game, match: Match, seed: str, moments: int) -> None:
    if game.turn is None and game.outcome is None:
        _check_moment(make_bot, game, seed)
        match.run(PromptKind.WILLING, PromptKind.START)
    turns = 0
    while game.turn is not None:
        # Early and late moments alike: the 1st turn, the 2nd, the 4th, the 8th ...
        if turns in {2**power - 1 for power in range(moments)}:
            _check_moment(make_bot, game, seed)
        match.run(PromptKind.SPEAK)
        match.take_turn()
        turns += 1


# A single moment


def _check_moment(make_bot: MakeBot, game: Game, seed: str) -> None:
    for seat in range(game.players):
        if game.state.hands[seat]:
            _check_seat(make_bot, game, seat, f"{seed} {seat} {game.moment}")


def _check_seat(make_bot: MakeBot, game: Game, seat: int, seed: str) -> None:
    answers = _answers(make_bot, game, seat, seed)
    _answers_are_legal(game, seat, answers)
    again = _answers(make_bot, game, seat, seed)
    _law(answers == again, f"seat {seat} answers differently when asked again: {answers}, {again}")
    rng = random.Random(seed)  # noqa: S311 (no secret)
    for _ in range(TWINS):
        twin = game.view(seat).sample(rng)
        there = _answers(make_bot, twin, seat, seed)
        _law(answers == there, f"seat {seat} knows what is hidden: {answers}, {there}")


def _answers(make_bot: MakeBot, game: Game, seat: int, seed: str) -> dict[str, Any]:
    """All that a new bot answers in this world.

    The others at the table are asked before, each with its own view: if bots share what they know
    behind the table's back, that is different in a world in which the others hold other cards.
    """
    order = [*(other for other in range(game.players) if other != seat), seat]
    answers: dict[str, Any] = {}
    for who in order:
        bot = make_bot()
        try:
            answers = _asked(bot, game.view(who), game.view(who), seed)
            second = _asked(bot, game.view(who), game.view(who), seed)
            _law(answers == second, f"seat {who} answers differently the second time")
        except BotFailure as failure:
            _fail(failure.lost(who, failure.bot or bot.name, STAND_IN))
        finally:
            leave(bot)
    return answers


def _asked(bot: Bot, view: View, same: View, seed: str) -> dict[str, Any]:
    """Every question that can be asked now; the view and the random states stay as they are."""
    before, rules = _global_chance(), repr(view.rules)
    answers = {what: ask() for what, ask in _questions(bot, view, seed).items()}
    untouched = before.items() <= _global_chance().items()
    _law(untouched, "the bot uses the random state that all modules share")
    _law(view == same and repr(view.rules) == rules, "the bot changes its view")
    return answers


def _questions(bot: Bot, view: View, seed: str) -> dict[str, Callable[[], Any]]:
    def rng() -> random.Random:
        return random.Random(seed)  # noqa: S311 (no secret)

    if view.agreeing:
        return {"willing": lambda: willingness(bot, view, rng())}
    if view.on_turn:
        return {
            "move": lambda: bot.move(view, rng()),
            "turn": lambda: plan_turn(bot, view, rng()),
        }
    policies = choices(view.rules.talk)
    return {policy: partial(remarks, bot, view, policy, rng()) for policy in policies}


def _global_chance() -> dict[str, object]:
    """The random states that every module shares; NumPy's only once it is loaded."""
    states: dict[str, object] = {"random": random.getstate()}
    if "numpy" in sys.modules:
        import numpy as np

        state: Any = np.random.get_state()
        states["numpy"] = (state[1].tobytes(), *state[2:])
    return states


# Legal answers


def _answers_are_legal(game: Game, seat: int, answers: dict[str, Any]) -> None:
    if "willing" in answers:
        _law(isinstance(answers["willing"], Willing), "willing is neither yes, no nor either")
    elif "move" in answers:
        legal = game.legal_moves()
        _law(answers["move"] in legal, f"{answers['move']!r} is not a legal move")
        _turn_is_legal(game.copy(), answers["turn"])
    else:
        for policy in choices(game.rules.talk):
            _talk_is_legal(game.copy(), seat, policy, answers[policy])


def _turn_is_legal(game: Game, moves: tuple[Any, ...]) -> None:
    for number, move in enumerate(moves, 1):
        _law(move in game.legal_moves(), f"{move!r} is not a legal move of a turn")
        game.play(move)
        over = move == END or game.outcome is not None
        _law(over == (number == len(moves)), "a turn does not end with its last move")


def _talk_is_legal(game: Game, seat: int, policy: Any, phrases: tuple[str, ...]) -> None:
    for phrase in phrases:
        try:
            speak(game, seat, phrase=phrase, policy=policy)
        except IllegalTalk as why:
            raise AssertionError(f"{phrase!r} may not be said under {policy}: {why}") from why
