// What this player has selected: a card, a plan for later, a hint, and a question before what loses.

import { untrack } from "svelte";
import { type PlannedLay, byPile, parseLay, formatLay } from "../board/lays";
import type { Hint, LayOption } from "../protocol";
import { Refusal, unlessRefused } from "../socket/http";
import { cardName } from "../words/names";
import { type Params, say } from "../words/say.svelte";
import { duration } from "./settings.svelte";
import type { TableStore } from "./table.svelte";

/** Something that should not happen by mistake. */
export interface Question {
  readonly id: "lay-loses" | "end-loses" | "leaves-burning" | "hint-marks";
  readonly params: Params;
  readonly go: () => void;
}

/** A pile was taken back; `key` distinguishes one time from the next. */
export interface Trick {
  readonly pile: string;
  readonly key: number;
}

/** Between two cards of a turn that is laid by itself. */
const PACE = 450;

export class CardSelection {
  chosen = $state<string | null>(null);
  question = $state.raw<Question | null>(null);
  plan = $state.raw<readonly PlannedLay[]>([]);
  /** For every lay of the plan whether it could still be made. */
  holds = $state.raw<readonly boolean[]>([]);
  thinking = $state(false);
  trick = $state.raw<Trick | null>(null);

  private readonly store: TableStore;
  /** What was decided while the move before it was on its way. */
  private next: (() => void) | null = null;
  /** The end of the turn is on its way. */
  private ending = $state(false);
  private given = $state.raw<{ readonly hint: Hint; readonly about: string | null } | null>(null);

  constructor(store: TableStore) {
    this.store = store;
  }

  /** Where the chosen card can go. */
  readonly options = $derived.by(() => {
    const lays = this.store.choices?.lays.filter((lay) => lay.move.card === this.chosen) ?? [];
    return new Map(lays.map((lay) => [lay.move.pile, lay]));
  });
  /** Cards that fit somewhere; null while the player cannot lay at all. */
  readonly fitting = $derived.by(() => {
    const choices = this.myTurn ? this.store.choices : null;
    return choices && new Set(choices.lays.map((lay) => lay.move.card));
  });
  readonly tricks = $derived.by(() => {
    const back = this.store.choices?.lays.filter((lay) => lay.kind === "trick") ?? [];
    return new Set(back.map((lay) => lay.move.card));
  });
  readonly planned = $derived(new Set(this.plan.map((one) => one.card)));
  readonly myTurn = $derived.by(() => {
    const seat = this.store.table?.seat ?? null;
    return seat !== null && this.store.view?.turn === seat;
  });
  /** How far this person is in which of their turns. */
  private readonly moment = $derived.by(() =>
    this.myTurn ? `${this.store.table?.turn_since} ${this.store.view?.placed.length}` : null,
  );
  /** What to play, as long as it is about the moment for which it was asked. */
  readonly hint = $derived(this.given && this.given.about === this.moment ? this.given.hint : null);
  /** The lays of the best turn, while the hint is shown. */
  readonly hinted = $derived.by(() => {
    const moves = this.hint?.choices[0]?.moves ?? [];
    return moves.map(parseLay).filter((lay) => lay !== null);
  });
  /** Which cards are meant for which pile: as the hint says, or else as planned. */
  readonly meant = $derived.by(() => {
    const held = this.plan.filter((_, place) => this.holds[place] !== false);
    return byPile(this.hinted.length ? this.hinted : held);
  });

  choose(card: string): void {
    this.store.notice = null;
    this.chosen = this.chosen === card ? null : card;
  }

  /** Put the chosen card there: now, or in the plan while others play. */
  put(pile: string, card: string | null = this.chosen): void {
    if (card === null) return this.explain("choose-first");
    if (this.busy()) return void (this.next = () => this.put(pile, card));
    if (!this.myTurn) return this.intend(card, pile);
    const option = this.optionFor({ card, pile });
    if (option?.loses) this.ask("lay-loses", { card: this.called(card) }, () => void this.lay(option));
    else if (option) void this.lay(option);
    // Only the server knows why it cannot be laid: it refuses the lay and says so.
    else void this.store.act({ type: "play", move: formatLay({ card, pile }) });
  }

  private called(card: string): string {
    return cardName(card, this.store.table!.rules);
  }

  /** Explain why what the player touched has no effect. */
  private explain(id: string, params: Params = {}): void {
    this.store.notice = say(`turn.${id}`, params);
  }

  /** A move is on its way. */
  busy(): boolean {
    return this.store.waiting || this.ending;
  }

  /** Go on with what was decided meanwhile, unless it was decided in vain. */
  private goOn(done: boolean): void {
    const next = this.next;
    this.next = null;
    if (done) next?.();
  }

