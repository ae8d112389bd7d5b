// One table as a page sees it: the net layer's state as signals, and what its board is shown.
// Laws kept here: a board gets an event once, with the first snapshot that includes it; what happened before the first
// snapshot is for the log alone. It must not know: any game, how a board looks.
import { batch, signal } from "@preact/signals";
import type { BoardModule } from "../boards/board.ts";
import { keepCommitment } from "../fairness/commitments.ts";
import { browser, onWake, randomHex } from "../net/browser.ts";
import type { FollowerUpdate } from "../net/follower.ts";
import { serverClock } from "../net/server_clock.ts";
import { type ConnectionStatus, TableConnection } from "../net/table_connection.ts";
import type { Action, Result, Snapshot, TableEvent } from "../net/types.ts";
import type { Token } from "../web.ts";
import { say } from "../words/index.ts";
import { plainNotice, refusalNotice, showAlert } from "./alerts.ts";

const LOG_AT_MOST = 1000;

export interface TableState {
	readonly snapshot: Snapshot;
	readonly at: number;
	/** What has happened since the last one. */
	readonly events: readonly TableEvent[];
	readonly busy: boolean;
}

export class TableSession {
	readonly status = signal<ConnectionStatus>("connecting");
	readonly shown = signal<TableState | null>(null);
	/** The board is still animating towards the latest snapshot. */
	readonly isBehind = signal(false);
	readonly events = signal<readonly TableEvent[]>([]);
	readonly board: BoardModule;
	private readonly connection: TableConnection;
	private readonly stopWaking: () => void;
	private undelivered: TableEvent[] = [];

	constructor(gameId: string, name: string, board: BoardModule, token: () => Promise<Token>) {
		this.board = board;
		const changed = (updates: readonly FollowerUpdate[]) => this.changed(updates);
		const wish = {
			gameId,
			name,
			clientSeed: randomHex(16),
			words: board.words,
			token: () => withCommitmentKept(token),
			changed,
			clock: serverClock,
		};
		this.connection = new TableConnection(wish, browser);
		this.stopWaking = onWake(() => this.connection.check());
		void this.connection.open();
	}

	close(): void {
		this.stopWaking();
		this.connection.close();
	}

	async act(action: Action): Promise<void> {
		this.report(await this.connection.act(action));
	}

	async resign(): Promise<void> {
		this.report(await this.connection.say("resign"));
	}

	reclaim(): void {
		void this.connection.reclaim();
	}

	private changed(updates: readonly FollowerUpdate[]): void {
		const events = updates.flatMap((each) => (each.kind === "event" ? [each.event] : []));
		batch(() => {
			this.status.value = this.connection.status;
			this.keep(events);
			this.show();
		});
	}

	private keep(events: readonly TableEvent[]): void {
		const last = this.events.value.at(-1)?.seq ?? 0;
		const fresh = events.filter((each) => each.seq > last); // a reclaimed table sends everything again
		if (fresh.length === 0) return;
		this.events.value = [...this.events.value, ...fresh].slice(-LOG_AT_MOST);
		this.undelivered.push(...fresh);
	}

	private show(): void {
		const { snapshot, snapshotAt: at, isBusy: busy } = this.connection.follower;
		const before = this.shown.value;
		if (snapshot === null || (before?.snapshot === snapshot && before.busy === busy)) return;
		this.addWords(snapshot);
		const told = this.undelivered.filter((each) => each.seq <= snapshot.seq);
		this.undelivered = this.undelivered.filter((each) => each.seq > snapshot.seq);
		this.shown.value = { snapshot, at, events: before === null ? [] : told, busy };
	}

	/** The game's own words for what has happened come with the snapshot. */
	private addWords(snapshot: Snapshot): void {
		if (snapshot === this.shown.value?.snapshot || !snapshot.told?.length) return;
		const words = new Map(snapshot.told.map(({ seq, words }) => [seq, words]));
		const worded = (event: TableEvent) => (words.has(event.seq) ? { ...event, words: words.get(event.seq) } : event);
		this.events.value = this.events.value.map(worded);
		this.undelivered = this.undelivered.map(worded);
	}

	private report(result: Result): void {
		if (result.status === "ok" || (result.status === "lost" && result.code === "closed")) return;
		showAlert(
			result.status === "lost"
				? plainNotice(say("table.lost"))
				: refusalNotice(result, this.shown.value?.snapshot.game),
		);
	}
}

/** The commitment comes with the token, so before our own seed is sent: keep it, to compare at the end. */
async function withCommitmentKept(ask: () => Promise<Token>): Promise<Token> {
	const token = await ask();
	if (token.commitment !== null) keepCommitment(token.game_id, token.commitment);
	return token;
}
