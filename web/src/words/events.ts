// Events of a table in words: for the log and for screen readers.

import type { Table } from "../protocol";
import type { Happening } from "../store/table.svelte";
import type { Step } from "../store/steps";
import { stepOf } from "../board/piles";
import { awaited, cardName, pileCalled, seatName, botName } from "./names";
import { phraseText } from "./phrases";
import { list, say } from "./say.svelte";

/** A sentence, and the kind of event that it describes. */
export interface Line {
  readonly kind: "lay" | "trick" | "talk" | "turn" | "table";
  readonly text: string;
}

/** The sentences that describe an event; none for an event that players need not notice. */
export const eventTexts = (happening: Happening): string[] => eventLines(happening).map((line) => line.text);

/** The same with their kinds, as the log shows them. */
export function eventLines({ shown, before }: Happening): Line[] {
  const event = shown.event;
  if (event === null) return [];
  const kind = event.type === "spoke" ? "talk" : "table";
  const said = textsOfEvent(event, before).map((text): Line => ({ kind, text }));
  const steps = shown.followed.flatMap((step) => textsOfStep(step, before).map((text): Line => ({ kind: kindOf(step), text })));
  return [...said, ...steps];
}

function kindOf(step: Step): Line["kind"] {
  if (step.type === "turn-began") return "turn";
  return step.type === "laid" && step.kind !== "plain" ? "trick" : "lay";
}

type Event = NonNullable<Happening["shown"]["event"]>;

function textsOfEvent(event: Event, table: Table): string[] {
  switch (event.type) {
    case "sat":
    case "watched":
      return [aboutPerson(event.type, event.person, table, { name: event.name })];
    case "left":
    case "went-away":
    case "came-back":
    case "host-passed":
      return [aboutPerson(event.type, event.person, table)];
    case "renamed":
      return [aboutPerson(event.type, event.person, table, { now: event.name })];
    case "seat-removed":
      return [aboutSeat(event.type, event.seat, table)];
    case "bot-seated":
      return [say("happened.bot-seated", { name: botName(event.bot) })];
    case "stood-in":
      return [standsIn(event, table)];
    case "bot-replaced":
      return [replaces(event, table)];
    case "started":
      return [aboutSeat("started", event.seat, table)];
    case "spoke":
      return [say("happened.spoke", { name: speaker(event, table), text: phraseText(event, table) })];
    case "hint-asked":
    case "resign-agreed":
    case "resign-refused":
    case "resigned":
      return [aboutSeat(event.type, event.seat, table)];
    case "closed":
    case "cards-dealt":
      return [say(`happened.${event.type}`)];
    default:
      return [];
  }
}

const standsIn = (event: { seat: number; bot: string }, table: Table): string =>
  aboutSeat("stood-in", event.seat, table, { bot: botName(event.bot) });

/** Another bot plays for one that has failed or gets ready; or that one is ready now. */
function replaces(event: Extract<Event, { type: "bot-replaced" }>, table: Table): string {
  if (event.awaits) return awaited(event.awaits, event.bot, event.at);
  const seat = table.seats[event.seat];
  const ready = !seat?.person && seat?.awaits?.bot === event.bot;
  return ready ? say("happened.bot-seated", { name: botName(event.bot) }) : standsIn(event, table);
}

function speaker(event: Extract<Event, { type: "spoke" }>, table: Table): string {
  if (event.seat !== null) return seatName(event.seat, table);
  return personName(event.person ?? "", table);
}

export function personName(person: string, table: Table): string {
  if (person === table.me) return say("people.you");
  const seat = table.seats.find((one) => one.person === person);
  const guest = table.watching.find((one) => one.person === person);
  return seat?.name ?? guest?.name ?? say("people.unknown");
}

/** A sentence about the reader's own seat, or about another one. */
function aboutSeat(id: string, seat: number, table: Table, params: object = {}): string {
  const side = seat === table.seat ? "you" : "other";
  return say(`happened.${id}.${side}`, { name: seatName(seat, table), ...params });
}

/** The same by person: spectators have no seat. */
function aboutPerson(id: string, person: string, table: Table, params: object = {}): string {
  const side = person === table.me ? "you" : "other";
  return say(`happened.${id}.${side}`, { name: personName(person, table), ...params });
}

function textsOfStep(step: Step, table: Table): string[] {
  switch (step.type) {
    case "laid": {
      const words = stepOf({ ...step, move: step, covers_fire: false, loses: false });
      return [
        aboutSeat(`laid-${step.kind}`, step.seat, table, {
          card: cardName(step.card, table.rules),
          pile: pileCalled(step.pile, table),
          step: say(words.id, words.params),
        }),
      ];
    }
    case "taken-back":
      return [aboutSeat("taken-back", step.seat, table, { card: cardName(step.card, table.rules) })];
    case "drawn":
      return [drawn(step, table)];
    case "turn-began":
      return [aboutSeat("turn", step.seat, table)];
    default:
      return [];
  }
}

function drawn(step: Extract<Step, { type: "drawn" }>, table: Table): string {
  if (step.seat === table.seat && step.cards) {
    const cards = list(step.cards.map((card) => cardName(card, table.rules)));
    return say("happened.drawn.you", { cards });
  }
  return say("happened.drawn.other", { name: seatName(step.seat, table), count: step.count });
}
