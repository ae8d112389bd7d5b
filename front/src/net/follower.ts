// A follower: one reader of one table, sans-I/O. Text and the time go in; text to send and news come out.
// It holds the last snapshot, asks for what it has missed, and sends its actions until each has a result. Whoever drives
// it hands it what arrives and the time, sends what lies in `outbox`, reads `news`, calls `tick` by `next()`, and looks
// for a new line when this one `isDead`.
//
// Laws kept here:
// - Whatever is lost, doubled or reordered on the way, it comes to the newest snapshot as soon as frames get through.
// - Events come out at most once, in order. A number is left out only where a snapshot stands for it.
// - An event makes the snapshot old; then one `sync` brings a new one, never two at a time.
// - Each action is resolved exactly once.
// - A line over which nothing comes is asked for a sign of life, and held for dead if it gives none.
// It must not know: sockets, clocks, any game.
import { Asking, type Need } from "./asking.ts";
import { type Frame, isOver, readFrame, readResult, readSnapshot, text, unanswered } from "./heard.ts";
import { Order } from "./order.ts";
import { PACE, type Pace } from "./pace.ts";
import { isUndelivered, type Payload, Sending } from "./sending.ts";
import type { Action, Result, Snapshot, TableEvent } from "./types.ts";

const LAST: ReadonlySet<string> = new Set(["match.end", "table.closed"]);
const ENDS: ReadonlySet<string> = new Set(["duplicate_connection_handled"]);

export type News =
	| { readonly kind: "event"; readonly event: TableEvent }
	| { readonly kind: "answer"; readonly ticket: string; readonly messageType: string; readonly result: Result };

export interface Options {
	readonly newId: () => string;
	readonly pace?: Pace;
	/** The number of an event: those after it are wanted, if the table still knows them. */
	readonly since?: number;
	/** Whether snapshots are to come as text too. */
	readonly words?: boolean;
}

export class Follower {
	snapshot: Snapshot | null = null;
	snapshotAt = 0;
	/** The server's time, as the last frame has it. */
	ts = 0;
	/** Why nothing more will come, if nothing will. */
	ended: Result | null = null;
	outbox: string[] = [];
	news: News[] = [];
	private readonly gameId: string;
	private readonly pace: Pace;
	private readonly words: Payload;
	private readonly wantsPast: boolean;
	private readonly sending: Sending;
	private readonly asking: Asking;
	private order: Order;
	private askedKnowing = 0; // how far the table was known to be when we last asked
	private actedUpTo = 0; // the last event of our own last action
	private snapshotTs = 0;
	private isConnected = false;
	private isFollowing = false;
	private joined: Payload | null = null; // what to say again over a new connection
	private isUnsure = false; // something may be lost: only the result of a new `sync` can tell
	private isDoubted = false; // the table thinks otherwise than the snapshot, which must be replaced
	private isUrgent = false;
	private heardAt = 0;
	private unansweredSince: number | null = null; // something was sent then, and nothing has been heard since

	constructor(gameId: string, options: Options) {
		this.gameId = gameId;
		this.pace = options.pace ?? PACE;
		this.words = options.words ? { words: true } : {};
		this.wantsPast = options.since !== undefined;
		this.sending = new Sending(gameId, options.newId, this.pace);
		this.asking = new Asking(this.pace);
		this.order = new Order(options.since ?? null);
	}

	// What the driver says

	/** The line is there, for the first time or again. What runs out when is told by no event: a server that was
	 * started again may have given more time. */
	connected(now: number): void {
		this.isConnected = true;
		this.isDoubted = this.isFollowing;
		this.heardAt = now;
		this.unansweredSince = null;
		const joining = this.sending.joining;
		if (joining !== undefined) {
			this.sending.forget(joining.ticket); // over the old line it may have been done, and undone when that was cut
			this.sayJoin(this.joined ?? {}, now, joining.ticket);
		} else if (this.joined !== null) this.sayJoin(this.joined, now);
		else if (this.isFollowing) this.doubtLine();
		this.sending.allAt(now);
		this.tick(now);
	}

	disconnected(): void {
		this.isConnected = false;
		this.asking.rest();
	}

	tick(now: number): void {
		if (!this.isConnected || this.ended !== null) return;
		if (this.isFollowing && !this.isOver && now >= this.heardAt + this.pace.idle) {
			this.heardAt = now;
			this.doubtLine();
		}
		const before = this.outbox.length;
		this.outbox.push(...this.sending.due(now));
		this.askIfNeeded(now);
		if (this.outbox.length > before) this.unansweredSince ??= now;
	}

