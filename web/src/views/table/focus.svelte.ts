// The focus at the table.

/** The focus of a player at the keyboard stays in the hand when the card in focus is laid; within a component. */
export function keepInHand(cards: () => readonly string[]): void {
  let before: readonly string[] = [];
  $effect(() => {
    const now = cards();
    const focused = document.activeElement?.closest<HTMLElement>("[data-card]")?.dataset["card"];
    if (focused && !now.includes(focused)) {
      const next = now[Math.min(before.indexOf(focused), now.length - 1)];
      const target = next ? `[data-card="${next}"]` : ".actions button:not(:disabled)";
      document.querySelector<HTMLElement>(target)?.focus();
    }
    before = now;
  });
}
