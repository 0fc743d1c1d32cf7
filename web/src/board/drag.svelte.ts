// A card that follows the finger, and the pile beneath it.

const FAR = 8;

interface Drag {
  readonly card: string;
  readonly startX: number;
  readonly startY: number;
  readonly x: number;
  readonly y: number;
  readonly moving: boolean;
  readonly over: string | null;
}

let drag = $state.raw<Drag | null>(null);

/** What is being dragged, once it has really moved. */
export const dragged = (): Drag | null => (drag?.moving ? drag : null);

/** The pile at a point of the screen, or the card of the hand. */
function under(x: number, y: number, attribute: string): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest(`[${attribute}]`)?.getAttribute(attribute);
    if (found) return found;
  }
  return null;
}

export interface Drop {
  begin(card: string): void;
  onPile(card: string, pile: string): void;
  onCard(card: string, other: string): void;
}

/** Let a card of the hand be dragged. A tap stays a tap: nothing begins before the finger moves. */
export function draggable(card: () => string, drop: Drop) {
  return (node: HTMLElement) => {
    let justDragged = false;
    const down = (event: PointerEvent) => {
      if (!event.isPrimary || event.button) return;
      justDragged = false;
      const { clientX: x, clientY: y } = event;
      drag = { card: card(), startX: x, startY: y, x, y, moving: false, over: null };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", stop);
    };
    const move = (event: PointerEvent) => {
      if (!drag) return;
      const { clientX: x, clientY: y } = event;
      const moving = drag.moving || Math.hypot(x - drag.startX, y - drag.startY) > FAR;
      if (moving && !drag.moving) drop.begin(drag.card);
      drag = { ...drag, x, y, moving, over: moving ? under(x, y, "data-pile") : null };
    };
    const up = (event: PointerEvent) => {
      const last = drag;
      stop();
      if (!last?.moving) return;
      justDragged = true;
      const pile = under(event.clientX, event.clientY, "data-pile");
      const other = under(event.clientX, event.clientY, "data-card");
      if (pile) drop.onPile(last.card, pile);
      else if (other && other !== last.card) drop.onCard(last.card, other);
    };
    const stop = () => {
      drag = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
    };
    // The click that follows a drag is not meant.
    const click = (event: MouseEvent) => {
      if (!justDragged) return;
      justDragged = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("click", click, { capture: true });
    return () => {
      stop();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
