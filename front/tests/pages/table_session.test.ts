// A table session: the commitment is stored before anything is sent.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { board } from "../../src/boards/generic/index.tsx";
import { keptCommitment } from "../../src/fairness/commitments.ts";
import { TableSession } from "../../src/state/table_session.ts";
import type { Token } from "../../src/web.ts";

const token: Token = {
	game_id: "G1",
	token: "t",
	ws_url: "/table/G1",
	role: "player",
	player_id: 0,
	expires_at: Date.now() + 600_000,
	commitment: "c0ffee",
};

/** What is known of the promise when the line to the table is opened. */
async function knownAtFirst(given: Token): Promise<string | null> {
	return new Promise((known) => {
		vi.stubGlobal(
			"WebSocket",
			class {
				constructor() {
					known(keptCommitment("G1"));
				}
				close(): void {}
			},
		);
		const session = new TableSession("G1", "Ada", board, async () => given);
		closing.push(() => session.close());
	});
}

/** A session whose line to the table is there, and what comes over it. */
async function connected() {
	let heard = (_: { data: string }) => {};
	vi.stubGlobal(
		"WebSocket",
		class {
			onopen = () => {};
			onmessage = (_: { data: string }) => {};
			constructor() {
				setTimeout(() => {
					heard = (message) => this.onmessage(message);
					this.onopen();
				});
			}
			send(): void {}
			close(): void {}
		},
	);
	const session = new TableSession("G1", "Ada", board, async () => token);
	closing.push(() => session.close());
	await vi.waitFor(() => expect(session.status.value).toBe("connected"));
	const hears = (frame: object) => heard({ data: JSON.stringify({ game_id: "G1", ts: 1, ...frame }) });
	return { session, hears };
}

let closing: (() => void)[] = [];

beforeEach(() => localStorage.clear());
afterEach(() => {
	for (const close of closing) close();
	closing = [];
	vi.unstubAllGlobals();
});

describe("a session", () => {
	it("stores the dealer's commitment before its own seed is sent", async () => {
		expect(await knownAtFirst(token)).toBe("c0ffee");
	});

	it("has the game's own words for events as soon as a snapshot brings them", async () => {
		const { session, hears } = await connected();
		const words = () => session.events.value.map((each) => each.words);
		const told = (seq: number, text: string) => {
			const payload = {
				seq,
				seats: [],
				to_act: [],
				legal: [],
				timers: [],
				outcome: null,
				told: [{ seq, words: text }],
			};
			hears({ message_type: "sync", seq, payload });
		};
		for (const seq of [1, 2]) hears({ message_type: "move", seq, payload: {} });
		expect(words()).toEqual([undefined, undefined]);
		told(2, "you: d1");
		expect(words()).toEqual([undefined, "you: d1"]);
		hears({ message_type: "move", seq: 3, payload: {} });
		told(3, "black: a4");
		expect(words()).toEqual([undefined, "you: d1", "black: a4"]);
		expect(session.shown.value?.events.map((each) => each.words)).toEqual(["black: a4"]);
	});

	it("stores no commitment of a finished match", async () => {
		expect(await knownAtFirst({ ...token, commitment: null })).toBeNull();
	});
});
