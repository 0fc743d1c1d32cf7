"""A program that writes until it is killed: `python -m tests.store.writer URL BEGIN...`.

Table `t0` goes on with command number BEGIN of the first, `t1` with that of the second, and so on.
Every command is written to the standard output once the store has confirmed it, with its version.
"""

from __future__ import annotations

import asyncio
import os
import sys

from tenback.store import Batch, CommandKnown, Entry, Store, open_store


def body(table: str, command: int) -> bytes:
    return f"{table} {command}".encode() * (1 + command % 40)


async def write(store: Store, table: str, command: int) -> None:
    version = len(await store.read(table))
    while True:
        batch = Batch(
            table,
            [Entry(version + 1, str(command), body(table, command))],
            {("last", table): str(command).encode()},
        )
        try:
            await store.commit(batch)
            version += 1
            confirmed = version
        except CommandKnown as known:
            confirmed = known.version
        os.write(1, f"{table} {command} {confirmed}\n".encode())
        command += 1


async def main(url: str, *begins: str) -> None:
    store = await open_store(url)
    await asyncio.gather(
        *(write(store, f"t{number}", int(begin)) for number, begin in enumerate(begins))
    )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
