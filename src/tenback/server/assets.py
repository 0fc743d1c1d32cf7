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
"""Where web/build.py puts it."""

START = "/index.html"

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
"""Whatever else lies there is not for browsers. (What the system takes for types may differ.)"""

FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with what is in them."""
ASK_AGAIN = "no-cache"


@dataclass(frozen=True)
class Asset:
    """A file, and the same compressed, if that is worth it."""

    path: str
    body: bytes
    small: bytes | None

    @property
    def type(self) -> str:
        """What a browser should take it for."""
        return TYPES[Path(self.path).suffix]

    @property
    def keeping(self) -> str:
        """How long a browser may keep it without asking."""
        return FOREVER if self.path.startswith("/assets/") else ASK_AGAIN

    @cached_property
    def tag(self) -> str:
        """What tells one version from another; weak, for both forms have the same."""
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:32]}"'


def load(folder: Path) -> Mapping[str, Asset]:
    """Every file for browsers by its path: only what is found here is ever served."""
    files = (file for file in folder.rglob("*") if file.suffix in TYPES)
    found = (_asset(f"/{file.relative_to(folder).as_posix()}", file) for file in files)
    return {asset.path: asset for asset in found}


def _asset(path: str, file: Path) -> Asset:
    small = file.with_name(f"{file.name}.gz")
    return Asset(path, file.read_bytes(), small.read_bytes() if small.exists() else None)
