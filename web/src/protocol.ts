// Generated from src/tenback/server/protocol.py; do not edit.
// python -m tenback.server.schema writes it anew.

/**
 * The server. `link` is what friends can open; null where only this machine can reach it, and then `share` is the command that changes it. `me` is null for a client without a name. `companions`: how many can play beside a person, at the same device. `absence`: how many seconds a player is away before a bot can be called to their seat.
 */
export interface About {
  readonly version: string;
  readonly link: string | null;
  readonly share: string | null;
  readonly me: Me | null;
  readonly companions: number;
  readonly absence: number;
  readonly games: readonly Game[];
  readonly bots: readonly BotKind[];
}

/**
 * Ask for a hint.
 */
export interface Advise {
  readonly id?: string | null;
}

/**
 * A bot that has been asked for and is getting ready, until about `ready_at`.
 */
export interface AwaitedBot {
  readonly bot: string;
  readonly ready_at: number;
}

/**
 * Start dealing.
 */
export interface BeginCommand {
  readonly type: "begin";
}

/**
 * A deal begins: the server commits to a secret, and these seats may add to it.
 */
export interface BegunEvent {
  readonly type: "begun";
  readonly at: number;
  readonly secret: string;
  readonly commitment: string;
  readonly seats: readonly number[];
}

/**
 * How people and the ladder of bots did on a deal of the day.
 */
export interface Board {
  readonly day: string;
  readonly game: string;
  readonly rows: readonly Row[];
  readonly ladder: readonly Rung[];
}

/**
 * A bot that can have a seat.
 */
export interface BotKind {
  readonly name: string;
  readonly description: string;
}

/**
 * Another bot plays where one failed, or until one is ready; or that one plays now.
 */
export interface BotReplacedEvent {
  readonly type: "bot-replaced";
  readonly at: number;
  readonly seat: number;
  readonly bot: string;
  readonly awaits: AwaitedBot | null;
}

/**
 * A bot has taken an open seat.
 */
export interface BotSeatedEvent {
  readonly type: "bot-seated";
  readonly at: number;
  readonly seat: number;
  readonly bot: string;
}

/**
 * A pile with a fire card on top, and the seat whose turn must not end before it is covered.
 */
export interface Burning {
  readonly pile: string;
  readonly seat: number;
}

/**
 * Have a bot play for a player who has been away for a minute.
 */
export interface CallBotCommand {
  readonly type: "call-bot";
  readonly seat: number;
  readonly bot: string;
}

/**
 * A seated person is here again, and has their seat back from a stand-in.
 */
export interface CameBackEvent {
  readonly type: "came-back";
  readonly at: number;
  readonly person: string;
}

/**
 * A game began. `deal` is None for every client: they see what core shows them.
 *
 * `fair`: it is the deal that the promises before it give. `sealed` and `seen`: as in `DealThis`.
 */
export interface CardsDealtEvent {
  readonly type: "cards-dealt";
  readonly at: number;
  readonly deal: Deal | null;
  readonly fair: boolean;
  readonly sealed: boolean;
  readonly seen: boolean;
}

/**
 * The parts of a table that are different now; what is left out is as it was.
 *
 * Where the cards lie is not among them: that follows from the events.
 */
export interface Changes {
  readonly phase?: Phase;
  readonly seats?: readonly Seat[];
  readonly host?: string | null;
  readonly watching?: readonly Spectator[];
  readonly fair?: FairDeal | null;
  readonly stage?: Stage | null;
  readonly resigning?: readonly number[];
  readonly resignation?: Resignation;
  readonly marks?: Marks;
  readonly talk?: readonly Standing[];
  readonly view?: ViewChanges;
}

/**
 * Everything that an interface must know about one seat's choices.
 *
 * `owed`: cards still to be laid before the turn may end. `draws`: cards that ending now would draw. `end_loses`: ending now would lose for certain, by fire (F3) or because the same player goes on with a hand that cannot. `leaves_burning`: fires that the next player would inherit.
 */
export interface Choices {
  readonly lays: readonly LayOption[];
  readonly owed: number;
  readonly may_end: boolean;
  readonly draws: number;
  readonly end_loses: boolean;
  readonly leaves_burning: readonly string[];
  readonly may_take_back: boolean;
  readonly may_start: boolean;
  readonly may_resign: boolean;
}

/**
 * Close the table for good.
 */
export interface CloseCommand {
  readonly type: "close";
}

/**
 * The table is closed.
 */
export interface ClosedEvent {
  readonly type: "closed";
  readonly at: number;
}

/**
 * Promise a number: its SHA-256.
 */
export interface CommitCommand {
  readonly type: "commit";
  readonly commitment: string;
}

