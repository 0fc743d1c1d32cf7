"""The built page: its files as they were when the server first needed them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

STATIC = Path(__file__).parent / "static"
"""Where web/build.py writes the page."""

INDEX = "/index.html"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Only these files are served. (The types of the operating system may differ.)"""

IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose names hold a hash of their content."""
REVALIDATE = "no-cache"


@dataclass(frozen=True)
class Asset:
    """A file, and its compressed form where there is one."""

    path: str
    body: bytes
    gzipped: bytes | None

    @property
    def type(self) -> str:
        """The media type."""
        return TYPES[Path(self.path).suffix]

    @property
    def cache_control(self) -> str:
        """How long a browser may keep it without revalidation."""
        return IMMUTABLE if self.path.startswith("/assets/") else REVALIDATE

    @cached_property
    def etag(self) -> str:
        """The entity tag, a weak one: the compressed form has the same."""
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:32]}"'


def load(folder: Path) -> Mapping[str, Asset]:
    """Every file for browsers by its path; no other file is ever served."""
    files = (file for file in folder.rglob("*") if file.suffix in TYPES)
    found = (_asset(f"/{file.relative_to(folder).as_posix()}", file) for file in files)
    return {asset.path: asset for asset in found}


def _asset(path: str, file: Path) -> Asset:
    gzipped = file.with_name(f"{file.name}.gz")
    return Asset(path, file.read_bytes(), gzipped.read_bytes() if gzipped.exists() else None)
