// A follower: one reader of one table, sans-I/O. Text and the time go in; text to send and news come out.
// It holds the last snapshot, asks for what it has missed, and sends its actions until each has a result. Whoever drives
// it hands it what arrives and the time, sends what lies in `toSend`, reads `updates`, calls `tick` by `next()`, and looks
// for a new line when this one `isDead`.
//
// Laws kept here:
// - Whatever is lost, doubled or reordered on the way, it comes to the newest snapshot as soon as frames get through.
// - Events come out at most once, in order. A number is left out only where a snapshot stands for it.
// - An event makes the snapshot old; then one `sync` brings a new one, never two at a time.
// - Each action is resolved exactly once.
// - A line over which nothing comes is asked for a sign of life, and held for dead if it gives none.
// It must not know: sockets, clocks, any game.

import { type Frame, isOver, localResult, readFrame, readResult, readSnapshot, text } from "./messages.ts";
import { isUndelivered, Outbox, type Payload } from "./outbox.ts";
import { ReorderBuffer } from "./reorder_buffer.ts";
import { type Need, Resync } from "./resync.ts";
import { TIMING, type Timing } from "./timing.ts";
import type { Action, Result, Snapshot, TableEvent } from "./types.ts";

const LAST: ReadonlySet<string> = new Set(["match.end", "table.closed"]);
const ENDS: ReadonlySet<string> = new Set(["duplicate_connection_handled"]);

export type FollowerUpdate =
	| { readonly kind: "event"; readonly event: TableEvent }
	| { readonly kind: "answer"; readonly ticket: string; readonly messageType: string; readonly result: Result };

export interface Options {
	readonly newId: () => string;
	readonly timing?: Timing;
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
	toSend: string[] = [];
	updates: FollowerUpdate[] = [];
	private readonly gameId: string;
	private readonly timing: Timing;
	private readonly words: Payload;
	private readonly wantsPast: boolean;
	private readonly outbox: Outbox;
	private readonly resync: Resync;
	private buffer: ReorderBuffer;
	private knownWhenAsked = 0; // how far the table was known to be when we last asked
	private ownSeq = 0; // the last event of our own last action
	private snapshotTs = 0;
	private isConnected = false;
	private isFollowing = false;
	private joined: Payload | null = null; // what to say again over a new connection
	private mayHaveMissed = false; // something may be lost: only the result of a new `sync` can tell
	private isSuspect = false; // the table thinks otherwise than the snapshot, which must be replaced
	private isUrgent = false;
	private receivedAt = 0;
	private unansweredSince: number | null = null; // something was sent then, and nothing has been heard since

	constructor(gameId: string, options: Options) {
		this.gameId = gameId;
		this.timing = options.timing ?? TIMING;
		this.words = options.words ? { words: true } : {};
		this.wantsPast = options.since !== undefined;
		this.outbox = new Outbox(gameId, options.newId, this.timing);
		this.resync = new Resync(this.timing);
		this.buffer = new ReorderBuffer(options.since ?? null);
	}

	// What the driver says

	/** The line is there, for the first time or again. What runs out when is told by no event: a server that was
	 * started again may have given more time. */
	connected(now: number): void {
		this.isConnected = true;
		this.isSuspect = this.isFollowing;
		this.receivedAt = now;
		this.unansweredSince = null;
		const pendingJoin = this.outbox.pendingJoin;
		if (pendingJoin !== undefined) {
			this.outbox.forget(pendingJoin.ticket); // over the old line it may have been done, and undone when that was cut
			this.sendJoin(this.joined ?? {}, now, pendingJoin.ticket);
		} else if (this.joined !== null) this.sendJoin(this.joined, now);
		else if (this.isFollowing) this.suspectConnection();
		this.outbox.resendAll(now);
		this.tick(now);
	}

	disconnected(): void {
		this.isConnected = false;
		this.resync.rest();
	}

	tick(now: number): void {
		if (!this.isConnected || this.ended !== null) return;
		if (this.isFollowing && !this.isOver && now >= this.receivedAt + this.timing.idle) {
			this.receivedAt = now;
			this.suspectConnection();
		}
		const before = this.toSend.length;
		this.toSend.push(...this.outbox.due(now));
		this.syncIfNeeded(now);
		if (this.toSend.length > before) this.unansweredSince ??= now;
	}

