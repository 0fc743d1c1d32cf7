"""Lessons: a fixed deal, a coach who follows a script, and one idea after the other."""

from tenback.lessons.coach import COACH, Coach
from tenback.lessons.lesson import GAMES, Lesson, Step, lesson

__all__ = ["COACH", "GAMES", "Coach", "Lesson", "Step", "lesson"]
