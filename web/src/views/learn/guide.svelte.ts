// The guide of a lesson: the current step; and a table on which only the lesson's way is open.

import type { LayOption, Lesson, LessonStep, Table } from "../../protocol";
import type { Command } from "../../socket/connection";
import { Refusal } from "../../socket/http";
import { TableStore } from "../../store/table.svelte";
import { refusalText } from "../../words/refusals";
import { say } from "../../words/say.svelte";
import { allows, commandFor, isDone, layFor, verbOf } from "./steps";

export class Guide {
  /** How far the lesson has come, and which step is looked at. */
  reached = $state(0);
  shown = $state(0);
  /** What to say about a try that was not meant. */
  wrong = $state("");
  private table = $state.raw<Table | null>(null);

  constructor(readonly steps: readonly LessonStep[]) {}

  readonly due = $derived.by<LessonStep | undefined>(() => this.steps[this.reached]);
  readonly step = $derived.by<LessonStep | undefined>(() => this.steps[this.shown]);
  readonly over = $derived.by(() => this.reached >= this.steps.length);
  /** Whether going on is a matter of a tap: not while something is still to be done. */
  readonly mayGoOn = $derived.by(() => {
    if (this.shown < this.reached) return true;
    if (!this.due) return false;
    const waits = verbOf(this.due) === "watch" && this.table !== null;
    return this.due.do === "" || (waits && isDone(this.due, this.table!));
  });

  /** The table has changed. */
  follow(table: Table): void {
    this.table = table;
    while (this.due && verbOf(this.due) !== "watch" && isDone(this.due, table)) this.advance();
  }

  next(): void {
    if (!this.mayGoOn) return;
    if (this.shown < this.reached) this.shown += 1;
    else {
      this.advance();
      if (this.table) this.follow(this.table);
    }
  }

  /** To what was said before: first to the step itself, where a try was not meant. */
  back(): void {
    if (this.wrong) this.wrong = "";
    else this.shown = Math.max(0, this.shown - 1);
  }

  private advance(): void {
    this.reached += 1;
    this.shown = this.reached;
    this.wrong = "";
  }

  /** Whether the learner may do this now; if not, they read what is expected. */
  lets(command: Command, table: Table): boolean {
    if (!this.due || allows(this.due, command, table)) return true;
    this.shown = this.reached;
    this.wrong = this.due.wrong || say("learn.wait");
    return false;
  }
}

const NOT_NOW = "lesson";

export class LessonStore extends TableStore {
  override readonly isLesson = true;

  constructor(
    lesson: Lesson,
    readonly guide: Guide,
  ) {
    super(lesson.table);
  }

  override async act(command: Command): Promise<boolean> {
    const why = await this.attempt(command);
    if (why && why.code !== NOT_NOW) this.notice = refusalText(why, this.table);
    return !why;
  }

  override async attempt(command: Command): Promise<Refusal | null> {
    if (this.table && !this.guide.lets(command, this.table)) return new Refusal(NOT_NOW, this.guide.wrong);
    return super.attempt(command);
  }

  override async lay(option: LayOption): Promise<boolean> {
    const { card, pile } = option.move;
    const command = { type: "play", move: `${card}-${pile}` } as const;
    if (this.table && !this.guide.lets(command, this.table)) return false;
    return super.lay(option);
  }

  /** Do what the lesson asks for. */
  async showMe(): Promise<void> {
    const { due } = this.guide;
    if (!due || !this.table) return;
    const lay = layFor(due, this.table);
    const command = commandFor(due);
    if (command) await this.act(command);
    else if (lay) await this.lay(lay);
  }
}
