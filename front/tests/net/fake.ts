// A browser made of lists: sockets that a test opens and closes, and a clock that it moves.
import type { Browser, Ear, Line } from "../../src/net/around.ts";

export interface FakeLine extends Line {
	readonly url: string;
	readonly ear: Ear;
	readonly sent: Record<string, unknown>[];
	isClosed: boolean;
}

export class FakeBrowser implements Browser {
	readonly lines: FakeLine[] = [];
	private timers: { at: number; callback: () => void }[] = [];
	private time = 1_000_000;
	private last = 0;

	readonly now = () => this.time;
	readonly random = () => 0.5;
	readonly newId = () => `id${++this.last}`;
	readonly isOnline = () => true;
	readonly connect = (url: string, ear: Ear): Line => {
		const line: FakeLine = {
			url,
			ear,
			sent: [],
			isClosed: false,
			send: (text) => line.sent.push(JSON.parse(text)),
			close: () => {
				line.isClosed = true;
			},
		};
		this.lines.push(line);
		return line;
	};
	readonly later = (ms: number, callback: () => void) => {
		const timer = { at: this.time + ms, callback };
		this.timers.push(timer);
		return () => {
			this.timers = this.timers.filter((each) => each !== timer);
		};
	};

	get line(): FakeLine {
		const line = this.lines.at(-1);
		if (line === undefined) throw new Error("nobody has connected");
		return line;
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
