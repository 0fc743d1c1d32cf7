// One table, as this person may see it: the last whole table that the server has told, and what has
// happened since. A lay is shown at once and taken back if the server refuses it.

import type { FromServer, LaidStep, LayOption, News, Refused, Shown, Table } from "../protocol";
import { type Command, Connection, type State, addressOf } from "../socket/connection";
import { Refusal, unlessRefused } from "../socket/http";
import { freshId } from "../socket/ids";
import { language } from "../words/say.svelte";
import { dueFor } from "./promises";
import { after, isPlain, moved } from "./steps";

/** Something that happened while this page was looking, with the table as it was just before. */
export interface Happening {
  readonly key: string;
  readonly shown: Shown;
  readonly before: Table;
}

export type Listener = (happening: Happening, after: Table) => void;

const REMEMBERED = 200;

/** Each once, and as it happened. */
export function inOrder(happenings: readonly Happening[]): readonly Happening[] {
  const each = new Map(happenings.map((one) => [one.shown.version, one]));
  return [...each.values()].sort((a, b) => a.shown.version - b.shown.version);
}

export class TableStore {
  table = $state.raw<Table | null>(null);
  state = $state<State>("connecting");
  /** The server has said that it is being stopped. */
  stopping = $state(false);
  ended = $state.raw<Refused | null>(null);
  /** What could not be done, until it is read or something else is done. */
  notice = $state.raw<string | null>(null);
  happened = $state.raw<readonly Happening[]>([]);
  /** What happened while nobody here could see it, until it is read. */
  missed = $state.raw<readonly Happening[]>([]);
  /** The lay that was sent and not answered yet. */
  sent = $state.raw<LaidStep | null>(null);
  /** The same, while the table does not show it: one may see that it was done before one is told. */
  private readonly guess = $derived(
    this.sent && this.table?.view?.hands[this.sent.seat]?.includes(this.sent.card) ? this.sent : null,
  );

  /** What one sees: with a lay that is still on its way. */
  readonly view = $derived(
    this.table?.view && this.guess ? moved(this.table.view, this.guess, this.table) : (this.table?.view ?? null),
  );
  /** What one can do; nothing while a lay is on its way. */
  readonly choices = $derived(this.guess ? null : (this.table?.choices ?? null));
  readonly waiting = $derived(this.guess !== null);

  /** Nothing of a lesson counts, and nobody else comes to its table. */
  readonly isLesson: boolean = false;

  private readonly connection: Connection;
  private readonly listeners = new Set<Listener>();
  private dealt = "";
  /** The server's clock minus ours, in seconds. */
  private ahead = 0;
  private broken = false;

  /** `companion`: who of those at the same device this is; 0 is oneself. */
  constructor(
    id: string,
    readonly companion = 0,
  ) {
    this.connection = new Connection(addressOf(id, language(), companion), {
      told: (message) => this.told(message),
      changed: (state) => this.changed(state),
      stopping: () => (this.stopping = true),
      ended: (why) => (this.ended = why),
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Be told of everything that happens from now on. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The server's time, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  /** Do something; whether it was done. What was refused is told in `notice`. */
  async act(command: Command): Promise<boolean> {
    const old = this.notice;
    const why = await this.attempt(command);
    if (why) this.notice = why.message;
    else if (this.notice === old) this.notice = null;
    return !why;
  }

  /** Do something; why it was refused, if it was. */
  async attempt(command: Command): Promise<Refusal | null> {
    try {
      await this.connection.act(command);
      return null;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      return why;
    }
  }

  /** Lay a card: it is on the pile at once, and comes back if the server says no. */
  async lay({ move, kind, step }: LayOption): Promise<boolean> {
    const seat = this.table?.seat;
    if (seat == null || this.guess) return false;
    const sent: LaidStep = { type: "laid", seat, ...move, kind, step };
    this.sent = sent;
    const done = await this.act({ type: "play", move: `${move.card}-${move.pile}` });
    if (this.sent === sent) this.sent = null;
    return done;
  }

  hint = () => this.connection.hint();
  plan = (moves: readonly string[]) => this.connection.plan(moves);

  private told(message: FromServer): void {
    if (message.type === "table") this.take(message);
    else if (message.type === "news") this.follow(message);
  }

  private changed(state: State): void {
    this.state = state;
    this.broken ||= state === "lost";
    if (state === "open") this.stopping = false;
  }

  private take(table: Table): void {
    const known = this.table;
    if (known && this.broken && table.version > known.version) void this.catchUp(known, table.version);
    this.broken = false;
    this.ahead = table.now - Date.now() / 1000;
    this.table = table;
    this.keepPromises(table);
  }

  /** Hear what happened while the connection was broken. What happens meanwhile is told as ever, and comes behind it. */
  private async catchUp(known: Table, version: number): Promise<void> {
    const told = await this.connection.events(Math.max(known.version, version - REMEMBERED)).catch(unlessRefused);
    const found = (told?.events ?? [])
      .filter((shown) => shown.version <= version)
      .map((shown) => ({ key: freshId(), shown, before: known }));
    this.happened = inOrder([...this.happened, ...found]).slice(-REMEMBERED);
    this.missed = inOrder([...this.missed, ...found]);
  }

  private follow(news: News): void {
    let plain = true;
    for (const shown of news.events) {
      const table = this.table;
      if (!table || shown.version <= table.version) continue;
      if (shown.version > table.version + 1) return this.connection.refresh();
      plain &&= isPlain(shown, table);
      this.table = after(table, shown);
      this.remember(shown, table, this.table);
    }
    if (this.table && news.choices) this.table = { ...this.table, choices: news.choices };
    if (!plain) this.connection.refresh();
  }

  private remember(shown: Shown, before: Table, now: Table): void {
    const happening = { key: freshId(), shown, before };
    this.happened = [...this.happened.slice(1 - REMEMBERED), happening];
    for (const listener of this.listeners) listener(happening, now);
  }

  private keepPromises(table: Table): void {
    const due = dueFor(table);
    const name = `${table.fair?.commitment} ${due?.type}`;
    if (!due || name === this.dealt) return;
    this.dealt = name;
    void this.act(due);
  }
}
