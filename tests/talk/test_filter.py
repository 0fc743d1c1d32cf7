"""The filter for free text: the development corpus, and one table for each of its mechanisms."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from num2words import num2words

from tenback import Rules
from tenback.core.messages import MESSAGES
from tenback.core.rules import TalkPolicy
from tenback.talk.filter import LONGEST, judge, judge_name, meaning, prepare
from tenback.talk.phrases import PHRASES, About, Phrase, subjects
from tests.talk.corpus import LANGUAGES, POLICIES, scores, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

T1, T2, T3, T4 = POLICIES
WORDS = Path(__file__).parents[2] / "src/tenback/words"


def refused(text: str, policy: TalkPolicy = T1, earlier: Sequence[str] = ()) -> bool:
    return not judge(text, policy, earlier).ok


# The corpus


@pytest.fixture(scope="module")
def development() -> dict[tuple[str, TalkPolicy, str], float]:
    return {key: score.hits / score.of for key, score in scores("development").items()}


@pytest.mark.rule("T1", "T2", "T3", "T4")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("policy", POLICIES)
def test_development_corpus(
    development: dict[tuple[str, TalkPolicy, str], float], language: str, policy: TalkPolicy
) -> None:
    assert development[language, policy, "caught"] >= 0.99
    assert development[language, policy, "false alarms"] <= 0.01


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


@pytest.mark.parametrize("language", ["en", "fr", "de"])
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
    "stretched": ["sixxxx", "neuuuf", "dreiiii"],
    "leetspeak": ["s3v3nt33n", "f!fty", "$ix", "d0uze", "qu!nze", "z€hn", "4chtzig", "h|_|it"],
    "spelled": ["n i n e t y", "t.e.n", "d-o-u-z-e", "z e h n", "S E P T", "f_ü_n_f", "x i v"],
    "cut": ["thir ty", "nine-ty", "qua rante", "sieb zehn", "tw(elve)"],
    "glued": ["myCardIsForty", "jaiquinze", "habdiezwölf", "leonze", "dieneunzig"],
    "turned": ["neetxis", "ezuod", "giznawz", "net backwards", "à l'envers : xid"],
    "capitals": ["wEIGHT", "ofTEN"],
    "other scripts": ["ѕіх", "sеven", "ｓｉｘ", "ⓢⓘⓧ", "𝓼𝓲𝔁", "s\u200bix", "nеuf", "zwеi"],
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
    "names of piles": ["leave u1 please", "d2!"],
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
     ("vier", "zig"), ("X", "I", "V"), ("the next", "one"), ("one", "above"), ("•", "•", "•")],
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
     "ganz nah dran bei mir links"],
)  # fmt: skip
def test_tricks_and_narrowing_down_are_refused_under_no_clues_alone(text: str) -> None:
    assert judge(text, T2).code == "talk-trick"
    assert judge(text, T1).ok
    assert judge(text, T3).ok


@pytest.mark.rule("T4", "T6")
@pytest.mark.parametrize(
    "text",
    ["I have green and blue", "no red here", "the descending stack for me",
     "trick on the left stack",
     "j'ai du jaune", "je veux poser sur la montante", "ich hab lila", "den absteigenden bitte",
     "thanks", "désolé", "gut gemacht", "haha", "👍", "I'd like u1"],
)  # fmt: skip
def test_colours_stacks_and_courtesies_pass_under_colours_only(text: str) -> None:
    assert judge(text, T4).ok, judge(text, T4)


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    ("text", "code"),
    [("a high red one", "talk-height"), ("une petite bleue", "talk-height"),
     ("ein hohes Grün", "talk-height"), ("leave this stack", "talk-off-topic"),
     ("ich kann warten", "talk-off-topic"), ("il pleut", "talk-off-topic"),
     ("green tea is great", "talk-off-topic"), ("a red seven", "talk-number")],
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
