// One match: its opening, with cells called as the game's own board calls them; and the seeds that its chance comes from.
import { cleanup, render, screen } from "@testing-library/preact";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { boardFor } from "../../src/boards/index.ts";
import { Fairness } from "../../src/parts/fairness.tsx";
import { Opening } from "../../src/parts/opening.tsx";
import type { Match } from "../../src/web.ts";
import { ada, bo } from "./server.ts";

const match: Match = {
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
		{ type: "place", playerId: "bo", data: { x: 6, y: 6 } },
		{ type: "choice", playerId: "bo", data: { choice: "place_more", x: null } },
	],
};

afterEach(cleanup);

describe("the opening of a match", () => {
	it("calls cells as the players do, on whatever board", async () => {
		for (const [size, name] of [
			[15, "g9"],
			[19, "g13"],
		] as const) {
			render(<Opening history={history} match={{ ...match, game: "gomoku", config: { size } }} />);
			expect((await screen.findByText(`Place: ${name}`, { exact: false })).textContent).toBe(`Bo Place: ${name}`);
			expect(screen.getByText(/Choice/).textContent).toBe("Bo Choice: Place more");
			cleanup();
		}
	});

	it("has their numbers where a game has no names for them", async () => {
		render(<Opening history={history} match={match} />);
		await boardFor("toy");
		expect(screen.getByText(/Place:/).textContent).toBe("Bo Place: 6, 6");
	});

	// **Feature: cells, Property 1: each cell of a board has its own name, and what is no cell has none**
	it("calls no two cells the same", async () => {
		const { cellName } = await boardFor("gomoku");
		const place = fc.tuple(fc.integer({ min: -1, max: 19 }), fc.integer({ min: -1, max: 19 }));
		fc.assert(
			fc.property(fc.constantFrom(15, 19), place, place, (size, one, other) => {
				const names = [one, other].map(([x, y]) => cellName?.({ size }, x, y));
				expect(names[0] === null).toBe(one.some((each) => each < 0 || each >= size));
				if (names[0] !== null && names[1] !== null) expect(names[0] === names[1]).toBe(`${one}` === `${other}`);
			}),
			{ numRuns: 200 },
		);
	});
});

describe("the seeds of a match", () => {
	it("are told of everybody who could give one: a bot cannot", () => {
		const seats = [
			{ title: "left", player: bo, bot: null, score: 1 },
			{ title: "right", player: null, bot: "greedy", score: -1 },
			{ title: "third", player: ada.player, bot: null, score: -1 },
		];
		render(<Fairness match={{ ...match, seats, client_seeds: ["c0ffee", "", ""] }} />);
		expect(screen.getByText("Seed of Bo").nextElementSibling?.textContent).toBe("c0ffee");
		expect(screen.getByText("Seed of Ada").nextElementSibling?.textContent).toBe("none was given");
		expect(screen.getAllByText(/^Seed of/)).toHaveLength(2);
	});
});
