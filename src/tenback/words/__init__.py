"""Every sentence in every language; the rest of the project deals in ids."""

from tenback.words.catalogues import Entry, Words, catalogue
from tenback.words.languages import LANGUAGES, preferred

__all__ = ["LANGUAGES", "Entry", "Words", "catalogue", "preferred"]