	/** Whether the line looks open, and is not. */
	isDead(now: number): boolean {
		const deadAt = this.deadAt();
		return deadAt !== null && now >= deadAt;
	}

	/** When to call `tick` at the latest. */
	next(): number | null {
		if (!this.isConnected || this.ended !== null) return null;
		const idle = this.isFollowing && !this.isOver ? this.heardAt + this.pace.idle : null;
		const all = [this.asking.at, this.sending.next(), idle, this.deadAt()].filter((each) => each !== null);
		return all.length === 0 ? null : Math.min(...all);
	}

	// What its reader wants

	join(now: number, name: string, clientSeed: string): string {
		const ticket = this.sayJoin({ name, client_seed: clientSeed }, now);
		this.tick(now);
		return ticket;
	}

	/** An action of the game; it answers the decision of the snapshot at hand, if one is open: whoever is asked nothing
	 * answers nothing, and what he does holds though he is asked meanwhile. */
	act(action: Action, now: number): string {
		const { type, ...fields } = action;
		const { decision, you, to_act } = this.snapshot ?? { decision: null, you: null, to_act: [] };
		const isAsked = decision !== null && you !== null && to_act.includes(you);
		return this.say(type, isAsked ? { ...fields, decision } : fields, now);
	}

	/** Any other action; the ticket under which its result comes. */
	say(messageType: string, payload: Payload, now: number): string {
		if (messageType === "leave") this.joined = null;
		const ticket = this.sending.add(messageType, payload, now);
		this.tick(now);
		return ticket;
	}

	/** Follow the table, and ask how things stand. */
	refresh(now: number): void {
		this.isFollowing = this.isDoubted = true;
		if (this.wantsPast && this.snapshot === null) this.isUnsure = true; // first what happened, then how it stands
		this.tick(now);
	}

	/** Whether the line still carries is to be found out now. */
	check(now: number): void {
		if (this.isFollowing) this.doubtLine();
		this.tick(now);
	}

	/** Nothing more will come: every action that waits is lost. */
	end(result: Result): void {
		this.ended ??= result;
		for (const each of this.sending.clear()) {
			const lost = unanswered("lost", result.code, result.reason);
			this.news.push({ kind: "answer", ticket: each.ticket, messageType: each.messageType, result: lost });
		}
	}

	/** The last event before which none is missing. */
	get seq(): number {
		return this.order.seq;
	}

	/** Whether the snapshot is the newest, as far as can be known here. */
	get isFresh(): boolean {
		const waiting = !this.isConnected || !this.isFollowing || this.sending.joining !== undefined;
		return !waiting && this.snapshot !== null && this.need() === null;
	}

	get isOver(): boolean {
		return isOver(this.snapshot);
	}

	/** Whether an action of ours waits for its result, or for the snapshot that shows it. */
	get isBusy(): boolean {
		return this.sending.isBusy || this.actedUpTo > (this.snapshot?.seq ?? 0);
	}

	// What comes in

	/** One frame. What cannot be read, or is for another table, changes nothing. */
	hear(raw: string, now: number): void {
		this.unansweredSince = null; // whatever it is, it came over the line
		const frame = readFrame(raw);
		if (frame === null || frame.game_id !== this.gameId || this.ended !== null) return;
		this.heardAt = now;
		this.ts = frame.ts;
		this.take(frame, now);
		this.tick(now);
	}

	private take(frame: Frame, now: number): void {
		const { message_type: type, payload, seq, ts, to_act } = frame;
		if (type === "action.result") {
			if (frame.action_id !== null) this.takeResult(frame.action_id, readResult(payload));
		} else if (type === "sync") {
			const snapshot = readSnapshot(payload);
			if (snapshot !== null) this.takeSnapshot(snapshot, ts, now);
		} else if (type === "error") this.takeError(text(payload.code), text(payload.reason));
		else if (seq !== null) this.tell(this.order.add({ seq, type, payload, ts, to_act }));
	}

	private tell(events: readonly TableEvent[]): void {
		for (const event of events) {
			this.news.push({ kind: "event", event });
			if (LAST.has(event.type)) this.isUrgent = true;
			else if (event.to_act != null) this.isUrgent = event.to_act.some((seat) => seat === this.snapshot?.you);
		}
	}

	private takeSnapshot(snapshot: Snapshot, ts: number, now: number): void {
		if (this.isOlder(snapshot.seq, ts)) return;
		this.snapshot = snapshot;
		this.snapshotTs = ts;
		this.snapshotAt = now;
		this.isDoubted = false;
		this.asking.drop();
		this.tell(this.order.jump(snapshot.seq));
		this.comeBack(snapshot, now);
	}