/**
 * A seat has promised a number.
 */
export interface CommittedEvent {
  readonly type: "committed";
  readonly at: number;
  readonly seat: number;
  readonly commitment: string;
}

/**
 * A game with a deal of the day; `tried` is the person's own counted try. `duel`: as in `Game`, so that a result is won or lost, and the cards left say nothing.
 */
export interface DailyGame {
  readonly game: string;
  readonly companions: readonly string[];
  readonly tried: Try | null;
  readonly duel: boolean;
}

/**
 * Who holds what, and the order of the stock, next card first.
 *
 * One stock for all, or one for each seat if every seat has a deck. `starter` is the seat that the lot chose, if a lot decides. `seed` is None for a deal spelled out by hand.
 */
export interface Deal {
  readonly hands: readonly (readonly string[])[];
  readonly stocks: readonly (readonly string[])[];
  readonly starter: number | null;
  readonly seed: string | null;
}

/**
 * The cards have been dealt. `hands` holds None for each hand that the receiver may not see.
 */
export interface DealtStep {
  readonly type: "dealt";
  readonly hands: readonly (readonly string[] | null)[];
  readonly stock_sizes: readonly number[];
}

/**
 * The number cards: every number in every colour, one deck for all or one for each seat.
 */
export interface Deck {
  readonly numbers: readonly number[];
  readonly colours: readonly string[];
  readonly own: boolean;
}

/**
 * Do this. `seen`: the last version that the client knew when the player decided on it.
 */
export interface Do {
  readonly type: "do";
  readonly id: string;
  readonly command: SitCommand | WatchCommand | LeaveCommand | RenameCommand | MuteCommand | UnmuteCommand | SetOptionsCommand | SeatBotCommand | RemoveSeatCommand | HandOnCommand | BeginCommand | CloseCommand | CommitCommand | RevealCommand | StartCommand | PlayCommand | TakeBackCommand | SayCommand | ResignCommand | PlayOnCommand | CallBotCommand | RematchCommand;
  readonly seen?: number | null;
}

/**
 * A command has been carried out, and these versions came of it; none if nothing changed.
 */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly versions: readonly number[];
}

/**
 * How many cards are drawn at the end of a turn, where it is not a fixed number.
 */
export type DrawRule = "full" | "laid";

/**
 * A seat drew `count` cards; `cards` is None for other seats.
 */
export interface DrawnStep {
  readonly type: "drawn";
  readonly seat: number;
  readonly count: number;
  readonly cards: readonly string[] | null;
}

/**
 * Events behind a version, at most 500; `version` is that of the table now.
 */
export interface Events {
  readonly type: "events";
  readonly id: string;
  readonly version: number;
  readonly events: readonly Shown[];
}

/**
 * Events behind a version, at most 500; `version` is that of the table now.
 */
export interface EventsAfter {
  readonly version: number;
  readonly events: readonly Shown[];
}

/**
 * What happened behind this version?
 */
export interface EventsRequest {
  readonly type: "events";
  readonly id: string;
  readonly after: number;
}

/**
 * A deal in the making. `since` is when its stage began.
 */
export interface FairDeal {
  readonly secret: string;
  readonly commitment: string;
  readonly shares: readonly Share[];
  readonly since: number;
}

/**
 * Follow the link of another device.
 */
export interface Follow {
  readonly code: string;
}

/**
 * A game that can be played, for how many, and the policies of talk there: the first is the edition's own, the others are stricter. `duel`: the seats play against each other.
 */
export interface Game {
  readonly name: string;
  readonly players: readonly number[];
  readonly talk: readonly TalkPolicy[];
  readonly daily: boolean;
  readonly duel: boolean;
}

/**
 * A game by its name, or the text of a variant's TOML file.
 */
export interface GameAsked {
  readonly game: string;
}

/**
 * Make another person the host.
 */
export interface HandOnCommand {
  readonly type: "hand-on";
  readonly person: string;
}

/**
 * Whether the server can do its work.
 */
export interface Health {
  readonly status: string;
  readonly version: string;
  readonly tables: number;
  readonly connections: number;
}

/**
 * The best turns, best first, and why.
 */
export interface Hint {
  readonly type: "hint";
  readonly id: string;
  readonly choices: readonly HintChoice[];
  readonly reasons: readonly HintReason[];
}

/**
 * The best turns, best first, and why.
 */
export interface HintAnswer {
  readonly choices: readonly HintChoice[];
  readonly reasons: readonly HintReason[];
}

/**
 * A seat asked for a hint.
 */
export interface HintAskedEvent {
  readonly type: "hint-asked";
  readonly at: number;
  readonly seat: number;
}

