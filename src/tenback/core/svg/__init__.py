"""A view as a picture: one self-contained SVG document, for notebooks, pages and sharing."""

from tenback.core.svg.picture import draw

__all__ = ["draw"]
