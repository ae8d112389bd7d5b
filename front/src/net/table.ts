// A seat at a table, or a place to look on from: a follower, its socket, and its token.
// Laws kept here: a socket that closes is opened again, sooner or later, unless the player has come in elsewhere; the
// token is renewed before it expires; a line over which nothing comes is closed, and opened again; every action is answered, if only with `lost`. It must not know: pages, any game.
import type { Token } from "../web.ts";
import { Refused } from "./api.ts";
import type { Browser, Line } from "./around.ts";
import { Follower, type News } from "./follower.ts";
import { unanswered } from "./heard.ts";
import { backoff, OPEN_WITHIN } from "./pace.ts";
import type { ServerClock } from "./server_clock.ts";
import type { Action, Result } from "./types.ts";

const UNAUTHORIZED = 4401;
const ELSEWHERE = 4409;
const SILENT = 4000; // our own: nothing came
const RENEW_AHEAD = 60_000;
const RENEW_EVERY = 10_000; // at most, whatever the clocks say
const SETTLED_AFTER = 5_000;

const NOT_YET: ReadonlySet<string> = new Set(["not_begun", "too_many"]);

/** `elsewhere`: opened in another window. `refused`: there is nothing to come back to. */
export type Link = "connecting" | "connected" | "reconnecting" | "offline" | "elsewhere" | "refused";

export interface Wish {
	readonly gameId: string;
	readonly name: string;
	readonly clientSeed: string;
	readonly words: boolean;
	readonly token: () => Promise<Token>;
	/** By which a token expires. */
	readonly clock: ServerClock;
	/** Something has changed: the link, the snapshot, or what is told here. */
	readonly changed: (news: readonly News[]) => void;
}

export class Table {
	link: Link = "connecting";
	follower: Follower;
	private readonly wish: Wish;
	private readonly browser: Browser;
	private readonly waiting = new Map<string, (result: Result) => void>();
	private token: Token | null = null;
	private line: Line | null = null;
	private tries = 0;
	private openedAt = 0;
	private hasHeard = false; // over this line
	private hasBegun = false;
	private isClosed = false;
	private stopTick = () => {};
	private stopRetry = () => {};
	private stopRenew = () => {};
	private stopOpening = () => {};

	constructor(wish: Wish, browser: Browser) {
		this.wish = wish;
		this.browser = browser;
		this.follower = this.newFollower();
	}

	// What whoever is here wants

	async open(): Promise<void> {
		if (this.isClosed || this.line !== null) return;
		this.stopRetry();
		try {
			this.token ??= await this.wish.token();
		} catch (error) {
			this.tokenFailed(error);
			return;
		}
		if (this.isClosed || this.line !== null) return;
		this.stopOpening = this.browser.later(OPEN_WITHIN, () => this.cut(SILENT));
		this.line = this.browser.connect(this.token.ws_url, {
			opened: () => this.opened(),
			heard: (text) => this.heard(text),
			closed: (code) => this.cut(code),
		});
	}

	close(): void {
		this.isClosed = true;
		for (const stop of [this.stopTick, this.stopRetry, this.stopRenew, this.stopOpening]) stop();
		this.line?.close();
		this.line = null;
		this.follower.end(unanswered("lost", "closed", ""));
		this.settle();
	}

	/** Back from another window: there the table closes instead. */
	takeBack(): Promise<void> {
		this.line?.close();
		this.stopOpening();
		this.line = this.token = null;
		this.follower = this.newFollower();
		this.hasBegun = false;
		this.show("connecting");
		return this.open();
	}

	/** The network is there again, or the reader: whether the line is must be found out now. */
	check(): void {
		if (this.link === "reconnecting" || this.link === "offline") void this.open();
		if (this.link !== "connected") return;
		this.follower.check(this.browser.now());
		this.settle();
	}

	act(action: Action): Promise<Result> {
		return this.answer(this.follower.act(action, this.browser.now()));
	}

	say(messageType: string): Promise<Result> {
		return this.answer(this.follower.say(messageType, {}, this.browser.now()));
	}

	// The line