/**
 * A turn, its estimated chance to win, and the share of all cards that will be laid.
 */
export interface HintChoice {
  readonly moves: readonly string[];
  readonly win: number;
  readonly progress: number;
}

/**
 * Why the first turn is the best: an id of the catalogue, and what its sentence is about.
 */
export interface HintReason {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * What should I play? The game is marked.
 */
export interface HintRequest {
  readonly type: "hint";
  readonly id: string;
}

/**
 * For every lay of a plan whether it could be made, one after the other.
 */
export interface Holds {
  readonly holds: readonly boolean[];
}

/**
 * Where a person is notified, and the secret that signs the calls; null where they are not.
 */
export interface Hook {
  readonly url: string | null;
  readonly secret: string | null;
}

/**
 * Where a person wants to be notified.
 */
export interface HookAt {
  readonly url: string;
}

/**
 * Another person is the host.
 */
export interface HostPassedEvent {
  readonly type: "host-passed";
  readonly at: number;
  readonly person: string;
}

/**
 * What a lay is: onwards in the pile's direction, a trick backwards, or a gift.
 */
export type Kind = "gift" | "plain" | "trick";

/**
 * A card was laid; `step` is how far the pile moved in its direction, negative is back.
 */
export interface LaidStep {
  readonly type: "laid";
  readonly seat: number;
  readonly card: string;
  readonly pile: string;
  readonly kind: Kind;
  readonly step: number;
}

/**
 * Lay one card from the hand on one pile.
 */
export interface Lay {
  readonly card: string;
  readonly pile: string;
}

/**
 * One legal lay.
 *
 * `step`: how far the pile would move in its direction, negative is back. `covers_fire`: it puts a fire out. `loses`: it leaves the minimum out of reach and ends the game (O11).
 */
export interface LayOption {
  readonly move: Lay;
  readonly step: number;
  readonly kind: Kind;
  readonly covers_fire: boolean;
  readonly loses: boolean;
}

/**
 * Leave the table for good: the seat is open then.
 */
export interface LeaveCommand {
  readonly type: "leave";
}

/**
 * A person left the table.
 */
export interface LeftEvent {
  readonly type: "left";
  readonly at: number;
  readonly person: string;
}

/**
 * A seat has not promised or not revealed in time, and has no part in the deal.
 */
export interface LeftOutEvent {
  readonly type: "left-out";
  readonly at: number;
  readonly seat: number;
}

/**
 * A table where a lesson begins, and what is learnt there step by step.
 */
export interface Lesson {
  readonly table: string;
  readonly game: string;
  readonly steps: readonly LessonStep[];
}

/**
 * A game that can be learnt, and about how many minutes that takes.
 */
export interface LessonAbout {
  readonly game: string;
  readonly minutes: number;
}

/**
 * One idea of a lesson. `point`: where to look, as `card 5`, `pile u1`, `seat 1`, or a part of the table by its name. `do`: what leads on, as `lay 5-u1`, `trick`, `end`, `start`, `say leave:d1`; `watch` until it is the learner's turn; empty where there is only text to read. `wrong` answers every other try.
 */
export interface LessonStep {
  readonly text: string;
  readonly point: readonly string[];
  readonly do: string;
  readonly wrong: string;
}

/**
 * What can be learnt here, in the best order.
 */
export interface Lessons {
  readonly lessons: readonly LessonAbout[];
}

/**
 * A variant with so many players; games with a mark count apart.
 */
export interface Line {
  readonly game: string;
  readonly players: number;
  readonly plain: Tally;
  readonly marked: Tally;
  readonly streaks: Streaks;
}

/**
 * What makes another device this person's: once, within some minutes.
 */
export interface Link {
  readonly code: string;
  readonly url: string;
  readonly until: number;
}

/**
 * A table as the lobby shows it. `here`: how many seated people are connected.
 */
export interface Listed {
  readonly table: string;
  readonly game: string;
  readonly players: number;
  readonly phase: Phase;
  readonly spectators: boolean;
  readonly people: readonly string[];
  readonly bots: readonly string[];
  readonly here: number;
}

/**
 * Listed tables; `more` is the last one, to ask for those after it.
 */
export interface Lobby {
  readonly tables: readonly Listed[];
  readonly more: string | null;
}

/**
 * What sets a game apart from others: it is counted, but not with them.
 *
 * `stand_in`: another player or bot played a seat for a while. `seen`: a player knew the deal. `plain`: the game has no mark, and counts among the ordinary ones.
 */
export interface Marks {
  readonly plain: boolean;
  readonly hints: number;
  readonly takebacks: number;
  readonly stand_in: boolean;
  readonly seen: boolean;
}

/**
 * The person behind a cookie.
 */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly since: number;
}

