"""What a table has agreed on before the deal. The rest is decided by the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from tenback.core.deal import check_players
from tenback.core.errors import InvalidRules
from tenback.core.rules import Rules, TalkPolicy
from tenback.core.variants import is_published, refuse_taken_name
from tenback.table.errors import IllegalCommand
from tenback.talk.policy import table_policy

SHORTEST_CLOCK, LONGEST_CLOCK = 5, 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table plays.

    `game`: a published game by its name (`original-expert`), or the text of a TOML file.
    `takebacks` None: as usual, on alone and off with others (O17). `talk` None: as the rules say;
    otherwise a stricter policy (T7). `clock`: how many seconds a turn should take; it
    forces no player. `listed`: strangers find the table in the lobby.
    """

    game: str
    players: int
    memory_aid: bool = False
    takebacks: bool | None = None
    talk: TalkPolicy | None = None
    free_text: bool = True
    clock: int | None = None
    spectators: bool = True
    listed: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be played, and write every game in one way."""
        rules = read_rules(self.game)
        check_players(rules, self.players)
        if self.talk is not None:
            object.__setattr__(self, "talk", table_policy(rules, self.talk))
        if self.clock is not None and not _is_clock(self.clock):
            raise IllegalCommand("table-bad-clock", low=SHORTEST_CLOCK, high=LONGEST_CLOCK)
        object.__setattr__(self, "game", _written(rules))

    @classmethod
    def of(
        cls, rules: Rules, players: int, talk: TalkPolicy | None = None, *, free_text: bool = True
    ) -> TableOptions:
        """The options of a table for rules that are at hand as a value."""
        return cls(_named(rules), players, talk=talk, free_text=free_text)

    @property
    def rules(self) -> Rules:
        """The rules that this table plays by."""
        return read_rules(self.game)

    @property
    def policy(self) -> TalkPolicy:
        """The talk policy until the game is over."""
        return self.talk or self.rules.talk


@lru_cache(maxsize=256)
def read_rules(text: str) -> Rules:
    """A published game by its name, or a designer's own as TOML: only that has an equals sign."""
    return Rules.from_toml(text) if "=" in text else Rules.named(text.strip())


@lru_cache(maxsize=256)
def _named(rules: Rules) -> str:
    """Rules as text; if they bear the name of another game, as a file does not, under a new one."""
    try:
        refuse_taken_name(rules)
    except InvalidRules:
        rules = replace(rules, name=f"my-{rules.name}")
    return _written(rules)


@lru_cache(maxsize=256)
def _written(rules: Rules) -> str:
    return rules.name if is_published(rules) else rules.to_toml()


def _is_clock(seconds: object) -> bool:
    return type(seconds) is int and SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK
