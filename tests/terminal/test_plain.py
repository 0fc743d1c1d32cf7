"""The line mode: what it understands, what it warns of, and who reads what."""

from __future__ import annotations

import io
import random

import pytest

from tenback import Deal, Game, Position, Rules
from tenback.bots.simple import Simple
from tenback.core.moves import END
from tenback.terminal.console import WIPE
from tenback.terminal.plain import COMMANDS
from tenback.words import LANGUAGES, Words
from tests.terminal.test_console import Screen
from tests.terminal.typist import Typist, read, table


def new(name: str = "original", players: int = 1, seed: str = "b") -> Game:
    rules = Rules.named(name)
    return Game(rules, Deal.from_seed(rules, players, seed))


def at(name: str, tops: dict[str, str], hands: str, stocks: str) -> Game:
    """Seat 0 is on turn; every card that is nowhere else lies on the first pile of `tops`."""
    rules = Rules.named(name)
    players = hands.count("/") + 1
    held = len(f"{hands}/{stocks}".replace("/", ",").strip(",").split(","))
    decks = players if rules.deck.own else 1
    sizes = dict.fromkeys(tops, 1)
    sizes[next(iter(tops))] += decks * len(rules.cards) - held - len(tops)
    piles = [
        f"{pile.name}={tops[pile.name]}*{sizes[pile.name]}"
        if pile.name in tops
        else f"{pile.name}=-"
        for pile in rules.layout
    ]
    words = [name, f"{players}p", *piles, f"hands={hands}", f"stocks={stocks}", "turn=0"]
    return Position.parse(" ".join(words)).game()


@pytest.mark.parametrize(
    "line", ["14 u1 18 u1", "14-u1 18-u1", "14u1,18u1", "14 - u1; 18 -u1", " 14  U1   18-U1 ,"]
)
def test_several_ways_to_write_several_moves(line: str) -> None:
    game = new()
    read(game, 1, line)
    assert [str(move) for move in game.actions] == ["14-u1", "18-u1"]


@pytest.mark.parametrize("end", ["end", "e", "END", " End "])
def test_ways_to_end_a_turn(end: str) -> None:
    game = new()
    assert "You draw 44 24." in read(game, 1, f"14 u1 18 u1 {end}")
    assert str(game.actions[-1]) == "end"


@pytest.mark.parametrize(
    ("language", "end"),
    [("en", "end"), ("fr", "end"), ("fr", "fin"), ("de", "end"), ("de", "ende")],
)
def test_commands_in_every_language(language: str, end: str) -> None:
    game = new()
    read(game, 1, f"14 u1 18 u1 {end}", language=language)
    assert len(game.actions) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_has_two_meanings(language: str) -> None:
    say = Words(language)
    words = [word for name in COMMANDS for word in say(f"terminal.command.{name}").split()]
    assert len(words) == len(set(words))
    assert not set(say("terminal.yes").split()) & set(say("terminal.no").split())


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("edn", "I do not understand 'edn'. Did you mean end?"),
        ("optons", "I do not understand 'optons'. Did you mean options?"),
        ("37", "I do not understand '37'. Lay a card like this: 37 u1. Type ? for help."),
        ("14 u1x", "I do not understand '14 u1x'."),
        ("14 u1 nonsense 18 u1", "Nothing of this line has been played."),
        ("14 u1 18 u1 end 20 u1", "I do not understand '20 u1'."),
        ("\x1b[A", r"I do not understand '\x1b[a'."),
        ("foo", "I do not understand 'foo'. Lay a card like this: 37 u1. Type ? for help."),
        ("15 u1", "You do not hold 15."),
        ("end", "The turn cannot end yet; 2 more to lay."),
        ("back", "Nothing has been laid in this turn."),
    ],
)
def test_a_wrong_line_changes_nothing(line: str, answer: str) -> None:
    game = new()
    assert answer in read(game, 1, line)
    assert not game.actions


def test_an_empty_line_is_no_mistake() -> None:
    assert "understand" not in read(new(), 1, "", "   ", " , ")


def test_a_line_is_played_as_far_as_it_goes() -> None:
    game = new()
    said = read(game, 1, "80 d2 99 d2 67 d2")
    assert [str(move) for move in game.actions] == ["80-d2"]
    assert "99 does not fit on d2, which shows 80." in said
    assert "Your hand: 14 18 20 32 65 67 99" in said


