// Keys at the table: a card's number, then the pile's letter; the rest has a letter each.

import { numberOf } from "../board/cards";
import { PILE_KEYS } from "../board/piles";

export interface Keyed {
  readonly cards: () => readonly string[];
  /** What the player types for a card's colour; nothing in a deck without colours. */
  readonly sign: (card: string) => string;
  /** The same for all colours of the deck. */
  readonly signs: () => readonly string[];
  readonly piles: () => readonly string[];
  readonly chosen: () => string | null;
  choose(card: string | null): void;
  put(pile: string): void;
  /** Shift and a pile's letter: talk about it. */
  talkAt(pile: string): void;
  readonly actions: Readonly<Record<string, () => void>>;
  /** Actions that go before the first letter of a card. */
  readonly first: () => ReadonlySet<string>;
}

const PAUSE = 1500;

/** Listen to the keyboard until the returned function is called. */
export function listenToKeys(keyed: Keyed): () => void {
  let typed = "";
  let last = 0;

  /** What a card is called: with its colour, and by its number alone. */
  const names = (card: string): string[] => {
    const number = String(numberOf(card));
    return [keyed.sign(card).toLowerCase() + number, number];
  };
  /** A colour of several letters is typed whole, also slowly, and by a player who holds no such card: none is a command then. */
  const begins = (text: string) => keyed.signs().some((sign) => sign.length > 1 && sign.toLowerCase().startsWith(text));
  const matching = (text: string) => keyed.cards().filter((card) => names(card).some((name) => name.startsWith(text)));

  const pileOf = (key: string): string | undefined =>
    key.length === 1 ? keyed.piles()[PILE_KEYS.indexOf(key)] : undefined;

  /** What a key adds to a card that is being typed; nothing if no card is called so. */
  function typing(key: string): (() => void) | undefined {
    const fresh = Date.now() - last > PAUSE && !(typed && begins(typed + key));
    for (const text of fresh ? [key] : [typed + key, key]) {
      const found = matching(text);
      if (!found.length && !begins(text)) continue;
      const exact = found.find((one) => names(one).includes(text));
      const sure = exact ?? (found.length === 1 ? found[0] : undefined);
      return () => {
        typed = text;
        last = Date.now();
        if (sure && sure !== keyed.chosen()) keyed.choose(sure);
      };
    }
    return undefined;
  }

  /** What a key does here; nothing for a key that is not ours. */
  function meaning(event: KeyboardEvent): (() => void) | undefined {
    const key = event.key.toLowerCase();
    const pile = pileOf(key);
    const action = keyed.actions[key];
    if (event.shiftKey && pile) return () => keyed.talkAt(pile);
    if (pile && keyed.chosen() !== null) return () => ((typed = ""), keyed.put(pile));
    if (key === "escape") return () => ((typed = ""), keyed.choose(null));
    if (action && keyed.first().has(key)) return action;
    return (/^[\p{L}0-9]$/u.test(key) ? typing(key) : undefined) ?? action;
  }

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    const act = meaning(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** The player writes, or is asked something. */
function isElsewhere(target: EventTarget | null): boolean {
  const writing = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog";
  return !!(target as HTMLElement | null)?.closest?.(writing) || !!document.querySelector("dialog[open]");
}
