// A follower: one reader of one table, sans-I/O. Received text and the time go in; text to send and updates come out.
// It holds the latest snapshot, asks for what it missed, and sends its actions until each has a result.
// The driver passes in frames and the time, sends what is in `toSend`, reads `updates`, calls `tick` by `next()`, and
// opens a new connection when this one `isDead`.
// Laws kept here:
// - Whatever is lost, duplicated or reordered, it reaches the latest snapshot as soon as frames get through.
// - Events come out at most once, in order. A number is skipped only where a snapshot covers it.
// - An event makes the snapshot out of date; then one `sync` fetches a new one, never two at a time.
// - Each action is resolved exactly once.
// - A silent connection is probed, and declared dead if no answer comes.
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
	/** The number of an event: send those after it, if the table still has them. */
	readonly since?: number;
	/** Whether snapshots should also come as text. */
	readonly words?: boolean;
}

export class Follower {
	snapshot: Snapshot | null = null;
	snapshotAt = 0;
	/** The server's time in the last frame. */
	ts = 0;
	/** Why nothing more will come; null while something may. */
	ended: Result | null = null;
	toSend: string[] = [];
	updates: FollowerUpdate[] = [];
	private readonly gameId: string;
	private readonly timing: Timing;
	private readonly wantsWords: boolean;
	private readonly wantsPast: boolean;
	private readonly outbox: Outbox;
	private readonly resync: Resync;
	private buffer: ReorderBuffer;
	private knownWhenAsked = 0; // how far the table was known to be when we last asked
	private wordedSeq: number; // the last event that the game's own words were asked for
	private asksTold = true; // until a table refuses it: during a rolling upgrade it may be served by 0.1.0
	private ownSeq = 0; // the last event of our own last action
	private snapshotTs = 0;
	private isConnected = false;
	private isFollowing = false;
	private joined: Payload | null = null; // what to repeat over a new connection
	private mayHaveMissed = false; // something may be lost: only the result of a new `sync` can tell
	private isSuspect = false; // the table's state differs from the snapshot, which must be replaced
	private isUrgent = false;
	private receivedAt = 0;
	private unansweredSince: number | null = null; // when we sent something that nothing has been received since

	constructor(gameId: string, options: Options) {
		this.gameId = gameId;
		this.timing = options.timing ?? TIMING;
		this.wantsWords = options.words ?? false;
		this.wordedSeq = options.since ?? 0;
		this.wantsPast = options.since !== undefined;
		this.outbox = new Outbox(gameId, options.newId, this.timing);
		this.resync = new Resync(this.timing);
		this.buffer = new ReorderBuffer(options.since ?? null);
	}

	// Called by the driver