/**
 * The seat on turn made a move.
 */
export interface MovedEvent {
  readonly type: "moved";
  readonly at: number;
  readonly seat: number;
  readonly move: string;
}

/**
 * Hide from the sender what a person says. No other player learns of it.
 */
export interface MuteCommand {
  readonly type: "mute";
  readonly person: string;
}

/**
 * `by` hears no more of a person. Only `by` learns of it.
 */
export interface MutedEvent {
  readonly type: "muted";
  readonly at: number;
  readonly by: string;
  readonly person: string;
}

/**
 * A table at which the person sits or watches.
 */
export interface MyTable {
  readonly table: string;
  readonly game: string;
  readonly phase: Phase;
  readonly number: number;
  readonly version: number;
  readonly seat: number | null;
  readonly turn: number | null;
  readonly seats: readonly Seat[];
  readonly since: number;
}

/**
 * The tables at which the person sits or watches.
 */
export interface MyTables {
  readonly tables: readonly MyTable[];
}

/**
 * Be called this.
 */
export interface Named {
  readonly name: string;
}

/**
 * What has happened, and all that a client needs to know how the table stands after it.
 *
 * Cards move as the events say. `choices`: what this person can do now, if that is different. `done`: the id of the command of this connection that it came from; it is on the disk. `changes`: the parts of the table that are different now, if any. `table`: the whole of it, where nearly everything is different, as after a deal and at the end.
 */
export interface News {
  readonly type: "news";
  readonly events: readonly Shown[];
  readonly choices?: Choices | null;
  readonly done: string | null;
  readonly changes?: Changes;
  readonly table?: Table;
}

/**
 * Open a table. The same `id` again finds the same table.
 */
export interface Open {
  readonly options: OptionsAsked;
  readonly id?: string | null;
}

/**
 * A person opened a table and took its first seat; they are the host.
 */
export interface OpenedEvent {
  readonly type: "opened";
  readonly at: number;
  readonly table: string;
  readonly host: string;
  readonly name: string;
  readonly options: TableOptions;
}

/**
 * How a table plays.
 *
 * `game`: a published game by its name (`original-expert`), or the text of a TOML file. `takebacks` None: as usual, on alone and off with others (O17). `talk` None: as the rules say; otherwise a stricter policy (T7). `clock`: how many seconds a turn should take; it forces no player. `listed`: strangers find the table in the lobby.
 */
export interface OptionsAsked {
  readonly game: string;
  readonly players: number;
  readonly memory_aid?: boolean;
  readonly takebacks?: boolean | null;
  readonly talk?: TalkPolicy | null;
  readonly free_text?: boolean;
  readonly clock?: number | null;
  readonly spectators?: boolean;
  readonly listed?: boolean;
}

/**
 * The table plays by other options. People are gathering again if a game was over.
 */
export interface OptionsSetEvent {
  readonly type: "options-set";
  readonly at: number;
  readonly options: TableOptions;
}

/**
 * The end of a game.
 *
 * `won`: the team has beaten the game or, in a duel, one of the players has won. `winner`: in a duel the seat that has won, else None. `left`: every card not laid, in all hands and stocks. `excellent`: a team left fewer than ten cards (O12); a loss by fire never is (F3).
 */
export interface Outcome {
  readonly won: boolean;
  readonly winner: number | null;
  readonly left: number;
  readonly reason: Reason;
  readonly excellent: boolean;
}

/**
 * The game is over.
 */
export interface OverStep {
  readonly type: "over";
  readonly outcome: Outcome;
}

/**
 * What a table is about just now.
 */
export type Phase = "agreeing" | "closed" | "dealing" | "gathering" | "over" | "playing";

/**
 * One place on the table.
 */
export interface Pile {
  readonly name: string;
  readonly up: boolean;
  readonly base: number | null;
  readonly owner: number | null;
}

/**
 * The piles by their bases; None is an empty place that any card may open (Q1).
 *
 * With `own` every seat of a duel has all of these for itself.
 */
export interface Piles {
  readonly up: readonly (number | null)[];
  readonly down: readonly (number | null)[];
  readonly own: boolean;
}

/**
 * Are you there?
 */
export interface Ping {
  readonly type: "ping";
}

/**
 * A card laid in the running turn, and what it covers (None: the base).
 */
export interface Placed {
  readonly card: string;
  readonly pile: string;
  readonly covers: string | null;
}

/**
 * For every lay of a plan whether it could be made, one after the other.
 */
export interface Plan {
  readonly type: "plan";
  readonly id: string;
  readonly holds: readonly boolean[];
}

/**
 * Which lays of this plan still hold?
 */
