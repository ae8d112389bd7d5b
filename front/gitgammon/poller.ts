// Polls a file: every 5 seconds; after a failure twice as long, up to 60 seconds; after three failures in a row only when
// the user asks; after a 4xx no more. A file is new if it has another `updatedAt`. It must not know what is in it.

const EVERY_MS = 5_000;
export const AT_MOST_MS = 60_000;
const PAUSE_AFTER = 3;

type Status = "polling" | "retrying" | "paused" | "stopped";

export interface Pace {
	readonly status: Status;
	readonly failures: number;
	/** Failures in a row since somebody last said: go on. */
	readonly inRow: number;
	/** When to ask again; null for not by itself. */
	readonly wait: number | null;
}

export const BEGIN: Pace = { status: "polling", failures: 0, inRow: 0, wait: EVERY_MS };

/** `code` is HTTP's, null if nothing answered at all or nothing that can be read. */
export function failed({ failures, inRow }: Pace, code: number | null): Pace {
	if (code !== null && code >= 400 && code < 500)
		return { status: "stopped", failures: failures + 1, inRow, wait: null };
	const wait = Math.min(EVERY_MS * 2 ** (failures + 1), AT_MOST_MS);
	if (inRow + 1 >= PAUSE_AFTER) return { status: "paused", failures: failures + 1, inRow: 0, wait: null };
	return { status: "retrying", failures: failures + 1, inRow: inRow + 1, wait };
}

export interface Answer {
	readonly code: number | null;
	readonly tree: unknown;
}

export interface PollerHooks {
	readonly ask: () => Promise<Answer>;
	readonly after: (ms: number, then: () => void) => () => void;
	/** Something new; false if it cannot be read, which counts as a failure. */
	readonly news: (tree: unknown) => boolean;
	readonly paced: (pace: Pace) => void;
}

export class Poller {
	private pace: Pace = BEGIN;
	private seen: unknown = undefined;
	private cancel: () => void = () => undefined;
	private isClosed = false;
	private readonly hooks: PollerHooks;

	constructor(hooks: PollerHooks) {
		this.hooks = hooks;
	}

	/** At first, and when somebody says so. */
	async now(): Promise<void> {
		this.cancel();
		const { code, tree } = await this.hooks.ask();
		if (this.isClosed) return;
		this.settle(code === 200 && this.take(tree) ? BEGIN : failed(this.pace, code));
	}

	close(): void {
		this.isClosed = true;
		this.cancel();
	}

	private take(tree: unknown): boolean {
		const updated = (tree as { updatedAt?: unknown } | null)?.updatedAt;
		if (updated !== undefined && updated === this.seen) return true;
		if (!this.hooks.news(tree)) return false;
		this.seen = updated;
		return true;
	}

	private settle(pace: Pace): void {
		this.pace = pace;
		this.hooks.paced(pace);
		if (pace.wait !== null) this.cancel = this.hooks.after(pace.wait, () => void this.now());
	}
}

/** Of a static host, past every cache: many of them date files by the second, and a repository may change faster. */
export async function fetched(path: string): Promise<Answer> {
	try {
		const answer = await fetch(path, { cache: "no-store" });
		return { code: answer.status, tree: answer.ok ? await answer.json() : null };
	} catch {
		return { code: null, tree: null };
	}
}
