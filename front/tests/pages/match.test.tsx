// The page of a match: its opening in the words of the game's board, the scores, and the seeds of its chance.
import { act, cleanup, render, screen } from "@testing-library/preact";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { cellNameSet } from "../../src/boards/gomoku/cells.ts";
import { boardFor } from "../../src/boards/registry.ts";
import { Fairness } from "../../src/components/fairness.tsx";
import { Opening } from "../../src/components/opening.tsx";
import { MatchPlayers } from "../../src/pages/match.tsx";
import type { MatchDetails } from "../../src/web.ts";
import { setLanguage } from "../../src/words/index.ts";
import { ada, bo } from "./server.ts";

const match: MatchDetails = {
	game_id: "G1",
	game: "toy",
	mode: "custom",
	config: {},
	room: null,
	number: 1,
	seats: [{ title: "left", player: bo, bot: null, score: null }],
	started_at: 0,
	ended_at: null,
	reason: null,
	commitment: "",
	seed: null,
	client_seeds: [],
	swap2_history: null,
};
const history = {
	actions: [
		{ type: "place", playerId: bo.id, data: { x: 6, y: 6 } },
		{ type: "choice", playerId: "bot:1", data: { choice: "place_more", x: null } },
		{ type: "place", playerId: "right", data: { x: 0, y: 0 } },
	],
	finalAssignment: { blackPlayerId: "bot:1", whitePlayerId: bo.id, firstMover: "right" },
};
const seats = [...match.seats, { title: "right", player: null, bot: "greedy", score: null }];

afterEach(cleanup);
afterEach(() => setLanguage("en"));

describe("the opening of a match", () => {
	it("is told as at the table, with cells as players call them, on any board", async () => {
		for (const [size, one, other] of [
			[15, "g9", "a15"],
			[19, "g13", "a19"],
		] as const) {
			render(<Opening history={history} match={{ ...match, seats, game: "gomoku", config: { size } }} />);
			await screen.findByText(/moves first/);
			expect(screen.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
				`Bo places opening stone 1 on ${one}.`,
				"Greedy will place two more stones.",
				`Greedy places opening stone 2 on ${other}.`,
				"Greedy plays black, Bo plays white; Greedy moves first.",
			]);
			cleanup();
		}
	});

	it("is told in the user's language", async () => {
		await setLanguage("fr");
		render(<Opening history={history} match={{ ...match, game: "gomoku" }} />);
		expect(await screen.findByText("Bo pose la pierre d’ouverture 1 en g9.")).toBeTruthy();
	});

	it("is left out if the game's board cannot tell it", async () => {
		const { container } = render(<Opening history={history} match={match} />);
		await act(async () => void (await boardFor("toy")));
		expect(container.textContent).toBe("");
	});

	// **Feature: cells, Property 1: each cell of a board has its own name, and what is no cell has none**
	it("gives no two cells the same name", () => {
		const place = fc.tuple(fc.integer({ min: -1, max: 19 }), fc.integer({ min: -1, max: 19 }));
		fc.assert(
			fc.property(fc.constantFrom(15, 19), place, place, (size, one, other) => {
				const names = [one, other].map(([x, y]) => cellNameSet({ size }, x, y));
				expect(names[0] === null).toBe(one.some((each) => each < 0 || each >= size));
				if (names[0] !== null && names[1] !== null) expect(names[0] === names[1]).toBe(`${one}` === `${other}`);
			}),
			{ numRuns: 200 },
		);
	});
});

describe("who sat at a match", () => {
	const told = (...scores: number[]) => {
		const of = scores.map((score, seat) => ({ title: `${seat}`, player: null, bot: "greedy", score }));
		render(<MatchPlayers match={{ ...match, seats: of, ended_at: 1 }} />);
		const lines = screen.getAllByRole("listitem").map((each) => each.textContent);
		cleanup();
		return lines;
	};

	it("has won with any positive score, a partner's lower one too", () => {
		const won = told(-1, 2, 1, -1, -1).map((line) => line?.includes("winner"));
		expect(won).toEqual([false, true, true, false, false]);
		expect(told(-1, -1).join()).not.toContain("winner");
		expect(told(0, 0).join()).not.toContain("winner");
	});

	it("has points shown where they say more than who has won", () => {
		expect(told(-2, 2)[0]).toMatch(/Score: -2$/);
		expect(told(-1, 1).join()).not.toContain("Score");
	});
});

describe("the seeds of a match", () => {
	it("are shown for everybody but bots, who have none", () => {
		const all = [
			{ title: "left", player: bo, bot: null, score: 1 },
			{ title: "right", player: null, bot: "greedy", score: -1 },
			{ title: "third", player: ada.player, bot: null, score: -1 },
		];
		render(<Fairness match={{ ...match, seats: all, client_seeds: ["c0ffee", "", ""] }} />);
		expect(screen.getByText("Seed of Bo").nextElementSibling?.textContent).toBe("c0ffee");
		expect(screen.getByText("Seed of Ada").nextElementSibling?.textContent).toBe("none");
		expect(screen.getAllByText(/^Seed of/)).toHaveLength(2);
	});
});
