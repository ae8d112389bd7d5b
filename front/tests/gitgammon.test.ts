// The page of a GitGammon repository, without a browser: polling, reading, hashing, composing, the history of a game.

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { framesOf } from "../gitgammon/history.ts";
import { WORDS } from "../gitgammon/language.ts";
import { canonical, command, moveFile } from "../gitgammon/move_file.ts";
import { landing, plausibleMoves } from "../gitgammon/plausible_moves.ts";
import { type Answer, AT_MOST_MS, BEGIN, failed, type Pace, Poller } from "../gitgammon/poller.ts";
import { readHistory, readState, type State } from "../gitgammon/state.ts";
import { inReadme, readIndex } from "../gitgammon/table_index.ts";
import { stacksOf, stepped } from "../src/boards/backgammon/checkers.ts";
import { START } from "../src/boards/backgammon/display.ts";
import { LANGUAGES, type Language } from "../src/words/languages.ts";
import { positions, sides } from "./boards/backgammon.model.ts";

const STATE: State = {
	turn: 1,
	activePlayer: "white",
	dice: [6, 1],
	diceUsed: [],
	board: START.board,
	bar: { white: 0, black: 0 },
	home: { white: 0, black: 0 },
	lastMove: null,
	status: "playing",
	winner: null,
	players: { white: "Anna", black: "Đỗ" },
	messages: [],
	updatedAt: "2026-01-31T10:00:00.000Z",
};

describe("polling", () => {
	/** Every answer in turn; what was waited for, and what was new. */
	async function course(
		answers: readonly Answer[],
	): Promise<{ waits: (number | null)[]; paces: Pace[]; news: unknown[] }> {
		const [waits, paces, news]: [(number | null)[], Pace[], unknown[]] = [[], [], []];
		let at = 0;
		const poller = new Poller({
			ask: async () => answers[at++] as Answer,
			after: (ms) => {
				waits.push(ms);
				return () => undefined;
			},
			news: (tree) => news.push(tree) > 0,
			paced: (pace) => paces.push(pace),
		});
		for (const _ of answers) await poller.now();
		return { waits, paces, news };
	}
	const down: Answer = { code: null, tree: null };
	const up = (updatedAt: string): Answer => ({ code: 200, tree: { updatedAt } });

	test("every five seconds; news is what has another updatedAt", async () => {
		const { waits, news } = await course([up("a"), up("a"), up("b"), up("b")]);
		expect(waits).toEqual([5000, 5000, 5000, 5000]);
		expect(news).toEqual([{ updatedAt: "a" }, { updatedAt: "b" }]);
	});

	test("a failure doubles the wait, three in a row pause, a success begins anew", async () => {
		const { waits, paces } = await course([up("a"), down, { code: 503, tree: null }, down, down, up("a")]);
		expect(waits).toEqual([5000, 10_000, 20_000, 60_000, 5000]);
		expect(paces.map(({ status }) => status)).toEqual([
			"polling",
			"retrying",
			"retrying",
			"paused",
			"retrying",
			"polling",
		]);
	});

	test("what is not there is not asked for again", async () => {
		const { waits, paces } = await course([{ code: 404, tree: null }]);
		expect([waits, paces.at(-1)?.status]).toEqual([[], "stopped"]);
	});

	test("no wait is longer than a minute, however often it fails", () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(null, 500, 502)), (codes) => {
				let pace = BEGIN;
				for (const code of codes) {
					const next = failed(pace, code);
					expect(next.wait ?? 0).toBeLessThanOrEqual(AT_MOST_MS);
					expect(next.status === "paused").toBe(pace.inRow === 2);
					pace = next;
				}
			}),
			{ numRuns: 200 },
		);
	});
});