	/** A player who finds himself away though he is there says so. */
	private comeBack(snapshot: Snapshot, now: number): void {
		const mine = snapshot.you === null ? undefined : snapshot.seats[snapshot.you];
		const isAway = mine?.joined === true && !mine.present && !isOver(snapshot);
		if (isAway && this.joined !== null && this.sending.joining === undefined) this.sayJoin(this.joined, now);
	}

	/** Than the snapshot at hand. The server's clock, which may go back, counts only where numbers do not tell. */
	private isOlder(seq: number, ts: number): boolean {
		if (this.snapshot === null || seq > this.snapshot.seq) return false;
		return seq < this.snapshot.seq || (ts <= this.snapshotTs && !this.isDoubted);
	}

	private takeResult(actionId: string, result: Result): void {
		if (actionId === this.asking.actionId) {
			this.takeSyncResult(result);
			return;
		}
		const settled = this.sending.answered(actionId, result);
		if (settled === undefined) return;
		const { ticket, messageType } = settled;
		this.news.push({ kind: "answer", ticket, messageType, result });
		if (messageType === "join") {
			this.isFollowing ||= result.status === "ok";
			if (!this.isFollowing) this.end(result);
			if (result.status !== "ok") this.joined = null;
		} else if (result.status === "ok") this.actedUpTo = Math.max(this.actedUpTo, result.seq);
		if (result.status === "ok") this.learn(result);
		else this.isDoubted = this.isFollowing;
	}

	private takeSyncResult(result: Result): void {
		if (result.status === "ok") {
			if (result.seq < this.askedKnowing) this.beginAgain();
			this.isUnsure = false;
			this.learn(result);
		} else if (!isUndelivered(result) && result.code !== "unauthorized") this.end(result);
	}

	/** The table is not as far as it was: its store has lost something, and with it what is known here. */
	private beginAgain(): void {
		this.order = new Order(null);
		this.snapshot = null;
		this.actedUpTo = 0;
	}

	/** A result tells how far the table is, and may come before the events that led there. */
	private learn(result: Result): void {
		this.order.learn(result.seq);
		const snapshot = this.snapshot;
		if (snapshot === null || result.seq !== snapshot.seq) return;
		if ((result.decision ?? 0) > (snapshot.decision ?? 0)) this.isDoubted = true;
	}

	private takeError(code: string, reason: string): void {
		if (code === "desync") {
			this.doubtLine();
			this.isDoubted = this.isFollowing; // another may serve the table now, who has set its clocks anew
		} else if (ENDS.has(code)) this.end(unanswered("error", code, reason));
	}

	// What it asks for

	private need(): Need | null {
		if (!this.isFollowing) return null;
		if (this.order.hasGap || (this.isUnsure && this.order.hasBegun)) return "events";
		const isOld = this.snapshot === null || this.snapshot.seq < this.order.known;
		return isOld || this.isDoubted || this.isUnsure ? "view" : null;
	}

	private askIfNeeded(now: number): void {
		const need = this.need();
		if (need === null || this.sending.joining !== undefined) {
			this.asking.rest(); // the answer to a join says how things stand
		} else if (this.asking.isDue(need, this.delay(need), now)) {
			this.askedKnowing = this.order.known;
			const [actionId, raw] = this.sending.write("sync", this.question(need));
			this.asking.asked(need, actionId, now);
			this.outbox.push(raw);
		}
	}

	private question(need: Need): Payload {
		return need === "events" ? { last_seq: this.seq, ...this.words } : this.words;
	}

	/** A gap in the numbers is a loss, and worth no wait; a result may be a moment ahead of what it leads to. */
	private delay(need: Need): number {
		if (need === "events") return this.order.isAhead ? 0 : this.pace.settle;
		return this.isUrgent || this.isDoubted ? 0 : this.pace.settle;
	}

	private deadAt(): number | null {
		if (!this.isConnected || this.ended !== null || this.unansweredSince === null) return null;
		return this.unansweredSince + this.pace.giveUp;
	}

	private doubtLine(): void {
		this.isUnsure = true;
		this.asking.drop();
	}

	private sayJoin(given: Payload, now: number, ticket?: string): string {
		this.joined = given;
		this.isUnsure = false; // its result will tell how far the table is
		const knowsWhere = this.order.hasBegun && (this.wantsPast || this.snapshot !== null);
		const behind = knowsWhere ? { last_seq: this.seq } : {};
		return this.sending.add("join", { ...given, ...behind, ...this.words }, now, ticket);
	}
}
