// What goes on while the first page is open. It asks again by itself, sooner where the server has not answered.

import type { Listed, Lobby, MyTable, MyTables, Today } from "../../protocol";
import { Refusal, UNREACHABLE, get } from "../../socket/http";
import { loadIdentity } from "../../store/me.svelte";
import { running } from "./myTables";

const USUALLY = 20_000;
const FIRST_WAIT = 1500;
const LONGEST_WAIT = 12_000;
const BLINK = 400;

class News {
  mine = $state.raw<readonly MyTable[]>([]);
  open = $state.raw<readonly Listed[]>([]);
  today = $state.raw<Today | null>(null);
  /** The server does not answer. */
  gone = $state(false);
  /** There has been an answer, or it is plain that there is none. */
  known = $state(false);
  /** It is known, or takes so long that the player should not wait for it: nothing moves away under a finger. */
  settled = $state(false);

  private timer = 0;
  private wait = FIRST_WAIT;
  private left = false;

  /** Ask now, and keep asking until the returned function is called. */
  follow(): () => void {
    this.left = false;
    const seen = () => document.hidden || this.refresh();
    document.addEventListener("visibilitychange", seen);
    addEventListener("online", seen);
    void this.refresh();
    const late = window.setTimeout(() => (this.settled = true), BLINK);
    return () => {
      this.left = true;
      clearTimeout(late);
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("online", seen);
    };
  }

  readonly refresh = async (): Promise<void> => {
    clearTimeout(this.timer);
    const found = await this.ask().then(
      () => true,
      (why: unknown) => !(why instanceof Refusal && why.code === UNREACHABLE),
    );
    this.gone = !found;
    this.known = this.settled = true;
    this.wait = found ? FIRST_WAIT : Math.min(2 * this.wait, LONGEST_WAIT);
    clearTimeout(this.timer);
    if (!this.left) this.timer = window.setTimeout(this.again, found ? USUALLY : this.wait);
  };

  /** A page in the background is not looked at. */
  private readonly again = (): void => {
    if (!document.hidden) void this.refresh();
  };

  private async ask(): Promise<void> {
    const [me, today, lobby] = await Promise.all([
      loadIdentity(),
      get<Today>("/api/daily"),
      get<Lobby>("/api/tables"),
    ]);
    const mine = me ? await get<MyTables>("/api/me/tables") : { tables: [] };
    this.mine = running(mine.tables);
    this.today = today;
    // Tables where the player sits are listed separately.
    this.open = lobby.tables.filter(({ table }) => !mine.tables.some((own) => own.table === table));
  }
}

/** The last known state is there at once when the player comes back to the first page. */
export const news = new News();
