"""The whole picture in words, for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.svg.piles import room_left
from tenback.core.svg.scene import begin

if TYPE_CHECKING:
    from tenback.core.svg.scene import Scene


def describe(scene: Scene) -> str:
    """Everything that can be seen, sentence by sentence."""
    view, say = scene.view, scene.say
    sentences = [scene.caption() + ".", scene.headline()]
    sentences += [_pile(scene, place) for place in range(len(view.rules.layout))]
    sentences += [scene.about("burns", fire.seat, name=fire.pile) for fire in view.burning]
    sentences += [_seat(scene, seat) for seat in range(view.players)]
    sentences.append(say("stocks", counts=", ".join(map(str, view.stock_sizes))))
    return " ".join(sentences)


def _pile(scene: Scene, place: int) -> str:
    view, say = scene.view, scene.say
    pile, top = view.rules.layout[place], view.tops[place]
    return say(
        "pile",
        name=pile.name,
        way=say("rising" if pile.up else "falling"),
        top=say("base", card=scene.base(pile)) if top is None else say("top", card=top),
        cards=say("cards", count=view.sizes[place]),
        room=say("room", count=room_left(view, place)),
    )


def _seat(scene: Scene, seat: int) -> str:
    view, say = scene.view, scene.say
    name, cards = begin(scene.who(seat)), say("cards", count=view.hand_sizes[seat])
    seen = view.hands[seat] or view.known[seat]
    if not seen:
        return say("hand-size", who=name, cards=cards)
    key = "hand" if view.hands[seat] else "known"
    return say(key, who=name, cards=cards, hand=", ".join(seen))
