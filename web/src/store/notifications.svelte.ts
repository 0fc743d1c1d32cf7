// Notifies a player who looks elsewhere that it is their turn: by sound, by vibration, and by the system
// where they have asked for it.

import { untrack } from "svelte";
import type { Kind, LaidStep, Table } from "../protocol";
import { say } from "../words/say.svelte";
import { isAwaited } from "./isAwaited";
import { settings } from "./settings.svelte";
import { type Sound, play } from "./sounds";
import type { Happening, TableStore } from "./table.svelte";

const BUZZ = [60, 60, 60];

/** What is heard when something happens; the last is what matters most. */
export function soundOf({ shown }: Happening): Sound | null {
  const steps = shown.followed;
  if (steps.some((step) => step.type === "over")) return "end";
  const laid = layOf(shown);
  return laid ? laySound(laid) : null;
}

const layOf = ({ followed }: Happening["shown"]) => followed.find((step) => step.type === "laid");
const isSame = (confirmed: LaidStep | undefined, sent: LaidStep | null) => confirmed?.seat === sent?.seat && confirmed?.card === sent?.card;
const laySound = ({ kind }: { readonly kind: Kind }): Sound => (kind === "plain" ? "lay" : "trick");

/** What a player is awaited for. */
export const turnMessage = ({ phase }: Pick<Table, "phase">): string =>
  say(phase === "agreeing" ? "turn.agreeing" : "people.your-turn");

/** Play the sounds of a table, and notify the player it waits for; within an effect. */
export function notify(store: TableStore): () => void {
  const awaited = (): boolean => !!store.table && isAwaited(store.table, store.table.view?.turn);
  let before = untrack(awaited);
  // However they learn of it: live, or after the connection was broken.
  $effect(() => {
    const now = awaited();
    if (now && !before) untrack(() => callFor(store.table!));
    before = now;
  });
  // The player's own lay sounds at once, and not again when the server confirms it.
  $effect(() => {
    const { sent } = store;
    if (sent) untrack(() => play(laySound(sent)));
  });
  return store.listen((happening) => {
    const sound = soundOf(happening);
    const again = sound !== "end" && isSame(layOf(happening.shown), store.sent);
    if (sound && !again) play(sound);
  });
}

/** The table waits for this person, and they may not be looking. */
function callFor(table: Table): void {
  play("turn");
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  if (document.hidden && settings.notifications && mayNotify() === "granted") call(table);
}

function call(table: Table): void {
  try {
    const called = new Notification(turnMessage(table), { tag: `tenback-${table.table}`, icon: "/icon.svg" });
    called.onclick = () => {
      window.focus();
      called.close();
    };
  } catch {
    // Some phones have notifications for installed pages only.
  }
}

/** Whether the system can notify the player, as far as we know; null where it cannot at all. */
export function mayNotify(): NotificationPermission | null {
  return window.isSecureContext && "Notification" in window ? Notification.permission : null;
}

/** Ask the player for the permission to notify them. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() !== null && (await Notification.requestPermission()) === "granted";
}
