"""Bots that a player or operator names on this machine: also network files and programs.

Names from clients, records and logs go to `registry.make`, which reads no file and runs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots import registry
from tenback.bots.external_bot import ExternalBot
from tenback.core.bot_spec import BotSpec, Trust

if TYPE_CHECKING:
    from tenback.bots.base import Bot


def parse_local(text: str) -> BotSpec:
    """The bot that a text on the command line names; refused if there is none."""
    spec = BotSpec.parse(text, Trust.LOCAL)
    check(spec)
    return spec


def check(spec: BotSpec) -> None:
    """Refuse unknown bots. Neither a program nor a network file is looked for."""
    if not spec.command:
        registry.resolve(spec)


def make_bot(spec: BotSpec) -> Bot:
    """The bot of a spec; a program is started when it is first asked."""
    if spec.command:
        return ExternalBot(spec.command)
    if not spec.network:
        return registry.make(str(spec))
    from tenback.bots.search_bot import SearchBot  # loads Numba

    return SearchBot.of(spec)
