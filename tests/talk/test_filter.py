"""The filter for free text: the corpus, and one table for each of its mechanisms."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from num2words import num2words

from tenback import Rules
from tenback.core.errors import IllegalTalk
from tenback.core.messages import MESSAGES
from tenback.core.rules import Piles, TalkPolicy
from tenback.talk.filter import LONGEST, guesses, judge, judge_name, meaning, prepare
from tenback.talk.filter.vocabulary import LANGUAGES
from tenback.talk.phrases import PHRASES, About, Phrase, subjects
from tenback.talk.speech import speak
from tests.rules.situations import dealt
from tests.talk.corpus import POLICIES, scores, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

T1, T2, T3, T4 = POLICIES
WORDS = Path(__file__).parents[2] / "src/tenback/words"


def refused(text: str, policy: TalkPolicy = T1, earlier: Sequence[str] = ()) -> bool:
    return not judge(text, policy, earlier).ok


# The corpus


@pytest.fixture(scope="module", params=["development", "heldout"])
def shares(request: pytest.FixtureRequest) -> dict[tuple[str, TalkPolicy, str], float]:
    """Both halves: the one that was held out has been seen since its first run."""
    return {key: score.hits / score.of for key, score in scores(request.param).items()}


@pytest.mark.rule("T1", "T2", "T3", "T4")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("policy", POLICIES)
def test_corpus(
    shares: dict[tuple[str, TalkPolicy, str], float], language: str, policy: TalkPolicy
) -> None:
    assert shares[language, policy, "caught"] >= 0.99
    assert shares[language, policy, "false alarms"] <= 0.01


def test_interval_of_a_share() -> None:
    low, high = wilson(99, 100)
    assert low == pytest.approx(0.9455, abs=0.001)
    assert high == pytest.approx(0.9982, abs=0.001)


# Numbers


@pytest.mark.parametrize("language", ["en", "fr", "fr_BE", "fr_CH", "de"])
def test_every_number_of_a_card_in_words(language: str) -> None:
    """Written with spaces, in one word and in capitals, as a library writes numbers out."""
    for number in range(2, 100):
        text = num2words(number, lang=language)
        glued = text.replace(" ", "").replace("-", "").replace(",", "")
        for written in (text, glued, text.upper(), text.replace("-", " ")):
            assert refused(written), written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ordinal(language: str) -> None:
    for number in range(3, 100):
        if (language, number) != ("de", 8):  # achte is a verb, too
            assert refused(num2words(number, lang=language, to="ordinal"))


@pytest.mark.parametrize("language", ["es", "it", "nl"])
def test_numbers_of_neighbouring_languages(language: str) -> None:
    for number in (4, 7, 12, 14, 15, 30, 40, 50, 60):
        assert refused(num2words(number, lang=language)), num2words(number, lang=language)


REFUSED = {
    "digits": [
        "68",
        "a 5",
        "٦٨",
        "６８",
        "⑥",
        "6️⃣",
        "𝟞",
        "⁶",
        "½",
        "六",
        "🔟",
        "⚃",
        "🕕",
        "Ⅵ",
        "🥈",
    ],
    "misspelt": [
        "thirtey",
        "sevven",
        "eigthy",
        "fourtheen",
        "quarrante",
        "cinqante",
        "trentte",
        "soixnate",
        "virzig",
        "zwanzg",
        "dreisich",
        "fümfzig",
        "achzig",
        "seibzehn",
    ],
    "by sound": ["kinze", "katorze", "sinkante", "fierzig", "fümpf", "nüünzg", "fuffzich"],
    "stretched": ["sixxxx", "neuuuf", "dreiiii", "zwööölf", "seeeveeen"],
    "without vowels": ["twnty", "cnqnte", "vrzg", "vrndzwnzg"],
    "dialect": ["an fuchzga", "a siebzgerl", "nünezwänzg", "zwoaravierzg", "die rote einser"],
    "leetspeak": ["s3v3nt33n", "f!fty", "$ix", "d0uze", "qu!nze", "z€hn", "4chtzig", "h|_|it"],
    "spelled": ["n i n e t y", "t.e.n", "d-o-u-z-e", "z e h n", "S E P T", "f_ü_n_f", "x i v"],
    "letters by name": [
        "ess eye ex",
        "tango whiskey oscar",
        "esse e pe te",
        "désiré irma xavier",
        "zett e ha en",
        "Heinrich Ulrich Ida Theodor",
    ],
    "cut": ["thir ty", "nine-ty", "qua rante", "sieb zehn", "tw(elve)"],
    "glued": ["myCardIsForty", "jaiquinze", "habdiezwölf", "leonze", "dieneunzig"],
    "turned": ["neetxis", "ezuod", "giznawz", "net backwards", "à l'envers : xid"],
    "upside down": ["xıs", "ǝuıu", "ɟlǝ"],
    "capitals": ["wEIGHT", "ofTEN"],
    "other scripts": [
        "ѕіх",
        "sеven",
        "ｓｉｘ",
        "ⓢⓘⓧ",
        "𝓼𝓲𝔁",
        "s\u200bix",
        "nеuf",
        "zwеi",
        "сорок",
        "삼십칠",
    ],
    "roman": ["LXIV", "lxiv", "Henry VIII", "chapitre XII", "Stapel III", "V + II"],
    "ordinals": [
        "the sixth",
        "my second card",
        "first pile",
        "la première pile",
        "zweite Reihe",
        "ein Drittel",
        "le troisième tas",
        "erster Stapel",
    ],
    "ones": [
        "plus one",
        "pile one",
        "one higher",
        "un de plus",
        "un cran au-dessus",
        "numéro un",
        "einen drüber",
        "eins mehr",
        "die Eins",
    ],
    "counted": [
        "•••",
        "* * * * *",
        "||||",
        "🍋🍋🍋",
        "✋☝",
        "tick tick tick tick",
        "....- ...--",
        "mine: ooooo",
        "IIII",
    ],
    "relations": [
        "right below the top card",
        "I've got the next one",
        "double the top",
        "halfway between the piles",
        "the same last digit",
        "its successor",
        "la suivante",
        "celle juste au-dessus",
        "le double du dessus",
        "pile entre les deux",
        "die nächste Zahl",
        "genau darüber",
        "das Doppelte davon",
        "der Nachfolger",
        "in der Mitte zwischen den beiden Stapeln",
        "smallest possible step",
        "nothing is lower than mine",
        "j'ai le minimum en vert",
        "tiefer als meine rote geht nicht",
        "half of the top card",
        "la moitié de la carte",
        "die Hälfte vom linken",
        "right above u1",
        "double u2",
        "direkt über d1",
    ],
    "hints": [
        "rhymes with door",
        "ça rime avec seize heures",
        "reimt sich auf Bier",
        "as many as days in a week",
        "autant que de doigts",
        "so viele wie Apostel",
        "the lowest card there is",
        "la plus haute du jeu",
        "die kleinste Karte im Spiel",
        "weight without the w",
        "it starts with t",
        "ça finit par un x",
        "Bier mit v statt b",
        "my card is halloween",
        "ma carte c'est noël",
        "Nikolaus ist meine Karte",
    ],
    "questions": [
        "which number do you have",
        "how many cards have you got",
        "how high exactly?",
        "t'as combien ?",
        "quel chiffre ?",
        "ta valeur exacte",
        "welche Zahl hast du",
        "wie viele Karten",
        "nenn mir die Zahl",
        "odd or even?",
        "what kind of number is it",
        "t'as quoi comme chiffre ?",
        "was habt ihr denn für Zahlen",
    ],
}


@pytest.mark.rule("T1", "T3")
@pytest.mark.parametrize(
    ("mechanism", "text"), [(kind, text) for kind, texts in REFUSED.items() for text in texts]
)
def test_refused_under_every_policy(mechanism: str, text: str) -> None:
    for policy in POLICIES:
        verdict = judge(text, policy)
        assert verdict.code in ("talk-number", "talk-relation"), mechanism
        assert verdict.found
    assert judge(text, TalkPolicy.FREE).ok


DELIVERED = {
    "idioms": [
        "one moment",
        "no one is here",
        "once again",
        "first of all",
        "both of you",
        "on second thoughts",
        "the other one",
        "quelqu'un",
        "un peu",
        "les deux me vont",
        "une bonne idée",
        "quoi de neuf",
        "ein bisschen",
        "zum einen",
        "auf einmal",
        "noch einmal",
        "wir beide",
        "gib acht",
        "tausend Dank",
        "mille mercis",
    ],
    "sayings": ["two heads are better than one", "jamais deux sans trois", "im siebten Himmel"],
    "words with numbers inside": [
        "often",
        "weight",
        "kitten",
        "canine",
        "attention",
        "fortunate",
        "huître",
        "innocent",
        "douceur",
        "Nacht",
        "Achtung",
        "Klavier",
        "vielleicht",
        "verzweifelt",
        "Elfen",
        "neue Karten",
    ],
    "words that resemble numbers": [
        "for you",
        "a nice tree",
        "fine",
        "heaven",
        "tous",
        "vie",
        "forte",
        "sehen",
        "lieben",
        "viel",
        "fier",
        "leben",
    ],
    "laughter and signs": [
        "hahahaha",
        "xD",
        "...",
        "!!!",
        "😂😂😂",
        "👏👏",
        "<3",
        "nooooo",
        "hmmm",
    ],
    "capitals": ["LOL", "CD", "DVD", "XXL pizza", "VIP", "MIX", "DM me"],
    "names of piles": ["leave u1 please", "d2!", "u1/d1 are fine"],
    "letters": [
        "oh you are so kind",
        "why are you here",
        "it all starts with a smile",
        "ohne dich",
    ],
    "abbreviations": ["nvm", "thx", "mdr", "tkt", "vllt"],
    "stretched": ["jaaaa suuuuper", "ouiiiii alleeeez", "heeeeey"],
    "people": ["Herr Herrmann ist da", "Dixit or Catan?", "helft mir mal", "Trent is late"],
    "half of other things": [
        "half of the snacks are gone",
        "la moitié du travail",
        "die Hälfte der Leute schläft",
    ],
    "riddles without a riddle": [
        "I have a few days off this week",
        "les joueurs de notre équipe",
        "ich hab mir den Finger verbrannt",
        "merry christmas",
        "wer muss heute zahlen?",
    ],
    "leetspeak": ["m3rci", "th@nks", "h3ll0"],
    "about numbers": ["no numbers please", "pas de chiffres", "keine Zahlen sagen"],
    "table talk": [
        "leave the last pile alone",
        "no big jump here",
        "mostly high cards here",
        "laisse la pile de gauche",
        "pas de grand saut",
        "lass den linken in Ruhe",
        "kein großer Sprung",
        "who goes on?",
        "my hand is awful",
        "à toi",
        "du bist dran",
    ],
}


@pytest.mark.rule("T1", "T2", "T3")
@pytest.mark.parametrize("text", [text for texts in DELIVERED.values() for text in texts])
def test_delivered(text: str) -> None:
    for policy in (T1, T2, T3):
        assert judge(text, policy).ok, judge(text, policy)


@pytest.mark.parametrize(
    "text",
    ["kill two birds with one stone ;)", "on cloud nine, if you know what I mean",
     "Wolke sieben, meine Karte halt"],
)  # fmt: skip
def test_a_saying_with_a_wink_is_refused(text: str) -> None:
    assert refused(text)


# Several messages


@pytest.mark.parametrize(
    "messages",
    [("twel", "ve"), ("s", "i", "x"), ("sep", "haha", "tante"), ("mine is", "nine", "ty"),
     ("starts with for", "ends with ty"), ("vier", "zig"), ("X", "I", "V"), ("the next", "one"),
     ("one", "above"), ("•", "•", "•")],
)  # fmt: skip
def test_a_number_in_several_messages(messages: tuple[str, ...]) -> None:
    assert any(refused(text, T1, messages[:place]) for place, text in enumerate(messages))


@pytest.mark.parametrize(
    "messages", [("won", "derful"), ("on", "y va"), ("so", "ein", "Mist"), ("it's", "even worse")]
)
def test_innocent_in_several_messages(messages: tuple[str, ...]) -> None:
    for place, text in enumerate(messages):
        assert judge(text, T1, messages[:place]).ok


# Policies


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    "text",
    ["I can go back on this pile", "je peux revenir en arrière ici", "ich kann hier zurück",
     "mine fits exactly here", "ma carte colle parfaitement à gauche",
     "ganz nah dran bei mir links", "je retourne la pile montante", "it couldn't fit any closer",
     "das kostet den rechten kaum was"],
)  # fmt: skip
def test_tricks_and_narrowing_down_are_refused_under_no_clues_alone(text: str) -> None:
    assert judge(text, T2).code == "talk-trick"
    assert judge(text, T1).ok
    assert judge(text, T3).ok


@pytest.mark.rule("T2")
def test_a_trick_announced_in_several_messages() -> None:
    assert judge("on the left", T2, ["I can", "go back"]).code == "talk-trick"
    assert judge("on the left", T1, ["I can", "go back"]).ok


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    "text",
    ["someone must save the left pile", "your trick earlier was great", "friday suits me perfectly",
     "quelqu'un doit sauver cette pile", "on est proches de la victoire", "ne touchez pas à gauche",
     "jemand muss den linken retten", "der Termin passt mir perfekt",
     "wir sind nah dran zu gewinnen"],
)  # fmt: skip
def test_what_only_sounds_like_a_trick_passes_under_no_clues(text: str) -> None:
    assert judge(text, T2).ok, judge(text, T2)


@pytest.mark.rule("T4", "T6")
@pytest.mark.parametrize(
    "text",
    ["I have green and blue", "no red here", "the descending stack for me",
     "trick on the left stack",
     "j'ai du jaune", "je veux poser sur la montante", "ich hab lila", "den absteigenden bitte",
     "thanks", "désolé", "gut gemacht", "haha", "👍", "I'd like u1", "only 🟣 for me",
     "unfortunately no red", "gardez-moi la descendante svp", "quelqu'un a du jaune ?",
     "mir wäre der absteigende lieber", "den linken dreh ich um", "ascnding stack please",
     "good morning, Lena", "bravo Anna et Paul", "gute Nacht, Herta", "non merci", "meine Schuld"],
)  # fmt: skip
def test_colours_stacks_and_courtesies_pass_under_colours_only(text: str) -> None:
    assert judge(text, T4).ok, judge(text, T4)


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    ("text", "code"),
    [("a high red one", "talk-height"), ("une petite bleue", "talk-height"),
     ("ein hohes Grün", "talk-height"), ("leave this stack", "talk-off-topic"),
     ("ich kann warten", "talk-off-topic"), ("il pleut", "talk-off-topic"),
     ("green tea is great", "talk-off-topic"), ("a red seven", "talk-number"),
     ("danke für die Pizza", "talk-off-topic"), ("bravo, attends", "talk-off-topic"),
     ("someone take the left stack", "talk-off-topic"), ("hohe Karten", "talk-height"),
     ("my red fits perfectly on the left stack", "talk-off-topic")],
)  # fmt: skip
def test_everything_else_is_refused_under_colours_only(text: str, code: str) -> None:
    assert judge(text, T4).code == code


@pytest.mark.rule("T5")
def test_free_silent_and_too_long() -> None:
    assert judge("my card is 37", TalkPolicy.FREE).ok
    assert judge("hello", TalkPolicy.SILENT).code == "talk-no-text"
    assert judge("a" * LONGEST, T1).ok
    assert judge("ab " * LONGEST, T1).code == "talk-too-long"


def test_every_code_has_a_sentence() -> None:
    prepare()
    codes = ("number", "relation", "trick", "height", "off-topic", "no-text", "too-long")
    assert all("!" not in MESSAGES[f"talk-{code}"] for code in codes)


def test_names() -> None:
    for name in ("Ada", "Jean-Pierre", "Sven", "Table of friends", "Zoë", "Nina"):
        assert judge_name(name).ok, name
    for name in ("Player 37", "Mister Forty", "dreiunddreißig", "Louis XIV", "s3v3n"):
        assert judge_name(name).code == "talk-number", name


@pytest.mark.parametrize("policy", POLICIES)
def test_piles_are_called_what_the_table_calls_them(policy: TalkPolicy) -> None:
    piles = Rules.named("quick-and-easy").pile_index
    assert judge("u1 for me", policy, (), piles).ok
    assert judge("u2 for me", policy, (), piles).code == "talk-number"
    assert judge("u8 for me", policy, (), {"u8", "d8"}).ok
    assert judge("u8, d8/u8 for me", policy, (), {"u8", "d8"}).ok
    assert judge("right above u8", policy, (), {"u8", "d8"}).code == "talk-relation"
    assert judge_name("u1", piles).ok
    assert not judge_name("u2", piles).ok


def test_a_game_lets_its_own_piles_be_named() -> None:
    rules = replace(Rules.named("original"), piles=Piles(up=(1, 1, 1), down=(100, 100, 100)))
    assert speak(dealt(rules), 0, text="leave u3 please")
    with pytest.raises(IllegalTalk):
        speak(dealt(), 0, text="leave u3 please")


# What a text means


@pytest.mark.parametrize(
    ("text", "phrase"),
    [("pls leave u1", "leave:u1"), ("laisse la pile d2", "leave:d2"),
     ("d1 bitte in Ruhe lassen", "leave:d1"),
     ("rather not u2", "spare:u2"), ("auf d1 keinen großen Sprung", "small:d1"),
     ("go ahead on u1", "go:u1"),
     ("u1 pour moi", "want:u1"), ("ich kann auf u2 zurück", "back:u2"), ("I'd start", "start"),
     ("lieber nicht ich", "not-me"), ("ich kann warten", "wait"), ("es wird eng für mich", "tight"),
     ("danke!", "thanks"), ("merci beaucoup", "thanks"), ("sorry guys", "sorry"),
     ("bien joué", "well-done"),
     ("leave u1 and u2", None), ("should I leave u1?", None), ("I can wait for dinner", None),
     ("leave the ascending pile", None), ("i have red", None), ("leave u3", None), ("", None)],
)  # fmt: skip
def test_meaning(text: str, phrase: str | None) -> None:
    assert meaning(text, Rules.named("original")) == phrase


@pytest.mark.parametrize(
    ("text", "phrase"),
    [("leave the ascending stack", "leave:u1"), ("je veux poser sur la descendante", "want:d1"),
     ("i have red", "colour:red"), ("j'ai du bleu", "colour:blue"),
     ("a rather high yellow one", "high:yellow"),
     ("reverse trick on the ascending stack", "trick:u1"),
     ("i have no red", None), ("red or blue", None)],
)  # fmt: skip
def test_meaning_with_colours(text: str, phrase: str | None) -> None:
    assert meaning(text, Rules.named("quick-and-easy")) == phrase


# What a refused text may have been


def guessed(text: str, game: str = "original", *, card: bool = True, **tops: str) -> list[str]:
    """The likeliest phrases, without what follows them."""
    rules = Rules.named(game)
    shown = [tops.get(pile.name) for pile in rules.layout]
    return list(next(guesses(text, rules, shown, 0, card=card), ()))


@pytest.mark.parametrize(
    ("text", "phrases"),
    [("I have the 34", "leave:u2"), ("ich hab die 34", "leave:u2"), ("j'ai le 34", "leave:u2"),
     ("please leave the left pile, I have 34", "leave:u2"), ("please leave the 30", "leave:u2"),
     ("I've got 90", "leave:d1 leave:d2"), ("I have two for u1", "leave:u1"),
     ("bitte nicht auf Stapel A, da habe ich zwei",
      "leave:u1 leave:u2 leave:d1 leave:d2"),
     ("I've seven for a rising pile", "leave:u1 leave:u2"),
     ("don't go above 40", "small:u2"), ("nicht höher als 40", "small:u2"),
     ("pas plus haut que 40", "small:u2"), ("stay below 40 on d1", "small:d1"),
     ("I can go 10 back on u1", "back:u1"), ("auf u1 kann ich 10 zurück", "back:u1"),
     ("je peux reculer de 10 sur u1", "back:u1"), ("I need u1 for my 12", "want:u1"),
     ("ich brauche d2, hab die 80", "want:d2"), ("je voudrais d2 pour mon 80", "want:d2"),
     ("can't play, only 2 to 9", "bad"), ("kann nichts legen, nur 2 bis 9", "bad"),
     ("je ne peux rien jouer, que des 8", "bad"), ("wait for my 45", "wait"),
     ("do you have 35?", ""), ("34" * 101, "")],
)  # fmt: skip
def test_a_refused_text_has_a_likely_phrase(text: str, phrases: str) -> None:
    assert guessed(text, u2="30") == phrases.split()


def test_what_is_off_topic_is_guessed_by_its_words_alone() -> None:
    assert guessed("il pleut", card=False) == []
    assert guessed("laisse la montante", "quick-and-easy", card=False) == ["leave:u1"]
    assert guessed("a middling blue one", "quick-and-easy", card=False) == ["colour:blue"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", PHRASES.values(), ids=lambda phrase: phrase.id)
def test_our_own_words_for_a_phrase_pass_and_mean_it(language: str, phrase: Phrase) -> None:
    rules = Rules.named("original" if phrase.about is not About.COLOUR else "quick-and-easy")
    if phrase.id == "trick":
        rules = Rules.named("quick-and-easy")
    table = tomllib.loads((WORDS / language / "phrases.toml").read_text(encoding="utf-8"))
    red = tomllib.loads((WORDS / language / "colours.toml").read_text(encoding="utf-8"))["red"]
    text = table[phrase.id]["text"].format(pile="u1", colour=red)
    subject = subjects(rules, phrase)[0]
    assert meaning(text, rules) == (f"{phrase.id}:{subject}" if subject else phrase.id)
    for policy in phrase.policies:
        assert judge(text, policy).ok, judge(text, policy)
