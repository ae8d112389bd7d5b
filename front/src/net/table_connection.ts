// A seat at a table, or a spectator's place: a follower, its socket and its token.
// Laws kept here: a closed socket is opened again, unless the player has joined from elsewhere; the token is renewed
// before it expires; a silent connection is closed and opened again; every action gets an answer, if only `lost`.
// It must not know: pages, any game.
import type { Token } from "../web.ts";
import { ApiError } from "./api.ts";
import type { Browser, Connection } from "./browser.ts";
import { Follower, type FollowerUpdate } from "./follower.ts";
import { localResult } from "./messages.ts";
import type { ServerClock } from "./server_clock.ts";
import { backoff, OPEN_TIMEOUT_MS } from "./timing.ts";
import type { Action, Result } from "./types.ts";

const UNAUTHORIZED = 4401;
const ELSEWHERE = 4409;
const SILENT = 4000; // our own code: nothing was received
const RENEW_AHEAD = 60_000;
const RENEW_EVERY = 10_000; // at most, whatever the clocks say
const SETTLED_AFTER = 5_000;

const NOT_YET: ReadonlySet<string> = new Set(["not_begun", "too_many"]);

/** `elsewhere`: opened in another window. `refused`: there is nothing to reconnect to. */
export type ConnectionStatus = "connecting" | "connected" | "reconnecting" | "offline" | "elsewhere" | "refused";

export interface TableOptions {
	readonly gameId: string;
	readonly name: string;
	readonly clientSeed: string;
	readonly words: boolean;
	readonly token: () => Promise<Token>;
	/** The clock that tokens expire by. */
	readonly clock: ServerClock;
	/** The status, the snapshot or the updates have changed. */
	readonly changed: (updates: readonly FollowerUpdate[]) => void;
}

export class TableConnection {
	status: ConnectionStatus = "connecting";
	follower: Follower;
	private readonly options: TableOptions;
	private readonly browser: Browser;
	private readonly waiting = new Map<string, (result: Result) => void>();
	private token: Token | null = null;
	private connection: Connection | null = null;
	private tries = 0;
	private openedAt = 0;
	private hasReceived = false; // over this connection
	private hasBegun = false;
	private isClosed = false;
	private stopTick = () => {};
	private stopRetry = () => {};
	private stopRenew = () => {};
	private stopOpening = () => {};

	constructor(options: TableOptions, browser: Browser) {
		this.options = options;
		this.browser = browser;
		this.follower = this.newFollower();
	}

	// Called by the page

	async open(): Promise<void> {
		if (this.isClosed || this.connection !== null) return;
		this.stopRetry();
		try {
			this.token ??= await this.options.token();
		} catch (error) {
			this.tokenFailed(error);
			return;
		}
		if (this.isClosed || this.connection !== null) return;
		this.stopOpening = this.browser.later(OPEN_TIMEOUT_MS, () => this.disconnect(SILENT));
		this.connection = this.browser.connect(this.token.ws_url, {
			opened: () => this.opened(),
			received: (text) => this.received(text),
			closed: (code) => this.disconnect(code),
		});
	}

	close(): void {
		this.isClosed = true;
		for (const stop of [this.stopTick, this.stopRetry, this.stopRenew, this.stopOpening]) stop();
		this.connection?.close();
		this.connection = null;
		this.follower.end(localResult("lost", "closed", ""));
		this.flush();
	}

	/** Take the table back from another window, which is then disconnected. */
	reclaim(): Promise<void> {
		this.connection?.close();
		this.stopOpening();
		this.connection = this.token = null;
		this.follower = this.newFollower();
		this.hasBegun = false;
		this.setStatus("connecting");
		return this.open();
	}

	/** The network is back, or the page is visible again: find out now whether the connection works. */
	check(): void {
		if (this.status === "reconnecting" || this.status === "offline") void this.open();
		if (this.status !== "connected") return;
		this.follower.check(this.browser.now());
		this.flush();
	}

	act(action: Action): Promise<Result> {
		return this.answer(this.follower.act(action, this.browser.now()));
	}

	say(messageType: string): Promise<Result> {
		return this.answer(this.follower.say(messageType, {}, this.browser.now()));
	}

	// The connection

