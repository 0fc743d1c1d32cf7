// A server's end of the socket, and as much of a browser as the connection needs.

import { vi } from "vitest";
import type { FromServer } from "../../src/protocol";

export class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onopen: (() => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  accept(table = { type: "table" } as FromServer): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.tell(table);
  }
  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** What the page has sent. */
export interface Sent {
  readonly type: string;
  readonly id?: string;
  readonly [more: string]: unknown;
}

export const latest = (): FakeSocket => FakeSocket.all.at(-1)!;

/** Call it before each test: timers stand still, and sockets are ours. */
export function pretend(): void {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {}, hidden: false });
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  FakeSocket.all = [];
}
