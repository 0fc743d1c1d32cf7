// What keys do while a game runs.

import { colourOf } from "../../board/cards";
import type { CardSelection } from "../../store/selection.svelte";
import { listenToKeys } from "../../store/keys";
import type { Table } from "../../protocol";
import type { TableStore } from "../../store/table.svelte";
import { colourSign } from "../../words/names";

export interface Opening {
  talkAt(pile: string): void;
  show(what: "talk" | "log" | "keys"): void;
}

/** Which of the letters do something at this table, for this person. */
export function lettersHere({ seat, seats, view, phrases }: Pick<Table, "seat" | "seats" | "view" | "phrases">): string[] {
  const sits = seat !== null;
  const letters: [string, boolean][] = [
    ["e", sits],
    ["z", sits && (view?.takebacks ?? false)],
    ["h", sits],
    ["p", sits && seats.length > 1],
    ["t", sits && phrases.length > 0],
    ["l", true],
  ];
  return letters.filter(([, does]) => does).map(([letter]) => letter);
}

/** Play by keyboard until the returned function is called. */
export function playByKeys(
  store: TableStore,
  selection: CardSelection,
  cards: () => readonly string[],
  { talkAt, show }: Opening,
): () => void {
  return listenToKeys({
    cards,
    sign: (card) => colourSign(colourOf(card, store.table!.rules), store.table!.rules),
    signs: () => store.table!.rules.deck.colours.map((colour) => colourSign(colour, store.table!.rules)),
    piles: () => store.table?.piles.map((pile) => pile.name) ?? [],
    chosen: () => selection.chosen,
    choose: (card) => {
      selection.chosen = card;
      if (card === null) selection.dismiss();
    },
    put: (pile) => selection.put(pile),
    talkAt,
    first: () => new Set(selection.due ? ["p"] : []),
    actions: {
      e: () => selection.end(),
      z: () => store.table?.choices?.may_take_back && void selection.takeBack(),
      h: () => void selection.askAdvice(),
      p: () => selection.playNext(),
      t: () => show("talk"),
      l: () => show("log"),
      "?": () => show("keys"),
    },
  });
}
