"""Every sentence in English, French and German; the rest of the project deals in ids."""

from tenback.words.catalogues import LANGUAGES, Entry, Words, catalogue

__all__ = ["LANGUAGES", "Entry", "Words", "catalogue"]
