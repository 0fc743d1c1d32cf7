"""Actions and observations: every number where the table says it stands."""

from __future__ import annotations

import pytest

from tenback import Deal, Game, InvalidView, Rules
from tenback.core.encoding import observation_parts, observation_size, observe
from tenback.testing import nearly_sorted
from tests.cases import IDS, TABLES
from tests.core.test_views import game_of

FIRE = Rules.named("original", on_fire=True)
DUEL = Rules.named("face-to-face")
NAMES = [
    "hand",
    "laid",
    "tops",
    "sizes",
    "burning",
    "hand_sizes",
    "stock_sizes",
    "turn",
    "minimum",
    "placed",
    "gift_used",
    "seat",
]


def parts_of(game: Game, seat: int) -> dict[str, tuple[int, ...]]:
    row = observe(game.view(seat))
    where = observation_parts(game.rules, game.players)
    return {name: row[part] for name, part in where.items()}


def cards_at(rules: Rules, flags: tuple[int, ...]) -> set[str]:
    return {card for card, flag in zip(rules.cards, flags, strict=True) if flag}


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_the_parts_follow_each_other_without_a_gap(rules: Rules, players: int) -> None:
    parts = observation_parts(rules, players)
    assert list(parts) == NAMES
    ends = [0, *(part.stop for part in parts.values())]
    assert [part.start for part in parts.values()] == ends[:-1]
    assert observation_size(rules, players) == ends[-1]
    assert len(observe(game_of(rules, players).view(0))) == ends[-1]


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_an_observation_has_what_the_view_holds(rules: Rules, players: int) -> None:
    game = game_of(rules, players, moves=40)
    for seat in range(players):
        view, parts = game.view(seat), parts_of(game, seat)
        assert cards_at(rules, parts["hand"]) == set(view.hand)
        assert sum(parts["laid"]) == sum(view.sizes) == sum(parts["sizes"])
        assert parts["hand_sizes"][0] == len(view.hand)
        assert sum(parts["hand_sizes"]) == sum(view.hand_sizes)
        assert sum(parts["stock_sizes"]) == sum(view.stock_sizes)
        assert parts["minimum"] == (view.minimum,)
        assert parts["seat"] == (seat,)
        assert min(observe(view)) >= 0


def test_seats_and_decks_are_counted_from_the_own_one() -> None:
    game = Game(
        DUEL,
        Deal.from_seed(
            DUEL,
            2,
            "b",
        ),
        starter=1,
    )
    first = next(move for move in game.legal_moves())
    game.play(first)
    own, other = parts_of(game, 1), parts_of(game, 0)
    size, cards = DUEL.hand_size(2), len(DUEL.cards)
    card = str(first).split("-")[0]
    assert (own["turn"], other["turn"]) == ((0,), (1,))
    assert own["hand_sizes"] == (size - 1, size)
    assert other["hand_sizes"] == (size, size - 1)
    assert own["placed"] == other["placed"] == (1,)
    assert cards_at(DUEL, own["laid"][:cards]) == {card} == cards_at(DUEL, other["laid"][cards:])
    assert not any(own["laid"][cards:])
    # Piles keep their places, as actions do.
    assert own["tops"] == other["tops"]
    assert own["tops"][DUEL.pile_index[str(first).split("-")[1]]] == 1 + DUEL.order[card]


def test_fires_are_distinguished_from_due_ones() -> None:
    hand = ("22", "33", "44", "55", "66", "77")
    rest = [card for card in FIRE.cards if card not in hand]
    deal = Deal((hand, tuple(rest[:6]), tuple(rest[6:12])), (tuple(rest[12:]),))
    game = Game(FIRE, deal, starter=0)
    game.play("22-u1")
    assert parts_of(game, 0)["burning"] == parts_of(game, 1)["burning"] == (1, 0, 0, 0)
    game.play("77-d1")
    game.play("end")
    assert parts_of(game, 1)["burning"] == (2, 0, 2, 0)
    assert parts_of(game, 1)["turn"] == (0,)
    assert parts_of(game, 0)["turn"] == (1,)
    assert parts_of(game, 2)["turn"] == (2,)


def test_a_gift_is_observed() -> None:
    game = Game(DUEL, nearly_sorted(DUEL, 2, 1), starter=0)
    while not any(parts_of(game, 0)["gift_used"]):
        gifts = [lay.move for lay in game.view(game.turn).options().lays if lay.kind == "gift"]
        game.play(gifts[0] if gifts else game.legal_moves()[-1])
        assert game.outcome is None
    assert parts_of(game, 0)["gift_used"] == parts_of(game, 1)["gift_used"] == (1,)


def test_no_seat_is_on_turn_before_the_start_and_after_the_end() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 3, "nobody"))
    assert [parts_of(game, seat)["turn"] for seat in range(3)] == [(3,)] * 3
    game.start(0)
    game.resign(1)
    assert [parts_of(game, seat)["turn"] for seat in range(3)] == [(3,)] * 3


def test_a_spectator_observes_nothing() -> None:
    with pytest.raises(InvalidView) as caught:
        observe(game_of(FIRE, 3).view(None))
    assert caught.value.code == "no-seat-no-observation"