	/** The connection is open, for the first time or again. No event says when timers run out, and a restarted
	 * server may have extended them, so the snapshot is fetched again. */
	connected(now: number): void {
		this.isConnected = true;
		this.isSuspect = this.isFollowing;
		this.asksTold = true;
		this.receivedAt = now;
		this.unansweredSince = null;
		const pendingJoin = this.outbox.pendingJoin;
		if (pendingJoin !== undefined) {
			this.outbox.forget(pendingJoin.ticket); // the join may have been undone when the old connection was cut
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

	/** Whether the connection looks open, and is not. */
	isDead(now: number): boolean {
		const deadAt = this.deadAt();
		return deadAt !== null && now >= deadAt;
	}

	/** The latest time to call `tick`. */
	next(): number | null {
		if (!this.isConnected || this.ended !== null) return null;
		const idle = this.isFollowing && !this.isOver ? this.receivedAt + this.timing.idle : null;
		const all = [this.resync.at, this.outbox.next(), idle, this.deadAt()].filter((each) => each !== null);
		return all.length === 0 ? null : Math.min(...all);
	}

	// Called for the reader

	join(now: number, name: string, clientSeed: string): string {
		const ticket = this.sendJoin({ name, client_seed: clientSeed }, now);
		this.tick(now);
		return ticket;
	}

	/** An action of the game. It answers the decision in the current snapshot if this seat must act; otherwise it
	 * names no decision, so that it stays valid if one opens meanwhile. */
	act(action: Action, now: number): string {
		const { type, ...fields } = action;
		const { decision, you, to_act } = this.snapshot ?? { decision: null, you: null, to_act: [] };
		const isAsked = decision !== null && you !== null && to_act.includes(you);
		return this.say(type, isAsked ? { ...fields, decision } : fields, now);
	}

	/** Any other action; returns the ticket of its result. */
	say(messageType: string, payload: Payload, now: number): string {
		if (messageType === "leave") this.joined = null;
		const ticket = this.outbox.add(messageType, payload, now);
		this.tick(now);
		return ticket;
	}

	/** Follow the table, and fetch its state. */
	refresh(now: number): void {
		this.isFollowing = this.isSuspect = true;
		if (this.wantsPast && this.snapshot === null) this.mayHaveMissed = true; // first what happened, then the state
		this.tick(now);
	}

	/** Find out now whether the connection works. */
	check(now: number): void {
		if (this.isFollowing) this.suspectConnection();
		this.tick(now);
	}

	/** Nothing more will come: every pending action is lost. */
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

	/** Whether the snapshot is the latest, as far as the follower can know. */
	get isFresh(): boolean {
		const waiting = !this.isConnected || !this.isFollowing || this.outbox.pendingJoin !== undefined;
		return !waiting && this.snapshot !== null && this.need() === null;
	}

	get isOver(): boolean {
		return isOver(this.snapshot);
	}

	/** Whether one of our actions waits for its result, or for the snapshot that shows it. */
	get isBusy(): boolean {
		return this.outbox.isBusy || this.ownSeq > (this.snapshot?.seq ?? 0);
	}

	// Received frames

	/** One frame. A frame that is unreadable or for another table changes nothing. */
	receive(raw: string, now: number): void {
		this.unansweredSince = null; // anything received proves that the connection works
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
			if (frame.action_id !== null) this.handleResult(frame.action_id, readResult(payload), now);
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
		this.wordedSeq = snapshot.seq;
		this.isSuspect = false;
		this.resync.drop();
		this.deliver(this.buffer.skipTo(snapshot.seq));
		this.rejoinIfAway(snapshot, now);
	}

	/** A player who is marked as away, though connected, joins again. */
	private rejoinIfAway(snapshot: Snapshot, now: number): void {
		const mine = snapshot.you === null ? undefined : snapshot.seats[snapshot.you];
		const isAway = mine?.joined === true && !mine.present && !isOver(snapshot);
		if (isAway && this.joined !== null && this.outbox.pendingJoin === undefined) this.sendJoin(this.joined, now);
	}

	/** Older than the current snapshot. The server's clock may go back, so it decides only between equal numbers. */
	private isOlder(seq: number, ts: number): boolean {
		if (this.snapshot === null || seq > this.snapshot.seq) return false;
		return seq < this.snapshot.seq || (ts <= this.snapshotTs && !this.isSuspect);
	}

	private handleResult(actionId: string, result: Result, now: number): void {
		if (actionId === this.resync.actionId) {
			this.handleSyncResult(result);
			return;
		}
		const settled = this.outbox.answered(actionId, result);
		if (settled === undefined) return;
		const { ticket, messageType } = settled;
		if (messageType === "join" && this.joined !== null && this.isToldRefused(result)) {
			this.sendJoin(this.joined, now, ticket);
			return;
		}
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
		} else if (this.isToldRefused(result)) this.resync.drop();
		else if (!isUndelivered(result) && result.code !== "unauthorized") this.end(result);
	}

	/** Whether a `join` or `sync` may have been refused only for a key that its table does not know. Such a table never
	 * learns it, so the key is left out over this connection; the same refusal without it is final. */
	private isToldRefused(result: Result): boolean {
		if (result.code !== "invalid_action" || !("told_since" in this.words())) return false;
		this.asksTold = false;
		return true;
	}

	/** The table is behind where it was: its store lost something, so what is known here is wrong too. */
	private startOver(): void {
		this.buffer = new ReorderBuffer(null);
		this.snapshot = null;
		this.ownSeq = this.wordedSeq = 0;
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
			this.isSuspect = this.isFollowing; // another process may serve the table now, with new timers
		} else if (ENDS.has(code)) this.end(localResult("error", code, reason));
	}

	// What it requests

	private need(): Need | null {
		if (!this.isFollowing) return null;
		if (this.buffer.hasGap || (this.mayHaveMissed && this.buffer.hasBegun)) return "events";
		const isOld = this.snapshot === null || this.snapshot.seq < this.buffer.known;
		return isOld || this.isSuspect || this.mayHaveMissed ? "view" : null;
	}

	private syncIfNeeded(now: number): void {
		const need = this.need();
		if (need === null || this.outbox.pendingJoin !== undefined) {
			this.resync.rest(); // the answer to the join brings the state
		} else if (this.resync.isDue(need, this.delay(need), now)) {
			this.knownWhenAsked = this.buffer.known;
			const [actionId, raw] = this.outbox.envelope("sync", this.syncPayload(need));
			this.resync.asked(need, actionId, now);
			this.toSend.push(raw);
		}
	}

	private syncPayload(need: Need): Payload {
		return need === "events" ? { last_seq: this.seq, ...this.words() } : this.words();
	}

	/** What asks for snapshots as text too, with the words of what has happened since the last one. */
	private words(): Payload {
		if (!this.wantsWords) return {};
		return this.asksTold ? { words: true, told_since: this.wordedSeq } : { words: true };
	}

	/** Missing events mean a loss, so ask at once; a result may arrive just before its events. */
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
		this.mayHaveMissed = false; // the join's result tells how far the table is
		const knowsWhere = this.buffer.hasBegun && (this.wantsPast || this.snapshot !== null);
		const behind = knowsWhere ? { last_seq: this.seq } : {};
		return this.outbox.add("join", { ...given, ...behind, ...this.words() }, now, ticket);
	}
}
