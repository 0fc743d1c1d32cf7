// The socket of a table. It comes back by itself, and what was not answered is sent again under the
// same id, so that it has one effect.

import type { Do, Events, FromClient, FromServer, Hint, Plan, Refused } from "../protocol";
import { freshId } from "./ids";
import { Refusal } from "./http";

export type State = "connecting" | "open" | "lost" | "ended";
export type Command = Do["command"];

export interface Handlers {
  /** A message that answers no question: a whole table, or news. */
  received(message: FromServer): void;
  changed(state: State): void;
  /** The server goes, and will be there again. */
  stopping(): void;
  /** The server does not want to be asked again: why. */
  ended(why: Refused): void;
}

type Asked = Extract<FromClient, { id: string }>;
type Answered = FromServer | undefined;

interface Waiting {
  readonly message: Asked;
  readonly answer: (found: Answered) => void;
  readonly fail: (why: Refusal) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PING_EVERY = 20_000;
/** Before asking again how the table stands. */
const BREATH = 2000;

/** How a server closes a socket when it is being stopped, and how when it has said why. */
const GOING = new Set([1001, 1012]);
const REFUSED = 1008;
/** Reasons after which coming back helps. */
const PASSING = new Set(["host-too-slow", "server-too-fast"]);

export class Connection {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private wait = FIRST_WAIT;
  private timer = 0;
  private pinger = 0;
  private asker = 0;
  /** A ping was sent and nothing was heard since: timers of a hidden page are slow, a clock would prove nothing. */
  private pinged = false;
  /** A table was asked for and has not come. */
  private wanting = false;
  /** What was refused last without being the answer to a question. */
  private why: Refused | null = null;
  private over = false;

  constructor(
    private readonly address: string,
    private readonly handlers: Handlers,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  /** Do this at the table, decided on at this version of it; the promise holds once it is on the disk. */
  async act(command: Command, seen: number | null = null): Promise<void> {
    await this.ask({ type: "do", id: freshId(), command, seen });
  }

  async hint(): Promise<Hint> {
    return (await this.ask({ type: "hint", id: freshId() })) as Hint;
  }

  async plan(moves: readonly string[]): Promise<Plan> {
    return (await this.ask({ type: "plan", id: freshId(), moves })) as Plan;
  }

  /** The events after a version. */
  async events(after: number): Promise<Events> {
    return (await this.ask({ type: "events", id: freshId(), after })) as Events;
  }

  /** How does the whole table stand? The answer comes like a message of the server's own. */
  refresh(): void {
    this.wanting = true;
    this.send({ type: "table" });
  }

  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.rest();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private ask(message: Asked): Promise<Answered> {
    return new Promise((answer, fail) => {
      this.waiting.set(message.id, { message, answer, fail });
      this.send(message);
    });
  }

  private send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    this.handlers.changed("connecting");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = ({ code }) => this.lose(code);
    socket.onopen = () => this.opened();
  }

  private opened(): void {
    this.pinged = this.wanting = false;
    this.why = null;
    this.pinger = window.setInterval(() => this.check(), PING_EVERY);
    for (const { message } of this.waiting.values()) this.send(message);
  }

  /** A connection can die without a sign. */
  private check(): void {
    if (this.pinged) return this.socket?.close();
    this.pinged = true;
    this.send({ type: "ping" });
  }

  private hear(message: FromServer): void {
    this.pinged = false;
    if (message.type === "table") this.ready();
    if (message.type === "refused") this.refused(message);
    else this.answer(message);
  }

  private ready(): void {
    this.wait = FIRST_WAIT;
    this.wanting = false;
    this.handlers.changed("open");
  }

  private answer(message: Exclude<FromServer, Refused>): void {
    // News of a command come to its sender too, and are passed on before the promise is kept.
    if (message.type === "table" || message.type === "news") this.handlers.received(message);
    const id = message.type === "news" ? message.done : "id" in message ? message.id : null;
    if (id) this.settle(id)?.answer(message);
  }

  private refused(message: Refused): void {
    if (message.id) {
      return this.settle(message.id)?.fail(new Refusal(message.code, message.message, message.params));
    }
    this.why = message;
    clearTimeout(this.asker);
    if (this.wanting) this.asker = window.setTimeout(() => this.refresh(), BREATH);
  }

  private settle(id: string): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private lose(code: number): void {
    this.rest();
    if (this.over) return;
    if (code === REFUSED && this.why && !PASSING.has(this.why.code)) return this.end(this.why);
    if (GOING.has(code)) this.handlers.stopping();
    this.handlers.changed("lost");
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private end(why: Refused): void {
    this.over = true;
    this.handlers.changed("ended");
    this.handlers.ended(why);
  }

  private rest(): void {
    clearInterval(this.pinger);
    clearTimeout(this.asker);
  }

  private readonly hurry = (): void => {
    const closed = this.socket?.readyState === WebSocket.CLOSED;
    if (this.over || !closed || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  };
}

/** Where the socket of a table is; for the owner of the cookie, or for a companion at the same device. */
export function addressOf(table: string, language: string, companion = 0): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const beside = companion ? `&companion=${companion}` : "";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket?language=${language}${beside}`;
}