def test_the_first_look_says_it_all() -> None:
    said = read(new("face-to-face", 2, "b"), 2, "").splitlines()
    for line in (
        "Your turn: lay at least 2 cards.",
        "u1, up from 1, of seat 0: empty",
        "d2, down from 60, yours: empty",
        "Cards in hand: seat 0 6, you 6",
        "Stock: seat 0 52, you 52",
        "You still have to lay 2 cards.",
    ):
        assert line in said


def test_a_gift_is_offered_while_one_is_possible() -> None:
    tops = {"u2": "30"}
    game = at("face-to-face", tops, "5,10,20,21/40,41", "50,51,52/42,43")
    said = read(game, 1, "5 u2", "20 u1")
    assert "One card may go to the other side as a gift: 5-u2, 10-u2, 20-u2, 21-u2." in said
    after = said.partition("You lay 5 on u2 (a gift, 25 back).")[2]
    assert after
    assert "gift" not in after


def test_what_ending_would_draw_is_said() -> None:
    assert "You may end your turn; you would draw 3 cards." in read(new(), 1, "14 u1 18 u1 20 u1")


@pytest.mark.parametrize(
    ("language", "may", "only"),
    [
        ("en", "You may end your turn; nothing will be drawn.", "Nothing will be drawn."),
        ("fr", "rien ne sera pioché.", "Rien ne sera pioché."),
        ("de", "gezogen wird nichts.", "Gezogen wird nichts."),
    ],
)
def test_nothing_to_draw_is_said(language: str, may: str, only: str) -> None:
    game = at("original", {"d1": "90"}, "10,20/30", "")
    said = read(game, 1, "10 u1", "20 u1", language=language)
    assert may in said
    assert only in said
    assert " 0 " not in said.partition("10 u1")[2]


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "You do not hold 15."),
        ("fr", "Vous n’avez pas 15 en main."),
        ("de", "15 hast du nicht auf der Hand."),
    ],
)
def test_a_card_that_one_does_not_hold(language: str, answer: str) -> None:
    assert f"\n{answer}\n" in read(new(), 1, "15 u1", language=language)


OWN = """
name = "own"
minimum = 2
minimum_without_stock = 1
maximum = 5
deck = { numbers = "1..20" }
piles = { down = [21] }
hands = { 2 = 6 }
"""


@pytest.mark.parametrize(
    ("rules", "language", "amount"),
    [
        (Rules.named("original"), "en", "lay at least 2 cards."),
        (Rules.named("quick-and-easy"), "en", "lay 1 or 2 cards."),
        (Rules.named("quick-and-easy"), "fr", "posez 1 ou 2 cartes."),
        (Rules.named("quick-and-easy"), "de", "Lege 1 oder 2 Karten."),
        (Rules.named("quick-and-easy-professional"), "en", "lay exactly 1 card."),
        (Rules.named("quick-and-easy-professional"), "fr", "posez exactement 1 carte."),
        (Rules.named("quick-and-easy-professional"), "de", "Lege genau 1 Karte."),
        (Rules.from_toml(OWN), "en", "lay 2 to 5 cards."),
        (Rules.from_toml(OWN), "fr", "posez de 2 à 5 cartes."),
        (Rules.from_toml(OWN), "de", "Lege 2 bis 5 Karten."),
    ],
)
def test_a_turn_shows_the_maximum(rules: Rules, language: str, amount: str) -> None:
    game = Game(rules, Deal.from_seed(rules, 2, "b"))
    assert amount in read(game, 1, "0", language=language)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("original", ["Lay a card: 37 u1 or 37-u1.", "37 u1 38 u1 end\n", "back by exactly 10"]),
        ("quick-and-easy", ["r7 u1 or r7-u1.", "r7 u1 r8 u1 end\n", "card of the same colour"]),
        ("quick-and-easy-professional", ["on one line: r7 u1 end\n"]),
        ("face-to-face", ["u goes up", "d goes down", "tenback rules face-to-face\n"]),
        ("on-fire", ["Fire cards: 22, 33, 44, 55, 66 and 77.", "tenback rules original-on-fire"]),
    ],
)
def test_help_fits_the_game(rules: str, lines: list[str]) -> None:
    said = read(new(rules, 2), 1, "?").partition("> ?" if rules == "face-to-face" else ": ?")[2]
    assert [line for line in lines if line not in said] == []
    assert ("Fire" in said) == (rules == "on-fire")
    assert ("exactly 10" in said) != ("same colour" in said)


def test_help_fits_a_variant_of_ones_own() -> None:
    rules = Rules.from_toml(OWN)
    said = read(Game(rules, Deal.from_seed(rules, 2, "b")), 1, "?", "0", "foo")
    assert "Lay a card: 7 d1 or 7-d1. Several moves fit on one line: 7 d1 6 d1 end" in said
    assert "Lay a card like this: 7 d1." in said
    assert "goes up" not in said
    assert "Trick" not in said


