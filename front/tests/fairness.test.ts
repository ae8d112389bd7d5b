// The fair dealer's draws, recomputed in the browser: the test vectors of docs/fairness.md, and manipulated matches.
import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { keepCommitment, keptCommitment } from "../src/fairness/commitments.ts";
import { checkDraws, commitmentOf, keyOf, type Seeds, type Verdict } from "../src/fairness/draws.ts";
import { answersIn } from "../src/fairness/record.ts";
import { fromHex, hex, hmac, sha256 } from "../src/fairness/sha256.ts";
import type { Drawn } from "../src/web.ts";

const SEED = Uint8Array.from({ length: 32 }, (_, at) => at);
const SEEDS: Seeds = {
	gameId: "ABC123",
	rules: "backgammon/1",
	commitment: "d7c2391357207a1aa748fc70254e45e86b05a953250c36802e9adab0f2e43aef",
	shown: null,
	seed: hex(SEED),
	clientSeeds: ["alice-seed", "bob-seed"],
};
const ROLLS = ["2 2", "4 2", "6 3", "2 6", "6 5", "5 4", "3 4", "6 1", "1 1", "6 3"];
const ROLLED: readonly Drawn[] = ROLLS.map((roll) => ({ draw: { type: "dice", count: 2 }, answer: numbers(roll) }));
/** One after the other, as the same dealer answers them. */
const OTHERS: readonly Drawn[] = [
	{ draw: { type: "pick", options: 1000 }, answer: [114] },
	{ draw: { type: "pick", options: 4, weights: [0, 3, 1, 6] }, answer: [1] },
	{
		draw: { type: "deal", items: 40, sizes: [8, 8] },
		answer: numbers("30 3 36 31 15 7 0 13 26 20 9 17 38 25 35 23"),
	},
	{ draw: { type: "shuffle", items: 6 }, answer: numbers("1 5 4 3 2 0") },
	{ draw: { type: "dice", count: 3, sides: 20 }, answer: [1, 10, 20] },
	{ draw: { type: "deal", items: 300, sizes: [3] }, answer: [147, 220, 281] },
	{ draw: { type: "pick", options: 5, weights: [2 ** 45, 2 ** 46, 2 ** 45 - 1, 2 ** 46, 2 ** 46 + 1] }, answer: [2] },
];

function numbers(text: string): readonly number[] {
	return text.split(" ").map(Number);
}

/** Beside a record that has the same. */
function judged(seeds: Seeds, drawn: readonly Drawn[]): Verdict | null {
	return checkDraws(
		seeds,
		drawn,
		drawn.map(({ answer }, number) => ({ answer, number })),
	);
}

function agreeing(seeds: Seeds, drawn: readonly Drawn[]): boolean[] {
	return judged(seeds, drawn)?.draws.map(({ agrees }) => agrees) ?? [];
}

