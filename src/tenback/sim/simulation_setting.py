"""The setting of a simulation: rules, number of players, bots, and the seed of the deals."""

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
from tenback.sim.kernel_bots import KERNEL_BOTS, NUMBERS
from tenback.sim.search.config import NAMES, SearchConfig, search_config
from tenback.sim.search.speech import write_talk_rules
from tenback.sim.search.workspace import BOT_CONFIG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tenback.core.cards import Card


MAX_GAMES = 10**12


class InvalidSetting(TenbackError):
    """The error for a setting that cannot be simulated."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A table that can be simulated.

    `bots` take the seats in this order, and again from the first if there are more seats. Search
    bots talk by `policy`, or by the policy of the rules.
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
        """The name of the bot at each seat."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(self.players))

    @property
    def talk(self) -> TalkPolicy | None:
        """The policy by which search bots talk; None if no search bot has a partner."""
        together = self.players > 1 and not self.rules.duel
        return (self.policy or self.rules.talk) if together and self.search_configs else None

    def arrays(self) -> NDArray[np.void]:
        """The rules and bots as kernels read them."""
        made = rule_arrays(self.rules, self.players).copy()
        for seat, bot in enumerate(self.seats):
            made["bots"][0, seat] = NUMBERS.get(bot, 0)
        if self.search_configs:
            write_talk_rules(made, self.rules, self.policy or self.rules.talk)
        return made

    @property
    def search_configs(self) -> tuple[SearchConfig, ...]:
        """The search bots among the bots, each once."""
        names = (name for name in dict.fromkeys(self.seats) if name not in KERNEL_BOTS)
        return tuple(config for config in map(search_config, names) if config is not None)

    def config_rows(self) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The `BOT_CONFIG` of each seat, and the networks of the search bots."""
        configs = self.search_configs
        rows = np.zeros(self.players, BOT_CONFIG)
        for seat, name in enumerate(self.seats):
            config = search_config(name) if name not in KERNEL_BOTS else None
            if config is None:
                rows[seat]["bot"] = NUMBERS[name]
            else:
                rows[seat] = config.row(self.rules, self.players, configs.index(config))[0]
        return rows, np.concatenate([self._weights(config) for config in configs])

    def _weights(self, config: SearchConfig) -> NDArray[np.void]:
        network = config.network(self.rules, self.players)
        if network is None:
            raise InvalidSetting("no-network", name=str(config), rules=self.rules.name)
        return network.weights

    def seed_word(self) -> Word:
        """The seed as kernels read it."""
        return seed_word(self.seed)


def bot_names(bots: str | Sequence[str]) -> tuple[str, ...]:
    """The names as a tuple, also if there is only one."""
    return (bots,) if isinstance(bots, str) else tuple(bots)


def _checked_bots(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    names = bot_names(bots)
    for name in names:
        if name not in KERNEL_BOTS and search_config(str(name)) is None:
            raise InvalidSetting(
                "unknown-bot",
                name=str(name)[:40],
                allowed=", ".join((*KERNEL_BOTS, *NAMES)),
                hint=did_you_mean(str(name), (*KERNEL_BOTS, *NAMES)),
            )
    if not 1 <= len(names) <= players:
        raise InvalidSetting("wrong-bots", count=len(names), players=players)
    return names


def whole(value: Any) -> Any:
    """An integer of NumPy as an int; any other value unchanged."""
    is_number = hasattr(value, "__index__") and not isinstance(value, bool)
    return index(value) if is_number else value


def check_games(games: object, most: int = MAX_GAMES) -> None:
    """Refuse a value that is not a number of games."""
    if type(games) is not int or not 1 <= games <= most:
        raise InvalidSetting("bad-games", games=str(games)[:40], limit=most)


def orders_of(rules: Rules, deals: Sequence[Deal]) -> NDArray[np.uint8]:
    """The decks of some deals as kernels read them, in the order of drawing."""
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
    """The deal that results from decks in the order of drawing."""
    cards, size = in_number_order(rules), rules.hand_size(players)
    decks = [[cards[place] for place in order] for order in orders.tolist()]
    hands = []
    for seat in range(players):
        deck = decks[rules.deck_of(seat)]
        hands.append(rules.sort(deck[:size]))
        del deck[:size]
    lot = starter if rules.start is Start.LOT else None
    return Deal(tuple(hands), tuple(map(tuple, decks)), lot)