def test_fire_cards_are_marked_where_they_can_be_chosen() -> None:
    game = at("original-on-fire", {"d1": "90"}, "33,40,50", "61,62")
    said = read(game, 1, "options", "33* u1")
    assert "Fire cards: 22, 33, 44, 55, 66 and 77. A * marks them in your hand." in said
    assert "Your hand: 33* 40 50\n" in said
    assert "\n33*: u1 (+32), " in said
    assert "You lay 33 on u1 (+32)." in said
    assert "*" not in read(new("original"), 1, "options", "?")


STEEP = {"u1": "90", "u2": "98", "d1": "3", "d2": "4"}


@pytest.mark.parametrize(("answer", "over"), [("no", False), ("yes", True)])
def test_a_lay_that_loses_is_asked_about(answer: str, over: bool) -> None:
    game = at("original", STEEP, "91,92/50,51", "60,61")
    said = read(game, 1, "92 u1", "perhaps", answer)
    assert said.count("the game is lost. Lay it all the same (yes or no)?") == 2
    assert (game.outcome is not None) == over
    if over:
        assert "Not enough cards fit any more. 5 cards were left: excellent." in said


@pytest.mark.parametrize(("answer", "over"), [("no", False), ("yes", True)])
def test_an_end_that_loses_by_fire_is_asked_about(answer: str, over: bool) -> None:
    game = at("original-on-fire", {"u1": "33"}, "34,40,50/51,60", "61,62")
    said = read(game, 1, "40 u2 50 u2", "end", answer)
    assert "u1 is burning: cover it before you end your turn." in said
    assert "Ending your turn now would lose the game." in said
    assert "Ending your turn now loses the game. End it all the same (yes or no)?" in said
    assert (game.outcome is not None) == over


def test_a_fire_for_the_next_player_is_shown_to_both() -> None:
    game = new("original-on-fire", 2)
    said = read(game, 2, "", "", "", "", "1", "", "78 d1 77 d1", "end", "", "")
    assert "d1 is burning: seat 0 must cover it before their turn ends." in said
    assert "d1 is burning: cover it before you end your turn." in said


def test_a_fire_of_ones_own_is_due_in_the_next_turn() -> None:
    game = at("original-on-fire", {"d1": "90"}, "33,40,50", "61,62")
    said = read(game, 1, "33 u1 40 u2", "end")
    assert "u1 is burning: cover it at the latest in your next turn." in said
    assert said.rindex("cover it before you end your turn") > said.index("You draw")


def test_giving_up_needs_all_players() -> None:
    game = new(players=2)
    said = read(game, 2, "", "", "", "", "0", "", "resign", "no", "resign", "yes")
    assert said.count("All players have to agree") == 2
    assert "The game was given up. 98 cards were left." in said
    assert "Seat 1: 24 26 29 44 65 77 78" in said


def test_taking_back() -> None:
    game = new()
    assert "You take 14 back from u1." in read(game, 1, "14 u1", "back")
    assert "Lays cannot be taken back" in read(new(players=2), 1, "0", "14 u1", "back")


@pytest.mark.parametrize("word", ["q", "quit", "QUIT", "exit"])
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4, 5])
def test_one_can_leave_at_every_question(word: str, before: int) -> None:
    game = new(players=2)
    lines = ["", "", "", "", "0", ""][:before]
    said = read(game, 2, *lines, word)
    assert said.endswith(f"{word}\nYou left before the end.\n")
    assert game.outcome is None


def test_a_seat_must_exist_to_start() -> None:
    game = new(players=3)
    said = read(game, 1, "3", "?", "x", "2")
    assert said.count("That is no seat; the seats are 0 to 2.") == 2
    assert "Lay a card: 37 u1" in said
    assert game.starter == 2


# Several people at one keyboard


def screens(game: Game, people: int, *lines: str) -> list[str]:
    """What each person could see: the screen is wiped in between."""
    out = Screen()
    table(game, people, Screen("".join(f"{line}\n" for line in lines)), out).run()
    return out.getvalue().split(WIPE)


def test_a_hand_is_wiped_before_the_next_one_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    game = new(players=2)
    first, second, third, fourth, fifth = screens(
        game, 2, "", "", "", "", "0", "", "99 d1 80 d1 end", "", ""
    )
    own, other = "14 18 20 32 67 80 99", "24 26 29 44 65 77 78"
    assert own in first
    assert other not in first
    assert other in second
    assert own not in second
    assert "Who starts?" in third
    assert own in third
    assert other not in third
    assert "Seat 0 lays 99 on d1 (+1)." in fourth
    assert "Seat 0 draws 2 cards." in fourth
    assert other in fourth
    assert "14 18" not in fourth
    # A player who leaves takes the hand along.
    assert fifth == "You left before the end.\n"


