"""The schema as numbered steps, `0001.sqlite.sql` and its like. A released step never changes."""

from __future__ import annotations

from importlib.resources import files

from tenback.store.errors import StoreError


def steps(dialect: str) -> list[str]:
    """All steps for one kind of database, in order."""
    names = sorted(file.name for file in files(__name__).iterdir())
    return [
        files(__name__).joinpath(name).read_text("utf-8")
        for name in names
        if name.endswith(f".{dialect}.sql")
    ]


def script(dialect: str, found: int) -> str:
    """What leads from one version of the schema to the newest; nothing when there is no need."""
    known = steps(dialect)
    if found > len(known):
        raise StoreError("store-newer", found=found, known=len(known))
    return "".join(
        f"{step}\nINSERT INTO tenback_schema (version) VALUES ({number});\n"
        for number, step in enumerate(known, 1)
        if number > found
    )