describe("files", () => {
	test("a move has the name, the hashes and the fields that the processor expects", () => {
		const moves = [
			{ from: 12, to: 6, die: 6 },
			{ from: 7, to: 6, die: 1 },
		];
		const { path, text } = moveFile("anna-vs-do-2026-01-31", STATE, moves, "2026-01-31T10:01:00.000Z");
		const tree = JSON.parse(text);
		const { comment, commitSha, ...hashed } = tree;
		const sha = (value: unknown) => createHash("sha256").update(canonical(value)).digest("hex");
		expect(tree.expectedState).toBe(sha(STATE).slice(0, 16));
		expect(path).toBe(`tables/anna-vs-do-2026-01-31/moves/0001-white-${sha(hashed).slice(0, 6)}.json`);
		expect([comment, commitSha, tree.diceRoll, tree.moves]).toEqual([null, null, [6, 1], moves]);
		expect(command("anna-vs-do-2026-01-31", STATE, moves)).toBe(
			"ludoteca gitgammon move 13/7 8/7 --table anna-vs-do-2026-01-31",
		);
	});

	test("a command writes every step, in order, and nothing that a shell would take for its own", () => {
		const written = (...steps: [number, number, number][]) =>
			command(
				"t",
				STATE,
				steps.map(([from, to, die]) => ({ from, to, die })),
			).split(" move ")[1];
		expect(written([12, 6, 6], [6, 4, 2])).toBe("13/7 7/5 --table t");
		expect(written([7, 3, 4], [7, 3, 4], [5, 1, 4], [5, 1, 4])).toBe("8/4 8/4 6/2 6/2 --table t");
		expect(written([-1, 19, 5], [2, 24, 6])).toBe("bar/20 3/off --table t");
	});

	test("states and histories are read, and nothing else", () => {
		expect(readState(STATE)).toBe(STATE);
		for (const not of [null, [], {}, { ...STATE, board: [1] }, { ...STATE, players: {} }])
			expect(readState(not)).toBeNull();
		expect(readHistory({ board: START.board, turns: [] })).not.toBeNull();
		expect(readHistory({ board: START.board, turns: [{}] })).toBeNull();
		expect(readIndex({ tables: ["a-vs-b", { id: "c-vs-d" }, "../x", 3] })?.map(({ id }) => id)).toEqual([
			"a-vs-b",
			"c-vs-d",
		]);
		expect(inReadme("# x\n<!-- table a-vs-b -->\ntext\n<!-- table c-vs-d -->\n").length).toBe(2);
	});
});

test("what looks like a move is one's own checker, a die that is left, and keeps all fifteen", () => {
	fc.assert(
		fc.property(positions, sides, fc.subarray([1, 2, 3, 4, 5, 6]), (position, side, dice) => {
			for (const move of plausibleMoves(position, side, dice)) {
				expect(dice).toContain(move.die);
				expect(move.to).toBe(landing(move.from, move.die, side));
				const after = stacksOf(stepped(position, move, side));
				for (const each of [0, 1]) {
					expect(after.filter((stack) => stack.side === each).reduce((sum, { count }) => sum + count, 0)).toBe(15);
				}
			}
		}),
		{ numRuns: 200 },
	);
	expect(plausibleMoves(START as never, 0, [6]).map(({ from, to }) => [from, to])).toEqual([
		[7, 1],
		[12, 6],
		[23, 17],
	]);
});

test("the course of a game is gone through checker by checker, with its hits", () => {
	const frames = framesOf({
		board: START.board,
		turns: [
			{ player: "white", dice: [6, 1], moves: [{ from: 12, to: 6, die: 6 }] },
			{ player: "black", dice: [6, 6, 6, 6], moves: [{ from: 0, to: 6, die: 6 }] },
			{ player: "white", dice: [5, 5, 5, 5], moves: [] },
		],
	});
	expect(frames.map(({ position }) => position.bar)).toEqual([
		[0, 0],
		[0, 0],
		[1, 0],
		[1, 0],
	]);
	expect(frames[2]?.steps[0]?.hit).toBe(true);
});

test("a course that does not begin with the game has the bar and what is off at its beginning", () => {
	const later = { board: START.board, bar: { white: 1, black: 0 }, home: { white: 0, black: 2 }, turns: [] };
	expect(readHistory(later)).toEqual(later);
	expect(framesOf(later)[0]?.position).toEqual({ board: START.board, bar: [1, 0], home: [0, 2] });
	expect(readHistory({ ...later, bar: { white: "1", black: 0 } })).toBeNull();
});

test("the page says the same things in every language, with the same holes to fill", () => {
	const holes = (text = "") => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).toSorted();
	for (const language of Object.keys(LANGUAGES) as Language[]) {
		expect(Object.keys(WORDS[language])).toEqual(Object.keys(WORDS.en));
		for (const [key, text] of Object.entries(WORDS[language])) expect(holes(text), key).toEqual(holes(WORDS.en[key]));
	}
});
