"""What is simulated: rules, the number of players, who plays, and the seed of the deals."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.deal import Deal, check_players, check_seed
from tenback.core.errors import TenbackError, did_you_mean
from tenback.core.rules import Rules, Start, TalkPolicy
from tenback.sim.arrays import in_number_order, rule_arrays
from tenback.sim.bits import Word
from tenback.sim.chance import seed_word
from tenback.sim.players import NUMBERS, PLAYERS
from tenback.sim.thinking.desk import MIND
from tenback.sim.thinking.minds import NAMES, Mind, mind
from tenback.sim.thinking.speech import allow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tenback.core.cards import Card


MAX_GAMES = 10**12


class InvalidSetting(TenbackError):
    """Something that cannot be simulated."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A table that can be simulated.

    `bots` sit down in this order and, where there are fewer of them than seats, once more.
    Thinkers talk as the rules' policy allows, or the table's `policy`.
    """

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: str
    policy: TalkPolicy | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", whole(self.players))
        check_players(self.rules, self.players)
        check_seed(self.seed)
        object.__setattr__(self, "bots", _checked_bots(self.bots, self.players))

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(self.players))

    @property
    def talk(self) -> TalkPolicy | None:
        """By which policy thinkers talk here; None where none has anybody to talk to."""
        together = self.players > 1 and not self.rules.duel
        return (self.policy or self.rules.talk) if together and self.minds else None

    def arrays(self) -> NDArray[np.void]:
        """What the kernels read."""
        made = rule_arrays(self.rules, self.players).copy()
        for seat, bot in enumerate(self.seats):
            made["bots"][0, seat] = NUMBERS.get(bot, 0)
        if self.minds:
            allow(made, self.rules, self.policy or self.rules.talk)
        return made

    @property
    def minds(self) -> tuple[Mind, ...]:
        """The thinkers among the bots, each once."""
        found = (mind(name) for name in dict.fromkeys(self.seats) if name not in PLAYERS)
        return tuple(each for each in found if each is not None)

    def mind_rows(self) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """Who sits at each seat, and the networks of those who think."""
        minds = self.minds
        rows, networks = np.zeros(self.players, MIND), [self._weights(each) for each in minds]
        for seat, name in enumerate(self.seats):
            thinker = mind(name) if name not in PLAYERS else None
            if thinker is None:
                rows[seat]["player"] = NUMBERS[name]
            else:
                rows[seat] = thinker.row(self.rules, self.players, minds.index(thinker))[0]
        return rows, np.concatenate(networks)

    def _weights(self, thinker: Mind) -> NDArray[np.void]:
        network = thinker.network(self.rules, self.players)
        if network is None:
            raise InvalidSetting("no-network", name=str(thinker), rules=self.rules.name)
        return network.weights

    def seed_word(self) -> Word:
        """The seed as the kernels take it."""
        return seed_word(self.seed)


def bot_names(bots: str | Sequence[str]) -> tuple[str, ...]:
    """One name or several, as several."""
    return (bots,) if isinstance(bots, str) else tuple(bots)


def _checked_bots(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    names = bot_names(bots)
    for name in names:
        if name not in PLAYERS and mind(str(name)) is None:
            raise InvalidSetting(
                "unknown-bot",
                name=str(name)[:40],
                allowed=", ".join((*PLAYERS, *NAMES)),
                hint=did_you_mean(str(name), (*PLAYERS, *NAMES)),
            )
    if not 1 <= len(names) <= players:
        raise InvalidSetting("wrong-bots", count=len(names), players=players)
    return names


def whole(value: Any) -> Any:
    """A whole number of NumPy's as one of Python's; anything else as it is."""
    is_number = hasattr(value, "__index__") and not isinstance(value, bool)
    return index(value) if is_number else value


def check_games(games: object, most: int = MAX_GAMES) -> None:
    """Refuse what is not a number of games."""
    if type(games) is not int or not 1 <= games <= most:
        raise InvalidSetting("bad-games", games=str(games)[:40], limit=most)


def orders_of(rules: Rules, deals: Sequence[Deal]) -> NDArray[np.uint8]:
    """The decks of some deals as the kernels take them, in the order in which they are drawn."""
    place = {card: number for number, card in enumerate(in_number_order(rules))}
    decks = rules.decks(len(deals[0].hands))
    orders = np.empty((len(deals), decks, len(place)), np.uint8)
    for number, deal in enumerate(deals):
        for deck in range(decks):
            orders[number, deck] = [place[card] for card in _drawn(rules, deal, deck)]
    return orders


def _drawn(rules: Rules, deal: Deal, deck: int) -> list[Card]:
    hands = [hand for seat, hand in enumerate(deal.hands) if rules.deck_of(seat) == deck]
    return [card for held in (*hands, deal.stocks[deck]) for card in held]


def deal_of(rules: Rules, players: int, orders: NDArray[np.uint8], starter: int) -> Deal:
    """The deal behind decks in the order in which they are drawn."""
    cards, size = in_number_order(rules), rules.hand_size(players)
    decks = [[cards[place] for place in order] for order in orders.tolist()]
    hands = []
    for seat in range(players):
        deck = decks[rules.deck_of(seat)]
        hands.append(rules.sort(deck[:size]))
        del deck[:size]
    lot = starter if rules.start is Start.LOT else None
    return Deal(tuple(hands), tuple(map(tuple, decks)), lot)