	/** Whether the line looks open, and is not. */
	isDead(now: number): boolean {
		const deadAt = this.deadAt();
		return deadAt !== null && now >= deadAt;
	}

	/** When to call `tick` at the latest. */
	next(): number | null {
		if (!this.isConnected || this.ended !== null) return null;
		const idle = this.isFollowing && !this.isOver ? this.receivedAt + this.timing.idle : null;
		const all = [this.resync.at, this.outbox.next(), idle, this.deadAt()].filter((each) => each !== null);
		return all.length === 0 ? null : Math.min(...all);
	}

	// What its reader wants

	join(now: number, name: string, clientSeed: string): string {
		const ticket = this.sendJoin({ name, client_seed: clientSeed }, now);
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
		const ticket = this.outbox.add(messageType, payload, now);
		this.tick(now);
		return ticket;
	}

	/** Follow the table, and ask how things stand. */
	refresh(now: number): void {
		this.isFollowing = this.isSuspect = true;
		if (this.wantsPast && this.snapshot === null) this.mayHaveMissed = true; // first what happened, then how it stands
		this.tick(now);
	}

	/** Whether the line still carries is to be found out now. */
	check(now: number): void {
		if (this.isFollowing) this.suspectConnection();
		this.tick(now);
	}

	/** Nothing more will come: every action that waits is lost. */
	end(result: Result): void {
		this.ended ??= result;
		for (const each of this.outbox.clear()) {
			const lost = localResult("lost", result.code, result.reason);
			this.updates.push({ kind: "answer", ticket: each.ticket, messageType: each.messageType, result: lost });
		}
	}

	/** The last event before which none is missing. */
	get seq(): number {
		return this.buffer.seq;
	}

	/** Whether the snapshot is the newest, as far as can be known here. */
	get isFresh(): boolean {
		const waiting = !this.isConnected || !this.isFollowing || this.outbox.pendingJoin !== undefined;
		return !waiting && this.snapshot !== null && this.need() === null;
	}

	get isOver(): boolean {
		return isOver(this.snapshot);
	}

	/** Whether an action of ours waits for its result, or for the snapshot that shows it. */
	get isBusy(): boolean {
		return this.outbox.isBusy || this.ownSeq > (this.snapshot?.seq ?? 0);
	}

	// What comes in

	/** One frame. What cannot be read, or is for another table, changes nothing. */
	receive(raw: string, now: number): void {
		this.unansweredSince = null; // whatever it is, it came over the line
		const frame = readFrame(raw);
		if (frame === null || frame.game_id !== this.gameId || this.ended !== null) return;
		this.receivedAt = now;
		this.ts = frame.ts;
		this.handle(frame, now);
		this.tick(now);
	}

	private handle(frame: Frame, now: number): void {
		const { message_type: type, payload, seq, ts, to_act } = frame;
		if (type === "action.result") {
			if (frame.action_id !== null) this.handleResult(frame.action_id, readResult(payload));
		} else if (type === "sync") {
			const snapshot = readSnapshot(payload);
			if (snapshot !== null) this.applySnapshot(snapshot, ts, now);
		} else if (type === "error") this.handleError(text(payload.code), text(payload.reason));
		else if (seq !== null) this.deliver(this.buffer.add({ seq, type, payload, ts, to_act }));
	}

	private deliver(events: readonly TableEvent[]): void {
		for (const event of events) {
			this.updates.push({ kind: "event", event });
			if (LAST.has(event.type)) this.isUrgent = true;
			else if (event.to_act != null) this.isUrgent = event.to_act.some((seat) => seat === this.snapshot?.you);
		}
	}

	private applySnapshot(snapshot: Snapshot, ts: number, now: number): void {
		if (this.isOlder(snapshot.seq, ts)) return;
		this.snapshot = snapshot;
		this.snapshotTs = ts;
		this.snapshotAt = now;
		this.isSuspect = false;
		this.resync.drop();
		this.deliver(this.buffer.skipTo(snapshot.seq));
		this.rejoinIfAway(snapshot, now);
	}

	/** A player who finds himself away though he is there says so. */
	private rejoinIfAway(snapshot: Snapshot, now: number): void {
		const mine = snapshot.you === null ? undefined : snapshot.seats[snapshot.you];
		const isAway = mine?.joined === true && !mine.present && !isOver(snapshot);
		if (isAway && this.joined !== null && this.outbox.pendingJoin === undefined) this.sendJoin(this.joined, now);
	}

