// What the fairness check says: whose hash it was, whether draws are missing, and nothing that was not checked.
import { act, cleanup, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepCommitment } from "../../src/fairness/commitments.ts";
import { FairnessCheck } from "../../src/replay/fairness_check.tsx";
import { Playback } from "../../src/replay/playback.ts";
import { alerts } from "../../src/state/alerts.ts";
import type { Drawn, ReplayPage } from "../../src/web.ts";
import { replayOf, stepAt } from "./replay_model.ts";

/** The published vector of docs/fairness.md. */
const COMMITMENT = "d7c2391357207a1aa748fc70254e45e86b05a953250c36802e9adab0f2e43aef";
const MATCH: Partial<ReplayPage> = {
	game_id: "ABC123",
	game: "backgammon",
	version: "1.0.0",
	commitment: COMMITMENT,
	seed: Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join(""),
	client_seeds: ["alice-seed", "bob-seed"],
};
const ROLLS = [
	[2, 2],
	[4, 2],
];
const ROLLED: readonly Drawn[] = ROLLS.map((answer) => ({ draw: { type: "dice", count: 2 }, answer }));

async function checked(drawn: readonly Drawn[], record: string | number): Promise<void> {
	const steps = [stepAt(0, { drawn })];
	vi.stubGlobal("fetch", async (url: string) => {
		if (!url.endsWith("/record")) return new Response(JSON.stringify(replayOf(steps, 1, MATCH)));
		return typeof record === "number" ? new Response("{}", { status: record }) : new Response(record);
	});
	render(<FairnessCheck playback={new Playback("ABC123", false, { step: 0, reader: "all" })} />);
	await act(() => screen.getByText("Check dice and cards").click());
	await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
}

function recordOf(drawn: readonly unknown[]): string {
	return `${JSON.stringify({ line: "open", drawn })}\n${JSON.stringify({ line: "end" })}\n`;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("the fairness check", () => {
	it("names the hash in the record if this browser was not at the table", async () => {
		await checked(ROLLED, recordOf(ROLLS));
		screen.getByText(/^Fair: .* hash in the record .*, and all 2 recorded draws follow/);
	});

	it("names the hash shown at the table if it was", async () => {
		keepCommitment("ABC123", COMMITMENT);
		await checked(ROLLED, recordOf(ROLLS));
		screen.getByText(/^Fair: .* hash that this browser saw at the table, and all 2 recorded draws follow/);
	});

	it("finds a server that has shown another commitment at the table", async () => {
		keepCommitment("ABC123", COMMITMENT.replace("d7", "d8"));
		await checked(ROLLED, recordOf(ROLLS));
		screen.getByText("Not fair: the seed does not match the hash that this browser saw at the table.");
	});

	it("finds missing last draws, or no draws at all", async () => {
		await checked([], recordOf(ROLLS));
		screen.getByText("Not fair: the draws shown here (0) are not those in the record (2).");
		cleanup();
		await checked(ROLLED.slice(0, 1), recordOf(ROLLS));
		screen.getByText("Not fair: the draws shown here (1) are not those in the record (2).");
	});

	it("says that nothing was drawn only if the record has no draw", async () => {
		await checked([], recordOf([]));
		screen.getByText(/^Fair: .* According to the record, nothing was drawn in this match\.$/);
		cleanup();
		await checked([], "no record at all");
		screen.getByText(/^Not fair/);
	});

	it("has no result without the record, and can be retried", async () => {
		await checked(ROLLED, 503);
		await waitFor(() => expect(alerts.value.length).toBe(1));
		expect(screen.queryByText(/fair:/)).toBeNull();
		expect((screen.getByText("Check dice and cards") as HTMLButtonElement).disabled).toBe(false);
	});
});
