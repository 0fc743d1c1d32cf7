"""Lessons at real tables, and the rule book of any variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.lessons import GAMES, lesson
from tenback.server import protocol as p
from tenback.server.api import TENTH, Call, Endpoint
from tenback.server.responses import request_language
from tenback.table.options import read_rules
from tenback.words import Words
from tenback.words.facts import Facts
from tenback.words.rulebook import rulebook

if TYPE_CHECKING:
    from tenback.lessons import Lesson, Step


# Lessons


async def lessons(_call: Call) -> p.Lessons:
    """The lessons."""
    return p.Lessons(tuple(p.LessonAbout(game, lesson(game).minutes) for game in GAMES))


async def learn(call: Call) -> p.Lesson:
    """A new table for a lesson; the guest's earlier one is closed."""
    found = lesson(call.path("game"))
    table = await call.services.table_factory.lesson(call.me, found, call.charge_new_table)
    say = Words(_language(call))
    return p.Lesson(table, found.game, tuple(_step(step, found, say) for step in found.steps))


def _step(step: Step, found: Lesson, say: Words) -> p.LessonStep:
    words = f"lessons.{found.game}.{step.id}"
    wrong = say(f"{words}.wrong") if step.tries else ""
    return p.LessonStep(say(f"{words}.text"), step.point, step.do, wrong)


# The rule book


async def rule_book(call: Call) -> p.RuleBook:
    """The rule book of a variant."""
    call.charge_rules(call.body.game)
    rules = read_rules(call.body.game)
    sections = (
        p.RuleSection(section.name, section.title, section.paragraphs)
        for section in rulebook(rules, _language(call))
    )
    return p.RuleBook(rules, rules.layout, Facts(rules).trick_example, tuple(sections))


def _language(call: Call) -> str:
    return request_language(call.request)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/lessons", "What can be learnt here?", lessons, p.Lessons, needs_identity=False
    ),
    Endpoint("POST", "/api/lessons/{game}", "Begin a lesson", learn, p.Lesson),
    Endpoint(
        "POST",
        "/api/games/rulebook",
        "How is this game played?",
        rule_book,
        p.RuleBook,
        body=p.GameAsked,
        needs_identity=False,
        slow=TENTH,
    ),
)
