"""tenback: the card games around The Game, exact, with hidden information done right."""

from tenback.core.deal import Deal, DealCode
from tenback.core.errors import (
    IllegalMove,
    IllegalTalk,
    InvalidDeal,
    InvalidNotation,
    InvalidRecord,
    InvalidRules,
    InvalidView,
    TenbackError,
)
from tenback.core.game import Game
from tenback.core.moves import EndTurn, Lay, Move
from tenback.core.notation import parse_move
from tenback.core.outcome import Outcome, Reason
from tenback.core.position import Position
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.core.state import State
from tenback.core.views import View

__version__ = "0.1.0"

__all__ = [
    "Deal",
    "DealCode",
    "EndTurn",
    "Game",
    "IllegalMove",
    "IllegalTalk",
    "InvalidDeal",
    "InvalidNotation",
    "InvalidRecord",
    "InvalidRules",
    "InvalidView",
    "Lay",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Record",
    "Rules",
    "State",
    "TenbackError",
    "View",
    "parse_move",
]