export interface PlanRequest {
  readonly type: "plan";
  readonly id: string;
  readonly moves: readonly string[];
}

/**
 * A plan to be checked.
 */
export interface Planned {
  readonly moves: readonly string[];
}

/**
 * Make a move, written like `37-u1` or `end`.
 */
export interface PlayCommand {
  readonly type: "play";
  readonly move: string;
}

/**
 * Refuse to resign, or withdraw the offer.
 */
export interface PlayOnCommand {
  readonly type: "play-on";
}

/**
 * A person's finished games, the latest first. `more`: ask again with this as `after`.
 */
export interface Played {
  readonly games: readonly Result[];
  readonly more: number | null;
}

/**
 * Who had a seat at the end: a person, a bot, or neither if it was open.
 */
export interface Player {
  readonly person: string | null;
  readonly name: string;
  readonly bot: string | null;
  readonly stand_in: string | null;
}

/**
 * Yes. `now` is the server's clock.
 */
export interface Pong {
  readonly type: "pong";
  readonly now: number;
}

/**
 * Why a game is over.
 */
export type Reason = "finished" | "fire" | "resigned" | "stuck";

/**
 * The versions that came of a command.
 */
export interface Receipt {
  readonly versions: readonly number[];
}

/**
 * This cannot be done; nothing has changed. `code` is stable, `message` for people to read.
 *
 * `id` is that of the message it answers, if that could be read.
 */
export interface Refused {
  readonly type: "refused";
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly id: string | null;
}

/**
 * Play again with the same group: a new deal, or the same one.
 */
export interface RematchCommand {
  readonly type: "rematch";
  readonly same_deal?: boolean;
}

/**
 * Take a player or bot off a seat; a running game goes on when the seat is taken again.
 */
export interface RemoveSeatCommand {
  readonly type: "remove-seat";
  readonly seat: number;
}

/**
 * Be called something else.
 */
export interface RenameCommand {
  readonly type: "rename";
  readonly name: string;
}

/**
 * A person is called something else.
 */
export interface RenamedEvent {
  readonly type: "renamed";
  readonly at: number;
  readonly person: string;
  readonly name: string;
}

/**
 * A finished game as one sight for each step, the first at the deal.
 */
export interface Replay {
  readonly rules: Rules;
  readonly piles: readonly Pile[];
  readonly steps: readonly Sight[];
}

/**
 * A seat would resign; the first one offers it to the others.
 */
export interface ResignAgreedEvent {
  readonly type: "resign-agreed";
  readonly at: number;
  readonly seat: number;
}

/**
 * Give up in a duel (D10); in a team offer to, or agree to it (O16).
 */
export interface ResignCommand {
  readonly type: "resign";
}

/**
 * A seat wants to play on; all offers to resign are void.
 */
export interface ResignRefusedEvent {
  readonly type: "resign-refused";
  readonly at: number;
  readonly seat: number;
}

/**
 * What comes of it when a player resigns.
 */
export type Resignation = "ends" | "loses" | "offers";

/**
 * The team resigned, or in a duel this seat.
 */
export interface ResignedEvent {
  readonly type: "resigned";
  readonly at: number;
  readonly seat: number;
}

/**
 * A seat gave the game up, for the team or in a duel for itself.
 */
export interface ResignedStep {
  readonly type: "resigned";
  readonly seat: number;
}

/**
 * One finished game. `game` is the name of its variant, `number` which game of the table.
 *
 * `won`: the team has beaten the game or, in a duel, one of the two has won. `winner`: that seat in a duel, else null. So a seat has won if it is the `winner`, or, without one, if `won`. `excellent`: as in the outcome.
 */
export interface Result {
  readonly table: string;
  readonly number: number;
  readonly game: string;
  readonly players: readonly Player[];
  readonly won: boolean;
  readonly winner: number | null;
  readonly left: number;
  readonly reason: Reason;
  readonly marks: Marks;
  readonly at: number;
  readonly excellent: boolean;
}

/**
 * Reveal the number that was promised.
 */
export interface RevealCommand {
  readonly type: "reveal";
  readonly nonce: string;
}

/**
 * A seat has revealed its number.
 */
export interface RevealedEvent {
  readonly type: "revealed";
  readonly at: number;
  readonly seat: number;
  readonly nonce: string;
}

/**
 * A row of the board: one person's result. A marked game had hints or a stand-in.
 */
export interface Row {
  readonly person: string;
  readonly name: string;
  readonly won: boolean;
  readonly left: number;
  readonly marked: boolean;
  readonly at: number;
}

/**
 * How to play. `example`: a top card and one that goes back on it, by their numbers.
 */
