"""Streams of messages for the page's tests, from real tables of every variant, where bots talk.

    python -m tests.server.streams FILE

writes them as JSON: for each client of a game its messages, and with each the whole table as the
server would have sent it at that moment. No kernels are needed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenback.core.variants import every
from tests.bots.talker import TALKER
from tests.server.followed_tables import followed_table

if TYPE_CHECKING:
    from tenback import Rules

PEOPLE = ("ann", "fay")
"""A player, and a spectator."""


async def recorded(rules: Rules) -> list[dict[str, Any]]:
    """The streams of one game."""
    players = min(3, max(rules.player_counts))
    async with AsyncExitStack() as stack:
        memory = bool(rules.fire)
        found = await followed_table(stack, rules, players, TALKER, 7, memory_aid=memory)
        await found.play()
        await found.check_bots()
        return [
            {"name": f"{rules.name}, {person}", "steps": await found.stream(person)}
            for person in PEOPLE
        ]


async def main(file: Path) -> None:
    """Write the streams of every variant."""
    streams = [stream for rules in every() for stream in await recorded(rules)]
    file.write_text(json.dumps(streams), "utf-8")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