	/** Than the snapshot at hand. The server's clock, which may go back, counts only where numbers do not tell. */
	private isOlder(seq: number, ts: number): boolean {
		if (this.snapshot === null || seq > this.snapshot.seq) return false;
		return seq < this.snapshot.seq || (ts <= this.snapshotTs && !this.isSuspect);
	}

	private handleResult(actionId: string, result: Result): void {
		if (actionId === this.resync.actionId) {
			this.handleSyncResult(result);
			return;
		}
		const settled = this.outbox.answered(actionId, result);
		if (settled === undefined) return;
		const { ticket, messageType } = settled;
		this.updates.push({ kind: "answer", ticket, messageType, result });
		if (messageType === "join") {
			this.isFollowing ||= result.status === "ok";
			if (!this.isFollowing) this.end(result);
			if (result.status !== "ok") this.joined = null;
		} else if (result.status === "ok") this.ownSeq = Math.max(this.ownSeq, result.seq);
		if (result.status === "ok") this.learn(result);
		else this.isSuspect = this.isFollowing;
	}

	private handleSyncResult(result: Result): void {
		if (result.status === "ok") {
			if (result.seq < this.knownWhenAsked) this.startOver();
			this.mayHaveMissed = false;
			this.learn(result);
		} else if (!isUndelivered(result) && result.code !== "unauthorized") this.end(result);
	}

	/** The table is not as far as it was: its store has lost something, and with it what is known here. */
	private startOver(): void {
		this.buffer = new ReorderBuffer(null);
		this.snapshot = null;
		this.ownSeq = 0;
	}

	/** A result tells how far the table is, and may come before the events that led there. */
	private learn(result: Result): void {
		this.buffer.learn(result.seq);
		const snapshot = this.snapshot;
		if (snapshot === null || result.seq !== snapshot.seq) return;
		if ((result.decision ?? 0) > (snapshot.decision ?? 0)) this.isSuspect = true;
	}

	private handleError(code: string, reason: string): void {
		if (code === "desync") {
			this.suspectConnection();
			this.isSuspect = this.isFollowing; // another may serve the table now, who has set its clocks anew
		} else if (ENDS.has(code)) this.end(localResult("error", code, reason));
	}

	// What it asks for

	private need(): Need | null {
		if (!this.isFollowing) return null;
		if (this.buffer.hasGap || (this.mayHaveMissed && this.buffer.hasBegun)) return "events";
		const isOld = this.snapshot === null || this.snapshot.seq < this.buffer.known;
		return isOld || this.isSuspect || this.mayHaveMissed ? "view" : null;
	}

	private syncIfNeeded(now: number): void {
		const need = this.need();
		if (need === null || this.outbox.pendingJoin !== undefined) {
			this.resync.rest(); // the answer to a join says how things stand
		} else if (this.resync.isDue(need, this.delay(need), now)) {
			this.knownWhenAsked = this.buffer.known;
			const [actionId, raw] = this.outbox.envelope("sync", this.syncPayload(need));
			this.resync.asked(need, actionId, now);
			this.toSend.push(raw);
		}
	}

	private syncPayload(need: Need): Payload {
		return need === "events" ? { last_seq: this.seq, ...this.words } : this.words;
	}

	/** A gap in the numbers is a loss, and worth no wait; a result may be a moment ahead of what it leads to. */
	private delay(need: Need): number {
		if (need === "events") return this.buffer.hasPending ? 0 : this.timing.debounce;
		return this.isUrgent || this.isSuspect ? 0 : this.timing.debounce;
	}

	private deadAt(): number | null {
		if (!this.isConnected || this.ended !== null || this.unansweredSince === null) return null;
		return this.unansweredSince + this.timing.deadAfter;
	}

	private suspectConnection(): void {
		this.mayHaveMissed = true;
		this.resync.drop();
	}

	private sendJoin(given: Payload, now: number, ticket?: string): string {
		this.joined = given;
		this.mayHaveMissed = false; // its result will tell how far the table is
		const knowsWhere = this.buffer.hasBegun && (this.wantsPast || this.snapshot !== null);
		const behind = knowsWhere ? { last_seq: this.seq } : {};
		return this.outbox.add("join", { ...given, ...behind, ...this.words }, now, ticket);
	}
}
