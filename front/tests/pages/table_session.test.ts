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

	it("stores no commitment of a finished match", async () => {
		expect(await knownAtFirst({ ...token, commitment: null })).toBeNull();
	});
});
