"""Who plays in a study and how much, where the user does not say."""

from __future__ import annotations

import pytest

from tenback import Rules
from tenback.analysis.studies.participants import counts_of, game_count, player_count
from tenback.words.usage import UsageError


@pytest.mark.parametrize(
    ("bots", "games"),
    [
        (["careful"], 100_000),
        (["strong"], 10_000),
        (["careful", "mine.npz", "random"], 10_000),
        (["strong@mine.npz", "careful"], 10_000),
        (["strong", "master"], 200),
        (["master:quick@mine.npz"], 200),
        (["nobody"], 100_000),
    ],
)
def test_the_slowest_bot_decides_how_many_games(bots: list[str], games: int) -> None:
    assert game_count(None, bots) == games
    assert game_count(7, bots) == 7


@pytest.mark.parametrize(
    ("game", "bots", "players"),
    [("original", 1, 3), ("original", 5, 5), ("face-to-face", 1, 2), ("quick-and-easy", 1, 3)],
)
def test_players_by_default(game: str, bots: int, players: int) -> None:
    assert player_count(Rules.named(game), None, ["careful"] * bots) == players


@pytest.mark.parametrize(
    ("text", "counts"), [("3", (3,)), ("2,4", (2, 4)), ("2..4, 3", (2, 3, 4)), ("2-3", (2, 3))]
)
def test_numbers_of_players(text: str, counts: tuple[int, ...]) -> None:
    assert counts_of(text) == counts


@pytest.mark.parametrize("text", ["", "many", "5-2", "2-", "2,,3", "٣"])
def test_what_is_no_number_of_players(text: str) -> None:
    with pytest.raises(UsageError):
        counts_of(text)
