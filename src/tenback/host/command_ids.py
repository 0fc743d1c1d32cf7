"""The ids of commands, by which a resend is recognised, and a second use for something else."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from tenback.host.errors import HostError
from tenback.host.persistence import AUTOMATIC

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.store import Entry
    from tenback.table.actors import Actor

LONGEST_ID = 80
_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)
_DIGEST = 8
_FINGERPRINT = 16
_encode = msgspec.json.Encoder(enc_hook=str, order="deterministic").encode


def full_id(who: Actor, command: str | None) -> str | None:
    """The id of a command as it is stored: no person can send one in another's name."""
    if command is None:
        return None
    if not _ID.fullmatch(command):
        raise HostError("host-bad-command-id", limit=LONGEST_ID)
    return f"{who if isinstance(who, str) else AUTOMATIC}/{command}"


def fingerprint(*asked: Any) -> str:
    """What a command asks for, in a few characters: another one has another fingerprint."""
    return sha256(_encode(asked)).hexdigest()[:_FINGERPRINT]


def check_same(stored: str | None, sent: str | None) -> None:
    """Refuse an id that was used for something else; old entries have no fingerprint."""
    if stored is not None and sent is not None and stored != sent:
        raise HostError("host-command-id-used")


class CommandDigests:
    """Which commands a log has, in a few bytes each. It may err, but never by forgetting one."""

    __slots__ = ("_digests",)

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._digests = bytearray()
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """These are in the log, too."""
        for entry in entries:
            if entry.command is not None and "/" in entry.command:
                self._digests += _digest(entry.command)

    def __contains__(self, command: str) -> bool:
        return _digest(command) in self._digests


def _digest(text: str) -> bytes:
    return hash(text).to_bytes(_DIGEST, "little", signed=True)