  private optionFor({ card, pile }: PlannedLay): LayOption | undefined {
    return this.store.choices?.lays.find((lay) => lay.move.card === card && lay.move.pile === pile);
  }

  private async lay(option: LayOption): Promise<boolean> {
    this.question = null;
    this.chosen = null;
    this.dismiss();
    this.plan = this.plan.filter((one) => one.card !== option.move.card);
    if (option.kind !== "plain") this.celebrate(option.move.pile);
    const done = await this.store.lay(option);
    this.goOn(done);
    return done;
  }

  celebrate(pile: string): void {
    this.trick = { pile, key: (this.trick?.key ?? 0) + 1 };
  }

  end(): void {
    if (this.ending) return;
    if (this.store.waiting) return void (this.next = () => this.end());
    const choices = this.store.choices;
    if (!choices?.may_end) return;
    const go = () => void this.endNow();
    if (choices.end_loses) this.ask("end-loses", {}, go);
    else if (choices.leaves_burning.length) this.ask("leaves-burning", { count: choices.leaves_burning.length }, go);
    else go();
  }

  /** A player who takes something back learns what comes of it, where it is the first thing to mark the game. */
  async takeBack(): Promise<void> {
    const { marks } = this;
    if ((await this.store.act({ type: "take-back" })) && marks) this.explain("marked-back");
  }

  /** Whether help sets this game apart: not where it is already, or counts for nothing anyway. */
  private get marks(): boolean {
    return !this.store.isLesson && (this.store.table?.marks?.plain ?? true);
  }

  private async endNow(): Promise<void> {
    this.question = null;
    this.chosen = null;
    this.dismiss();
    this.ending = true;
    const done = await this.store.act({ type: "play", move: "end" });
    this.ending = false;
    if (done) this.plan = []; // it was for this turn
    this.goOn(done);
  }

  private ask(id: Question["id"], params: Question["params"], go: () => void): void {
    this.question = { id, params, go };
  }

  /** When ending is all that is left, there is nothing to decide. */
  readonly onlyEnd = $derived.by(() => {
    const choices = this.store.choices;
    if (!choices?.may_end || choices.lays.length || !this.myTurn) return false;
    return !choices.end_loses && !choices.leaves_burning.length;
  });

  // A plan while others think

  private intend(card: string, pile: string): void {
    this.chosen = null;
    this.store.notice = null;
    this.plan = [...this.plan.filter((one) => one.card !== card), { card, pile }];
    void this.check();
  }

  drop(card: string): void {
    this.plan = this.plan.filter((one) => one.card !== card);
    void this.check();
  }

  /** Ask the server which lays still hold. */
  async check(): Promise<void> {
    const hand = this.store.view?.hands[this.store.table?.seat ?? -1] ?? [];
    const plan = this.plan.filter((one) => hand.includes(one.card));
    if (plan.length !== this.plan.length) this.plan = plan;
    if (!plan.length) return void (this.holds = []);
    const checked = await this.store.plan(plan.map(formatLay)).catch(unlessRefused);
    if (checked && plan.map(formatLay).join() === this.plan.map(formatLay).join()) this.holds = checked.holds;
  }

  private readonly tops = $derived.by(() => this.store.view?.tops.join());

  /** Look at the plan again whenever a player has moved; within an effect. */
  keepChecking(): void {
    if (this.tops !== undefined) untrack(() => void this.check());
  }

  /** The next lay of the plan that can be made now. */
  readonly due = $derived.by(() => (this.myTurn ? this.plan.find((lay) => this.optionFor(lay)) : undefined));

  playNext(): void {
    if (this.due) this.put(this.due.pile, this.due.card);
  }

  // Hints

  /** Ask what to play. The first hint marks a game, which no player should do unawares. */
  async askAdvice(): Promise<void> {
    if (this.thinking || !this.myTurn) return;
    if (this.marks) this.ask("hint-marks", {}, () => void this.fetchAdvice());
    else await this.fetchAdvice();
  }

  /** The page stays as it is meanwhile; an answer that comes too late is not shown. */
  private async fetchAdvice(): Promise<void> {
    this.question = null;
    const about = this.moment;
    this.thinking = true;
    try {
      this.given = { hint: await this.store.hint(), about };
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.store.notice = why.message;
    } finally {
      this.thinking = false;
    }
  }

  dismiss(): void {
    this.given = null;
  }

  /** Lay these cards one after the other, as long as they can be laid. Ending the turn is left to the person. */
  async follow(moves: readonly string[]): Promise<void> {
    this.dismiss();
    for (const lay of moves.map(parseLay)) {
      const option = lay && this.optionFor(lay);
      if (!option) return;
      if (option.loses) return this.put(option.move.pile, option.move.card);
      if (!(await this.lay(option))) return;
      await new Promise((go) => setTimeout(go, duration(PACE)));
    }
  }
}