	private opened(): void {
		const now = this.browser.now();
		this.stopOpening();
		this.openedAt = now;
		this.hello();
		this.follower.connected(now);
		if (!this.hasBegun) this.begin(now);
		this.scheduleRenewal();
		this.setStatus("connected");
	}

	/** A follower needs this once; it repeats it by itself over a new connection. */
	private begin(now: number): void {
		this.hasBegun = true;
		if (this.token?.role === "player") this.follower.join(now, this.options.name, this.options.clientSeed);
		else this.follower.refresh(now);
	}

	private hello(): void {
		const payload = { token: this.token?.token };
		const envelope = { message_type: "hello", game_id: this.options.gameId, action_id: this.browser.newId(), payload };
		this.connection?.send(JSON.stringify(envelope));
	}

	private received(text: string): void {
		this.hasReceived = true;
		this.follower.receive(text, this.browser.now());
		this.options.clock.received(this.follower.ts);
		if (this.follower.ended?.code === "duplicate_connection_handled") this.disconnect(ELSEWHERE);
		else if (this.follower.ended !== null) this.setStatus("refused");
		else this.flush();
	}

	private disconnect(code: number): void {
		this.connection?.close();
		this.connection = null;
		this.stopRenew();
		this.stopOpening();
		this.follower.disconnected();
		if (this.isClosed || this.status === "refused") return;
		if (code === UNAUTHORIZED) this.token = null;
		if (code === ELSEWHERE) {
			this.follower.end(localResult("lost", "duplicate_connection_handled", ""));
			this.setStatus("elsewhere");
			return;
		}
		if (this.hasReceived && this.browser.now() - this.openedAt > SETTLED_AFTER) this.tries = 0;
		this.hasReceived = false;
		this.retry();
	}

	private retry(): void {
		this.stopRetry = this.browser.later(backoff(this.tries, this.browser.random), () => void this.open());
		this.tries += 1;
		this.setStatus(this.browser.isOnline() ? "reconnecting" : "offline");
	}

	// The token

	private tokenFailed(error: unknown): void {
		const isFinal = error instanceof ApiError && error.status < 500 && !NOT_YET.has(error.code);
		if (isFinal) {
			this.follower.end(localResult("lost", error.code, error.message));
			this.setStatus("refused");
		} else this.retry();
	}

	private scheduleRenewal(): void {
		this.stopRenew();
		const left = (this.token?.expires_at ?? 0) - this.options.clock.now();
		this.stopRenew = this.browser.later(
			Math.max(RENEW_EVERY, left - Math.min(RENEW_AHEAD, left / 2)),
			() => void this.renew(),
		);
	}

	private async renew(): Promise<void> {
		const connection = this.connection;
		try {
			this.token = await this.options.token();
		} catch {
			return; // the server will close the connection, and a new one starts over
		}
		if (connection === null || connection !== this.connection) return; // a new connection has sent it
		this.hello();
		this.scheduleRenewal();
	}

	// The follower

	private newFollower(): Follower {
		return new Follower(this.options.gameId, { newId: this.browser.newId, since: 0, words: this.options.words });
	}

	private answer(ticket: string): Promise<Result> {
		const answer = new Promise<Result>((resolve) => this.waiting.set(ticket, resolve));
		if (this.follower.ended !== null) this.follower.end(this.follower.ended);
		this.flush();
		return answer;
	}

	/** Send what is to be sent, resolve what was answered, and set the timer for the next tick. */
	private flush(): void {
		const { toSend, updates } = this.follower;
		this.follower.toSend = [];
		this.follower.updates = [];
		for (const text of toSend) this.connection?.send(text);
		for (const each of updates) if (each.kind === "answer") this.resolve(each.ticket, each.result);
		this.options.changed(updates);
		this.stopTick();
		const next = this.isClosed ? null : this.follower.next();
		if (next !== null) this.stopTick = this.browser.later(Math.max(0, next - this.browser.now()), () => this.tick());
	}

	private tick(): void {
		const now = this.browser.now();
		this.follower.tick(now);
		if (this.follower.isDead(now)) this.disconnect(SILENT);
		else this.flush();
	}

	private resolve(ticket: string, result: Result): void {
		this.waiting.get(ticket)?.(result);
		this.waiting.delete(ticket);
	}

	private setStatus(status: ConnectionStatus): void {
		this.status = status;
		this.flush();
	}
}