describe("hashes", () => {
	// **Feature: fairness, Property 1: our SHA-256 and HMAC are the standard's, whatever is hashed**
	it("match reference values", () => {
		const bytes = fc.uint8Array({ maxLength: 200 });
		fc.assert(
			fc.property(bytes, bytes, (key, message) => {
				expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
				expect(hex(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
				expect(fromHex(hex(message))).toEqual(message);
			}),
			{ numRuns: 200 },
		);
	});
});

describe("a match's chance", () => {
	it("has the commitment, the key and the rolls of the published vector", () => {
		expect(commitmentOf("ABC123", SEED)).toBe(SEEDS.commitment);
		expect(hex(keyOf(SEED, SEEDS))).toBe("6cd161a4877aa2bfe01b90c41995c349af32267ec833bc70ddfa84812be300d3");
		expect(judged(SEEDS, ROLLED)?.isCommitted).toBe(true);
		expect(agreeing(SEEDS, ROLLED)).toEqual(ROLLS.map(() => true));
	});

	it("is recomputed for every kind of draw", () => {
		expect(judged(SEEDS, OTHERS)?.draws.map(({ expected }) => expected)).toEqual(OTHERS.map(({ answer }) => answer));
	});

	it("finds a changed answer, and only that one", () => {
		fc.assert(
			fc.property(fc.nat(ROLLS.length - 1), fc.constantFrom(0, 1), fc.integer({ min: 1, max: 5 }), (at, die, by) => {
				const answer = [...(ROLLED[at]?.answer ?? [])];
				answer[die] = (((answer[die] ?? 0) - 1 + by) % 6) + 1;
				const tampered = ROLLED.with(at, { draw: { type: "dice", count: 2 }, answer });
				expect(agreeing(SEEDS, tampered)).toEqual(ROLLS.map((_, number) => number !== at));
			}),
			{ numRuns: 60 },
		);
	});

	it("finds a changed seed", () => {
		const verdict = judged({ ...SEEDS, seed: `ff${SEEDS.seed.slice(2)}` }, ROLLED);
		expect(verdict?.isCommitted).toBe(false);
		expect(verdict?.draws.every(({ agrees }) => agrees)).toBe(false);
	});

	it("finds a changed commitment", () => {
		const verdict = judged({ ...SEEDS, commitment: SEEDS.commitment.replace("d7", "d8") }, ROLLED);
		expect(verdict?.isCommitted).toBe(false);
		expect(verdict?.draws.every(({ agrees }) => agrees)).toBe(true);
	});

	it("finds changed client seeds, game ids and rules", () => {
		for (const other of [{ clientSeeds: ["alice-seed", "bob-seed2"] }, { gameId: "ABC124" }, { rules: "backgammon/2" }])
			expect(agreeing({ ...SEEDS, ...other }, ROLLED).every(Boolean)).toBe(false);
	});

	it("finds a missing draw", () => {
		expect(agreeing(SEEDS, ROLLED.slice(1)).every(Boolean)).toBe(false);
	});

	it("finds missing last draws, no draws at all, and draws not in the record", () => {
		const recorded = ROLLED.map(({ answer }, number) => ({ answer, number }));
		for (let kept = 0; kept <= ROLLED.length; kept += 1) {
			const verdict = checkDraws(SEEDS, ROLLED.slice(0, kept), recorded);
			expect(verdict?.draws.every(({ agrees }) => agrees)).toBe(true);
			expect(verdict?.isWhole).toBe(kept === ROLLED.length);
		}
		expect(checkDraws(SEEDS, ROLLED, recorded.with(3, { answer: [6, 2], number: 3 }))?.isWhole).toBe(false);
		expect(checkDraws(SEEDS, [], null)?.isWhole).toBe(false);
	});

	it("finds a seed that fits the record but not the commitment shown at the table", () => {
		const seed = SEED.with(0, 255);
		const changed = { ...SEEDS, seed: hex(seed), commitment: commitmentOf(SEEDS.gameId, seed) };
		expect(judged(changed, [])?.isCommitted).toBe(true);
		expect(judged({ ...changed, shown: SEEDS.commitment }, [])?.isCommitted).toBe(false);
		expect(judged({ ...SEEDS, shown: SEEDS.commitment }, [])?.isCommitted).toBe(true);
		expect(judged({ ...SEEDS, commitment: "", shown: SEEDS.commitment }, [])?.isCommitted).toBe(false);
	});

	it("cannot be recomputed without a seed", () => {
		for (const seed of ["", "00", "no seed at all", SEEDS.seed.toUpperCase()]) {
			expect(judged({ ...SEEDS, seed }, ROLLED)).toBeNull();
		}
	});
});

describe("a record", () => {
	it("has draws on any of its lines", () => {
		const lines = [
			{ line: "open", drawn: [[2, 2]] },
			{ line: "input", drawn: [] },
			{ line: "input", drawn: [[4], [1]] },
		];
		const record = [...lines, { line: "end" }].map((line) => `${JSON.stringify(line)}\n`).join("");
		expect(answersIn(record)).toEqual([
			{ answer: [2, 2], number: 0 },
			{ answer: [4], number: 1 },
			{ answer: [1], number: 2 },
		]);
		for (const other of ["<html>", "null", record.slice(0, -5)]) expect(answersIn(other)).toBeNull();
	});
});

describe("a record of a recovered table", () => {
	it("goes on with the draw that the recovery names", () => {
		const lines = [
			{ line: "open", drawn: [[2, 2]] },
			{ line: "input", input: { type: "recovered", draws: 5 }, drawn: [] },
			{ line: "input", input: { type: "move" }, drawn: [[5, 4]] },
		];
		const recorded = answersIn(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
		const drawn = [ROLLED[0], ROLLED[5]] as readonly Drawn[];
		expect(checkDraws(SEEDS, drawn, recorded)?.draws.map(({ agrees }) => agrees)).toEqual([true, true]);
		expect(agreeing(SEEDS, drawn)).toEqual([true, false]);
	});
});

describe("commitments shown at tables", () => {
	beforeEach(() => localStorage.clear());

	it("the first one is stored", () => {
		expect(keptCommitment("G1")).toBeNull();
		keepCommitment("G1", "aa");
		keepCommitment("G2", "bb");
		keepCommitment("G1", "cc");
		expect([keptCommitment("G1"), keptCommitment("G2")]).toEqual(["aa", "bb"]);
	});

	it("the oldest are dropped when there are too many", () => {
		for (let n = 0; n <= 300; n += 1) keepCommitment(`G${n}`, `c${n}`);
		expect([keptCommitment("G0"), keptCommitment("G1"), keptCommitment("G300")]).toEqual([null, "c1", "c300"]);
	});

	it("foreign data in local storage is ignored", () => {
		for (const other of ["{", "7", '[["G1", 7], "G1", ["G1"]]']) {
			localStorage.setItem("ludoteca.commitments", other);
			expect(keptCommitment("G1")).toBeNull();
			keepCommitment("G1", "aa");
			expect(keptCommitment("G1")).toBe("aa");
		}
	});
});
