// One table, as this person may see it: the last whole table that the server has sent, and what has
// happened since. A lay is shown at once and taken back if the server refuses it.

import type { FromServer, LaidStep, LayOption, News, Refused, Shown, Table } from "../protocol";
import { type Command, Connection, type State, addressOf } from "../socket/connection";
import { Refusal, unlessRefused } from "../socket/http";
import { freshId } from "../socket/ids";
import { refusalText } from "../words/refusals";
import { language } from "../words/say.svelte";
import { dueFor } from "./commitReveal";
import { after, guessed, settled } from "./steps";

/** Something that happened while this page was looking, with the table as it was just before. */
export interface Happening {
  readonly key: string;
  readonly shown: Shown;
  readonly before: Table;
}

export type Listener = (happening: Happening, after: Table) => void;

const REMEMBERED = 200;
/** The code with which a move is refused because the game has gone on. */
const STALE = "table-stale";

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
  /** What happened while the connection was broken, until it is read. */
  missed = $state.raw<readonly Happening[]>([]);
  /** The lay that was sent and not answered yet. */
  sent = $state.raw<LaidStep | null>(null);
  /** The same, while the table does not show it: its news may come before the answer. */
  private readonly guess = $derived(
    this.sent && this.table?.view?.hands[this.sent.seat]?.includes(this.sent.card) ? this.sent : null,
  );

  /** The view, with a lay that is still on its way. */
  readonly view = $derived(
    this.table?.view && this.guess ? guessed(this.table.view, this.guess, this.table) : (this.table?.view ?? null),
  );
  /** The player's choices; none while a lay is on its way. */
  readonly choices = $derived(this.guess ? null : (this.table?.choices ?? null));
  readonly waiting = $derived(this.guess !== null);

  /** Nothing of a lesson counts, and no other person comes to its table. */
  readonly isLesson: boolean = false;

  private readonly connection: Connection;
  private readonly listeners = new Set<Listener>();
  private dealt = "";
  /** The server's clock minus ours, in seconds. */
  private ahead = 0;
  private broken = false;
  /** The newest version that the page has heard of and cannot show: the whole table is on its way. 0: none. */
  private wanted = 0;

  /** `companion`: which player at the same device this is; 0 is the owner of the cookie. */
  constructor(
    id: string,
    readonly companion = 0,
  ) {
    this.connection = new Connection(addressOf(id, language(), companion), {
      received: (message) => this.received(message),
      changed: (state) => this.changed(state),
      stopping: () => (this.stopping = true),
      ended: (why) => (this.ended = why),
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Call a listener with everything that happens from now on. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The server's time, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  /** Do something; whether it was done. Why it was refused stands in `notice`. */
  async act(command: Command): Promise<boolean> {
    const old = this.notice;
    const why = await this.attempt(command);
    if (why) this.notice = refusalText(why, this.table);
    else if (this.notice === old) this.notice = null;
    return !why;
  }

  /** Do something; why it was refused, if it was. What was decided on an older game than the server's is. */
  async attempt(command: Command): Promise<Refusal | null> {
    try {
      await this.connection.act(command, this.table?.version ?? null);
      return null;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      if (why.code === STALE) this.fetchUpTo(Number(why.params["version"]));
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

  private received(message: FromServer): void {
    if (message.type === "table") this.take(message);
    else if (message.type === "news") this.follow(message);
  }

  private changed(state: State): void {
    this.state = state;
    this.broken ||= state === "lost";
    // A new connection begins with the whole table.
    if (state === "lost") this.wanted = 0;
    if (state === "open") this.stopping = false;
  }

  private take(table: Table): void {
    this.arrived(table);
    const known = this.table;
    // News may overtake the answer to a question.
    if (known && !this.broken && table.version < known.version) return;
    if (known && this.broken && table.version > known.version) void this.catchUp(known, table.version);
    this.broken = false;
    this.setClock(table);
    this.show(table);
  }

  /** Ask for the whole table, once; it may be older than what is heard of meanwhile. */
  private fetchUpTo(version: number): void {
    if (version <= (this.table?.version ?? 0)) return;
    if (!this.wanted) this.connection.refresh();
    this.wanted = Math.max(this.wanted, version);
  }

  private arrived(table: Table): void {
    const wanted = this.wanted;
    this.wanted = 0;
    if (table.version < wanted) this.fetchUpTo(wanted);
  }

  private setClock({ now }: Table): void {
    this.ahead = now - Date.now() / 1000;
  }

  private show(table: Table): void {
    this.table = table;
    this.keepPromises(table);
  }

  /** Fetch what happened while the connection was broken. What happens meanwhile comes behind it. */
  private async catchUp(known: Table, version: number): Promise<void> {
    const missed = await this.connection.events(Math.max(known.version, version - REMEMBERED)).catch(unlessRefused);
    const found = (missed?.events ?? [])
      .filter((shown) => shown.version <= version)
      .map((shown) => ({ key: freshId(), shown, before: known }));
    this.happened = inOrder([...this.happened, ...found]).slice(-REMEMBERED);
    this.missed = inOrder([...this.missed, ...found]);
  }

  /** The news say all that there is to know, unless some are missing. */
  private follow(news: News): void {
    if (news.table) this.setClock(news.table);
    const known = this.table;
    const unseen = news.events.filter((shown) => known && shown.version > known.version);
    if (!known || !unseen.length) return;
    if (unseen[0]!.version > known.version + 1) return this.leap(unseen, known, news.table);
    for (const shown of unseen) {
      const before = this.table!;
      const next = after(before, shown);
      this.show(shown === unseen.at(-1) ? settled(next, news) : next);
      this.remember(shown, before, this.table!);
    }
  }

  /** Where news are missing, only the whole table helps: it comes with these, or is asked for. */
  private leap(unseen: readonly Shown[], known: Table, whole: Table | undefined): void {
    if (!whole) return this.fetchUpTo(unseen.at(-1)!.version);
    this.arrived(whole);
    this.show(whole);
    for (const shown of unseen) this.remember(shown, known, whole);
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
