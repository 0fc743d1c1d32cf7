"""Names that can be mistaken for each other."""

from __future__ import annotations

import unicodedata
from functools import cache

from tenback.core.bot_spec import LADDER
from tenback.words import LANGUAGES, catalogue

_BOT_NAMES = "bots.name."
# Besides letters of other scripts, which `fold` knows.
_ALIKE = str.maketrans("013458i|!", "oleasblll")
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category that are blank: the fillers of Hangul."""
_EAST_ASIAN = frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"))
_TWO_AS_ONE = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names that can be mistaken for each other have the same.

    Scripts, accents, case, digits in the place of letters, and signs between them make no
    difference.
    """
    from tenback.talk.filter.normalize import fold  # with it comes the whole filter

    text = fold(name).translate(_ALIKE)
    for pair, one in _TWO_AS_ONE:
        text = text.replace(pair, one)
    return "".join(filter(str.isalnum, text)) or text


def is_mixed(name: str) -> bool:
    """Whether letters of several scripts stand side by side, or some cannot be seen.

    Japanese and Korean names may mix theirs. Names that mix others are nearly always disguises.
    """
    letters = [char for char in name if unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo")]
    scripts = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    east_asian = scripts <= _EAST_ASIAN
    return not _UNSEEN.isdisjoint(name) or (len(scripts) > 1 and not east_asian)


def is_bot_name(name: str) -> bool:
    """Whether a name can be mistaken for that of one of our bots, in any language."""
    return skeleton(name) in _bot_skeletons()


@cache
def _bot_skeletons() -> frozenset[str]:
    shown = (
        str(entry)
        for language in LANGUAGES
        for key, entry in catalogue(language).items()
        if key.startswith(_BOT_NAMES)
    )
    return frozenset(map(skeleton, (*LADDER, *shown)))
