// A fake browser: sockets that a test opens and closes, and a clock that it moves.
import type { Browser, Connection, ConnectionListener } from "../../src/net/browser.ts";

export interface FakeConnection extends Connection {
	readonly url: string;
	readonly listener: ConnectionListener;
	readonly sent: Record<string, unknown>[];
	isClosed: boolean;
}

export class FakeBrowser implements Browser {
	readonly connections: FakeConnection[] = [];
	private timers: { at: number; callback: () => void }[] = [];
	private time = 1_000_000;
	private last = 0;

	readonly now = () => this.time;
	readonly random = () => 0.5;
	readonly newId = () => `id${++this.last}`;
	readonly isOnline = () => true;
	readonly connect = (url: string, listener: ConnectionListener): Connection => {
		const connection: FakeConnection = {
			url,
			listener,
			sent: [],
			isClosed: false,
			send: (text) => connection.sent.push(JSON.parse(text)),
			close: () => {
				connection.isClosed = true;
			},
		};
		this.connections.push(connection);
		return connection;
	};
	readonly later = (ms: number, callback: () => void) => {
		const timer = { at: this.time + ms, callback };
		this.timers.push(timer);
		return () => {
			this.timers = this.timers.filter((each) => each !== timer);
		};
	};

	get connection(): FakeConnection {
		const connection = this.connections.at(-1);
		if (connection === undefined) throw new Error("nobody has connected");
		return connection;
	}

	async pass(ms: number): Promise<void> {
		const until = this.time + ms;
		for (;;) {
			const next = this.timers.filter((each) => each.at <= until).sort((one, other) => one.at - other.at)[0];
			if (next === undefined) break;
			this.timers = this.timers.filter((each) => each !== next);
			this.time = next.at;
			next.callback();
			await settled();
		}
		this.time = until;
		await settled();
	}
}

export async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