	private opened(): void {
		const now = this.browser.now();
		this.stopOpening();
		this.openedAt = now;
		this.hello();
		this.follower.connected(now);
		if (!this.hasBegun) this.begin(now);
		this.renewInTime();
		this.show("connected");
	}

	/** What a follower must be told once; over a new line it knows by itself. */
	private begin(now: number): void {
		this.hasBegun = true;
		if (this.token?.role === "player") this.follower.join(now, this.wish.name, this.wish.clientSeed);
		else this.follower.refresh(now);
	}

	private hello(): void {
		const payload = { token: this.token?.token };
		const envelope = { message_type: "hello", game_id: this.wish.gameId, action_id: this.browser.newId(), payload };
		this.line?.send(JSON.stringify(envelope));
	}

	private heard(text: string): void {
		this.hasHeard = true;
		this.follower.hear(text, this.browser.now());
		this.wish.clock.heard(this.follower.ts);
		if (this.follower.ended?.code === "duplicate_connection_handled") this.cut(ELSEWHERE);
		else if (this.follower.ended !== null) this.show("refused");
		else this.settle();
	}

	private cut(code: number): void {
		this.line?.close();
		this.line = null;
		this.stopRenew();
		this.stopOpening();
		this.follower.disconnected();
		if (this.isClosed || this.link === "refused") return;
		if (code === UNAUTHORIZED) this.token = null;
		if (code === ELSEWHERE) {
			this.follower.end(unanswered("lost", "duplicate_connection_handled", ""));
			this.show("elsewhere");
			return;
		}
		if (this.hasHeard && this.browser.now() - this.openedAt > SETTLED_AFTER) this.tries = 0;
		this.hasHeard = false;
		this.retry();
	}

	private retry(): void {
		this.stopRetry = this.browser.later(backoff(this.tries, this.browser.random), () => void this.open());
		this.tries += 1;
		this.show(this.browser.isOnline() ? "reconnecting" : "offline");
	}

	// The token

	private tokenFailed(error: unknown): void {
		const isFinal = error instanceof Refused && error.status < 500 && !NOT_YET.has(error.code);
		if (isFinal) {
			this.follower.end(unanswered("lost", error.code, error.message));
			this.show("refused");
		} else this.retry();
	}

	private renewInTime(): void {
		this.stopRenew();
		const left = (this.token?.expires_at ?? 0) - this.wish.clock.now();
		this.stopRenew = this.browser.later(
			Math.max(RENEW_EVERY, left - Math.min(RENEW_AHEAD, left / 2)),
			() => void this.renew(),
		);
	}

	private async renew(): Promise<void> {
		const line = this.line;
		try {
			this.token = await this.wish.token();
		} catch {
			return; // the server will close the line, and all begins anew
		}
		if (line === null || line !== this.line) return; // cut or closed meanwhile: a new line says the token by itself
		this.hello();
		this.renewInTime();
	}

	// The follower

	private newFollower(): Follower {
		return new Follower(this.wish.gameId, { newId: this.browser.newId, since: 0, words: this.wish.words });
	}

	private answer(ticket: string): Promise<Result> {
		const answer = new Promise<Result>((resolve) => this.waiting.set(ticket, resolve));
		if (this.follower.ended !== null) this.follower.end(this.follower.ended);
		this.settle();
		return answer;
	}

	/** Send what is to be sent, tell what is to be told, and come back in time. */
	private settle(): void {
		const { outbox, news } = this.follower;
		this.follower.outbox = [];
		this.follower.news = [];
		for (const text of outbox) this.line?.send(text);
		for (const each of news) if (each.kind === "answer") this.resolve(each.ticket, each.result);
		this.wish.changed(news);
		this.stopTick();
		const next = this.isClosed ? null : this.follower.next();
		if (next !== null) this.stopTick = this.browser.later(Math.max(0, next - this.browser.now()), () => this.tick());
	}

	private tick(): void {
		const now = this.browser.now();
		this.follower.tick(now);
		if (this.follower.isDead(now)) this.cut(SILENT);
		else this.settle();
	}

	private resolve(ticket: string, result: Result): void {
		this.waiting.get(ticket)?.(result);
		this.waiting.delete(ticket);
	}

	private show(link: Link): void {
		this.link = link;
		this.settle();
	}
}