export interface RuleBook {
  readonly rules: Rules;
  readonly piles: readonly Pile[];
  readonly example: readonly [number, number] | null;
  readonly sections: readonly RuleSection[];
}

/**
 * One subject of a rule book.
 */
export interface RuleSection {
  readonly name: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/**
 * One game. The engine reads nothing else; a variant is another value of this type.
 */
export interface Rules {
  readonly name: string;
  readonly deck: Deck;
  readonly piles: Piles;
  readonly hands: readonly (readonly [number, number])[];
  readonly minimum: number;
  readonly minimum_without_stock: number;
  readonly maximum: number | null;
  readonly draw: DrawRule | number;
  readonly draw_after_gift: DrawRule | number | null;
  readonly trick: Trick;
  readonly gift: boolean;
  readonly fire: readonly number[];
  readonly win: Win;
  readonly start: Start;
  readonly talk: TalkPolicy;
}

/**
 * The result of one bot of the ladder on a deal.
 */
export interface Rung {
  readonly bot: string;
  readonly won: boolean;
  readonly left: number;
}

/**
 * One remark: after how many things done, by which seat, a phrase's id or free text.
 */
export interface Said {
  readonly moment: number;
  readonly seat: number;
  readonly phrase: string;
  readonly text: string;
}

/**
 * A person sat down.
 */
export interface SatEvent {
  readonly type: "sat";
  readonly at: number;
  readonly seat: number;
  readonly person: string;
  readonly name: string;
}

/**
 * Say a phrase (`leave:u1`, `start`), take one back (`unsay:leave:u1`), or say a free text.
 */
export interface SayCommand {
  readonly type: "say";
  readonly phrase?: string;
  readonly text?: string;
}

/**
 * One place at the table.
 *
 * `bot` has the seat for itself; `stand_in` is a bot that plays for a person who is away. Until the bot that was asked for is ready, another plays there, and the seat `awaits` it.
 */
export interface Seat {
  readonly person: string | null;
  readonly name: string;
  readonly bot: string | null;
  readonly away_since: number | null;
  readonly stand_in: string | null;
  readonly awaits: AwaitedBot | null;
}

/**
 * Give an open seat to a bot: this one, or the first.
 */
export interface SeatBotCommand {
  readonly type: "seat-bot";
  readonly bot: string;
  readonly seat?: number | null;
}

/**
 * The host took the player or bot off this seat.
 */
export interface SeatRemovedEvent {
  readonly type: "seat-removed";
  readonly at: number;
  readonly seat: number;
}

/**
 * The secret of a day that is over.
 */
export interface Secret {
  readonly day: string;
  readonly secret: string;
}

/**
 * A command for a table, as over the socket.
 */
export interface Send {
  readonly command: SitCommand | WatchCommand | LeaveCommand | RenameCommand | MuteCommand | UnmuteCommand | SetOptionsCommand | SeatBotCommand | RemoveSeatCommand | HandOnCommand | BeginCommand | CloseCommand | CommitCommand | RevealCommand | StartCommand | PlayCommand | TakeBackCommand | SayCommand | ResignCommand | PlayOnCommand | CallBotCommand | RematchCommand;
  readonly id?: string | null;
  readonly seen?: number | null;
}

/**
 * Play by other options; after a game this gathers people anew.
 */
export interface SetOptionsCommand {
  readonly type: "set-options";
  readonly options: OptionsAsked;
}

/**
 * A game begins in the middle, from a position.
 *
 * `laid` lies on the piles, deck by deck; None for receivers who may not look through them (O7).
 */
export interface SetUpStep {
  readonly type: "set-up";
  readonly hands: readonly (readonly string[] | null)[];
  readonly hand_sizes: readonly number[];
  readonly stock_sizes: readonly number[];
  readonly tops: readonly (string | null)[];
  readonly sizes: readonly number[];
  readonly turn: number | null;
  readonly placed: readonly Placed[];
  readonly known: readonly (readonly string[])[];
  readonly laid: readonly (readonly string[])[] | null;
}

/**
 * What one person adds to a deal: first the commitment, then the nonce, or at last nothing.
 */
export interface Share {
  readonly seat: number;
  readonly commitment: string;
  readonly nonce: string;
  readonly left_out: boolean;
}

/**
 * An event as one person may see it, and what followed from it in the game.
 *
 * Without `event` it is a number that this person knows nothing else about.
 */
export interface Shown {
  readonly version: number;
  readonly event: OpenedEvent | SatEvent | WatchedEvent | LeftEvent | RenamedEvent | MutedEvent | UnmutedEvent | OptionsSetEvent | BotSeatedEvent | BotReplacedEvent | SeatRemovedEvent | HostPassedEvent | ClosedEvent | WentAwayEvent | CameBackEvent | StoodInEvent | BegunEvent | CommittedEvent | RevealedEvent | LeftOutEvent | CardsDealtEvent | StartedEvent | MovedEvent | TakenBackEvent | SpokeEvent | HintAskedEvent | ResignAgreedEvent | ResignRefusedEvent | ResignedEvent | null;
  readonly followed: readonly (DealtStep | SetUpStep | TurnBeganStep | LaidStep | TakenBackStep | TurnEndedStep | DrawnStep | ResignedStep | OverStep)[];
}

/**
 * What one seat knows of the game; with `seat` null what every spectator may know.
 *
 * `hands` and `stocks` hold null where cards are hidden. `backs`: for each pile the number that would take it back by the trick's distance. `moment`: how many things have been done; starting is one of them. `laid`: the cards on the piles, deck by deck, where the table has a memory aid. `recent`: the running turn and the one before.
 */
export interface Sight {
  readonly seat: number | null;
  readonly turn: number | null;
  readonly hands: readonly (readonly string[] | null)[];
  readonly hand_sizes: readonly number[];
  readonly stocks: readonly (readonly string[] | null)[];
  readonly stock_sizes: readonly number[];
  readonly tops: readonly (string | null)[];
  readonly sizes: readonly number[];
  readonly minimum: number;
  readonly placed: readonly Placed[];
  readonly gift_used: boolean;
  readonly burning: readonly Burning[];
  readonly known: readonly (readonly string[])[];
  readonly outcome: Outcome | null;
  readonly takebacks: boolean;
  readonly seed: string | null;
  readonly talk: readonly Said[];
  readonly laid: readonly (readonly string[])[] | null;
  readonly recent: readonly (DealtStep | SetUpStep | TurnBeganStep | LaidStep | TakenBackStep | TurnEndedStep | DrawnStep | ResignedStep | OverStep)[];
  readonly backs: readonly (number | null)[];
  readonly moment: number;
}

/**
 * Take a seat: this one, or any that is open.
 */
export interface SitCommand {
  readonly type: "sit";
  readonly name: string;
  readonly seat?: number | null;
}

/**
 * A person who watches.
 */
export interface Spectator {
  readonly person: string;
  readonly name: string;
}

/**
 * A remark. `person` is None for a bot, `seat` is None for a spectator.
 */
export interface SpokeEvent {
  readonly type: "spoke";
  readonly at: number;
  readonly seat: number | null;
  readonly person: string | null;
  readonly phrase: string;
  readonly text: string;
}

/**
 * How far a fair deal is.
 */
export type Stage = "promising" | "revealing" | "settled";

/**
 * A remark that stands: its seat, the id of the phrase, and its subject.
 *
 * `moment` is the moment at which the seat said it first.
 */
export interface Standing {
  readonly seat: number;
  readonly phrase: string;
  readonly subject: string;
  readonly moment: number;
}

/**
 * Who starts: the team agrees (O3), or the lot decides (D2).
 */
export type Start = "agree" | "lot";

/**
 * Take the first turn, or leave it to a bot by naming its seat (O3).
 */
export interface StartCommand {
  readonly type: "start";
  readonly seat?: number | null;
}

/**
 * A seat takes the first turn.
 */
export interface StartedEvent {
  readonly type: "started";
  readonly at: number;
  readonly seat: number;
}

/**
 * What a person's games add up to.
 */
export interface Statistics {
  readonly lines: readonly Line[];
}

/**
 * A bot plays for a person who is away.
 */
export interface StoodInEvent {
  readonly type: "stood-in";
  readonly at: number;
  readonly seat: number;
  readonly bot: string;
}

/**
 * Plain games won in a row: the most so far, and up to now.
 */
export interface Streaks {
  readonly best: number;
  readonly current: number;
}

/**
 * A whole table as this person may see it; it comes first, and whenever it is needed.
 *
 * `me` is the person's own id, `seat` their seat, `now` the server's clock. `piles` in the order of the view's tops; `phrases`: what can be said here in one tap. `daily`: the day whose deal this is, by UTC, if it is one of a day; the first try of it is not marked as `seen`. `resignation`: what comes of it when a player resigns: the other side of a duel wins (`loses`), the game ends (`ends`), or the others are asked (`offers`). A stranger finds everything behind `number` empty.
 */
export interface Table {
  readonly type: "table";
  readonly table: string;
  readonly version: number;
  readonly now: number;
  readonly me: string;
  readonly phase: Phase;
  readonly options: TableOptions;
  readonly rules: Rules;
  readonly piles: readonly Pile[];
  readonly phrases: readonly string[];
  readonly seats: readonly Seat[];
  readonly host: string | null;
  readonly watching: readonly Spectator[];
  readonly number: number;
  readonly seat: number | null;
  readonly view: Sight | null;
  readonly choices: Choices | null;
  readonly talk: readonly Standing[];
  readonly turn_since: number | null;
  readonly fair: FairDeal | null;
  readonly stage: Stage | null;
  readonly resigning: readonly number[];
  readonly resignation: Resignation | null;
  readonly marks: Marks | null;
  readonly result: Result | null;
  readonly muted: readonly string[];
  readonly daily: string | null;
}

/**
 * A table, and the link to it.
 */
export interface TableAt {
  readonly table: string;
  readonly url: string;
}

/**
 * How a table plays.
 *
 * `game`: a published game by its name (`original-expert`), or the text of a TOML file. `takebacks` None: as usual, on alone and off with others (O17). `talk` None: as the rules say; otherwise a stricter policy (T7). `clock`: how many seconds a turn should take; it forces no player. `listed`: strangers find the table in the lobby.
 */
export interface TableOptions {
  readonly game: string;
  readonly players: number;
  readonly memory_aid: boolean;
  readonly takebacks: boolean | null;
  readonly talk: TalkPolicy | null;
  readonly free_text: boolean;
  readonly clock: number | null;
  readonly spectators: boolean;
  readonly listed: boolean;
}

/**
 * How does the whole table stand?
 */
export interface TableRequest {
  readonly type: "table";
}

/**
 * Take the last lay of the running turn back (O17).
 */
export interface TakeBackCommand {
  readonly type: "take-back";
}

/**
 * The seat on turn took its last lay back.
 */
export interface TakenBackEvent {
  readonly type: "taken-back";
  readonly at: number;
  readonly seat: number;
}

/**
 * The last lay was taken back; the card is publicly known to be in that hand (O17).
 */
export interface TakenBackStep {
  readonly type: "taken-back";
  readonly seat: number;
  readonly card: string;
  readonly pile: string;
}

/**
 * What may be said at the table, by edition (rules T1 to T5).
 */
export type TalkPolicy = "colours-only" | "free" | "no-clues" | "no-numbers" | "silent" | "vague-heights";

/**
 * Some games: how many were won, and where the true rate lies with 95 % confidence.
 */
export interface Tally {
  readonly games: number;
  readonly wins: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly left: number | null;
}

/**
 * The deals of today (UTC). `promised` is the SHA-256 of today's secret.
 */
export interface Today {
  readonly day: string;
  readonly promised: string;
  readonly games: readonly DailyGame[];
}

/**
 * The ways to lay against a pile's direction: exactly so far back, or colour on colour.
 */
export interface Trick {
  readonly distance: number | null;
  readonly same_colour: boolean;
}

/**
 * The game of a table that is a person's counted try.
 */
export interface Try {
  readonly table: string;
  readonly number: number;
}

/**
 * A seat is on turn and must lay at least `minimum` cards.
 */
export interface TurnBeganStep {
  readonly type: "turn-began";
  readonly seat: number;
  readonly minimum: number;
}

/**
 * A seat ended its turn.
 */
export interface TurnEndedStep {
  readonly type: "turn-ended";
  readonly seat: number;
}

/**
 * Show again what a person says.
 */
export interface UnmuteCommand {
  readonly type: "unmute";
  readonly person: string;
}

/**
 * `by` hears a person again.
 */
export interface UnmutedEvent {
  readonly type: "unmuted";
  readonly at: number;
  readonly by: string;
  readonly person: string;
}

/**
 * The parts of a view that only the rules can tell, where they have changed.
 */
export interface ViewChanges {
  readonly gift_used?: boolean;
  readonly burning?: readonly Burning[];
  readonly known?: readonly (readonly string[])[];
  readonly backs?: readonly (number | null)[];
}

/**
 * Watch; a player who has a seat gives it up.
 */
export interface WatchCommand {
  readonly type: "watch";
  readonly name: string;
}

/**
 * A person began to watch, and gave their seat up if they had one.
 */
export interface WatchedEvent {
  readonly type: "watched";
  readonly at: number;
  readonly person: string;
  readonly name: string;
}

/**
 * A seated person cannot be reached.
 */
export interface WentAwayEvent {
  readonly type: "went-away";
  readonly at: number;
  readonly person: string;
}

/**
 * Who wins: the team together (O12), or the player who first lays all own cards (D7).
 */
export type Win = "first" | "together";

export type FromClient = Do | HintRequest | PlanRequest | EventsRequest | TableRequest | Ping;

export type FromServer = Table | News | Done | Refused | Hint | Plan | Events | Pong;