def test_the_same_person_need_not_hide_the_hand_from_themselves() -> None:
    game = at("original", {"d1": "90"}, "10,20,30/", "")
    said = read(game, 2, "", "10 u1 end", "20 u1 end")
    assert said.count("take the keyboard") == 1
    assert "hide your hand" not in said


def test_every_player_reads_what_happened_since_their_last_turn() -> None:
    game = new("quick-and-easy", 4, "b")
    out = io.StringIO()
    table(game, 2, Typist(game, out, turns=6), out).run()
    turns = out.getvalue().split("take the keyboard.")[4:]
    for turn in turns:
        before = turn.partition("Your turn")[0]
        assert {f"Seat {seat} " in before for seat in (2, 3)} == {True} or "Seat 0" in turn


def test_what_no_player_has_read_is_printed_at_the_end() -> None:
    game = at("original", {"u1": "90", "u2": "97"}, "91,92/98,49/40,41", "")
    said = read(game, 2, "", "91 u1 92 u1 end", "", "", "98 u2 49 d1 end")
    after = said.partition("Seat 1> 98 u2 49 d1 end")[2]
    assert after.count("Seat 2 lays") == 2
    assert said.count("Seat 1 lays") == 0


def test_the_seed_is_not_shown() -> None:
    game = new(seed="lighthouse")
    out = io.StringIO()
    table(game, 1, Typist(game, out), out).run()
    assert "lighthouse" not in out.getvalue()


def test_a_resumed_game_prints_what_was_missed() -> None:
    game = new(players=3)
    game.start(0)
    for move in ("14-u1", "20-u1", "end"):
        game.play(move)
    out = io.StringIO()
    table(game, 2, io.StringIO("\n"), out).run()
    assert "Seat 0 lays 14 on u1 (+13)." in out.getvalue()
    assert "You lay 14" not in out.getvalue()


def resumed(turns: int, players: int = 4) -> Game:
    """A game after so many whole turns, in which the player on turn has laid nothing."""
    game = new("original", players)
    game.start(0)
    for _ in range(turns):
        while game.play(Simple().move(game.view(game.turn), random.Random(1)))[-1:]:
            if game.actions[-1] == END:
                break
    return game


def test_a_resumed_game_prints_no_more_than_the_last_turn() -> None:
    """V2: what lies further back was told when it happened."""
    game = resumed(4)
    said = read(game, 1)
    assert "Seat 3 lays" in said
    assert "Seat 3 draws" in said
    for old in ("Seat 1", "Seat 2", "You draw", "You lay"):
        assert f"{old} lays" not in said
        assert old not in said.partition("Your turn")[0].replace("Bots play for seats 1", "")


def test_what_others_do_after_that_is_printed_in_full() -> None:
    """Four people; before the resumption two turns, of which only the last may be told again."""
    game = resumed(2)
    out = io.StringIO()
    table(game, 4, Typist(game, out, turns=3), out).run()
    for_seat_0 = out.getvalue().partition("Seat 0, take the keyboard.")[2]
    before = for_seat_0.partition("Your turn")[0]
    assert "Seat 2 lays" in before
    assert "Seat 3 lays" in before
    assert "Seat 1 lays" not in before
    for_seat_2 = out.getvalue().partition("Seat 2, take the keyboard.")[2]
    assert "Seat 1 lays" in for_seat_2.partition("Your turn")[0]
    assert "Seat 0 lays" not in for_seat_2.partition("Your turn")[0]


def test_the_game_is_kept_after_every_turn_and_on_leaving() -> None:
    game = new()
    kept: list[int] = []
    out = io.StringIO()
    mode = table(game, 1, io.StringIO("14 u1 18 u1 end\n20 u1\nq\n"), out)
    mode.keep = lambda kept_game: kept.append(len(kept_game.actions))
    mode.run()
    assert kept == [3, 4]


def test_the_game_is_kept_when_a_player_breaks_it_off() -> None:
    class Breaks(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    kept: list[Game] = []
    out = io.StringIO()
    mode = table(new(), 1, Breaks(), out)
    mode.keep = kept.append
    with pytest.raises(KeyboardInterrupt):
        mode.run()
    assert kept == [mode.game]
    assert out.getvalue().endswith("Seat 0> \nYou left before the end.\n")
