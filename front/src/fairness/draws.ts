// Recomputes the draws of the fair dealer (docs/fairness.md, scheme `tables-fair/1`): the commitment, the key, every
// answer. Nothing here asks a server. It must not know: any game, what a draw was for.
import type { Drawn } from "../web.ts";
import type { RecordedDraw } from "./record.ts";
import { concat, fromHex, hex, hmac, sha256, utf8 } from "./sha256.ts";

type Draw = Drawn["draw"];
/** A uniform integer below its argument. */
type Below = (options: number) => number;

const SCHEME = utf8("tables-fair/1");
const SEED_BYTES = 32;

/** Everything that a match's chance follows from. `rules` is the game and its major version, like `backgammon/1`. */
export interface Seeds {
	readonly gameId: string;
	readonly rules: string;
	/** The commitment in the record. */
	readonly commitment: string;
	/** The commitment shown here at the table; null if none was. */
	readonly shown: string | null;
	readonly seed: string;
	readonly clientSeeds: readonly string[];
}

export interface CheckedDraw {
	readonly drawn: Drawn;
	readonly expected: readonly number[];
	readonly agrees: boolean;
}

export interface Verdict {
	/** The seed matches the commitment in the record, and the one shown at the table, if there was one. */
	readonly isCommitted: boolean;
	/** The draws are those of the record. A missing last draw would not show in any later one. */
	readonly isWhole: boolean;
	readonly draws: readonly CheckedDraw[];
}

/** Every draw of a match in order, beside what the seeds give and what its record has; null without a usable seed. */
export function checkDraws(
	seeds: Seeds,
	drawn: readonly Drawn[],
	recorded: readonly RecordedDraw[] | null,
): Verdict | null {
	const seed = fromHex(seeds.seed);
	if (seed === null || seed.length !== SEED_BYTES) return null;
	const key = keyOf(seed, seeds);
	const draws = drawn.map((each, place) => {
		const expected = answerTo(each.draw, belowFrom(key, each.draw.type, recorded?.[place]?.number ?? place));
		return { drawn: each, expected, agrees: isSame(expected, each.answer) };
	});
	const commitment = commitmentOf(seeds.gameId, seed);
	const isCommitted = commitment === seeds.commitment && commitment === (seeds.shown ?? commitment);
	const isWhole =
		drawn.length === recorded?.length &&
		drawn.every(({ answer }, place) => isSame(answer, recorded[place]?.answer ?? []));
	return { isCommitted, isWhole, draws };
}

export function commitmentOf(gameId: string, seed: Uint8Array): string {
	return hex(sha256(prefixed(SCHEME, utf8("commit"), utf8(gameId), seed)));
}

export function keyOf(
	seed: Uint8Array,
	{ gameId, rules, clientSeeds }: Omit<Seeds, "seed" | "commitment" | "shown">,
): Uint8Array {
	const seeds = clientSeeds.map(utf8);
	const bound = prefixed(SCHEME, utf8("key"), utf8(gameId), sha256(utf8(rules)), ...seeds, utf8(""));
	return hmac(seed, sha256(bound));
}

function answerTo(draw: Draw, below: Below): readonly number[] {
	switch (draw.type) {
		case "dice":
			return Array.from({ length: draw.count }, () => 1 + below(draw.sides ?? 6));
		case "pick":
			return [draw.weights?.length ? weighed(draw.weights, below) : below(draw.options)];
		case "deal":
			return fromTheTop(draw.items, sum(draw.sizes), below);
		case "shuffle":
			return fromTheTop(draw.items, draw.items, below);
	}
}

function weighed(weights: readonly number[], below: Below): number {
	let point = below(sum(weights));
	return weights.findIndex((weight) => {
		point -= weight;
		return point < 0;
	});
}

/** Fisher–Yates from the top, stopped when enough cards are drawn. */
function fromTheTop(items: number, wanted: number, below: Below): readonly number[] {
	const pack = Array.from({ length: items }, (_, card) => card);
	for (let last = items - 1; last >= items - wanted; last -= 1) {
		const other = below(last + 1);
		[pack[last], pack[other]] = [pack[other] ?? 0, pack[last] ?? 0];
	}
	return pack.slice(items - wanted).reverse();
}

/** Takes as few bytes as can hold the number; values in the incomplete last range are rejected. */
function belowFrom(key: Uint8Array, kind: string, number: number): Below {
	const next = stream(key, kind, number);
	return (options) => {
		let width = 1;
		while (256 ** width < options) width += 1;
		const limit = 256 ** width - (256 ** width % options);
		for (;;) {
			let found = 0;
			for (let at = 0; at < width; at += 1) found = found * 256 + next();
			if (found < limit) return found % options;
		}
	};
}

function stream(key: Uint8Array, kind: string, number: number): () => number {
	const label = sha256(prefixed(SCHEME, utf8(kind), bigEndian(number, 8)));
	let block = 0;
	let rest: number[] = [];
	return () => {
		if (rest.length === 0) {
			rest = [...hmac(key, concat(label, bigEndian(block, 4)))];
			block += 1;
		}
		return rest.shift() ?? 0;
	};
}

function prefixed(...fields: readonly Uint8Array[]): Uint8Array {
	return concat(...fields.flatMap((field) => [bigEndian(field.length, 4), field]));
}

function bigEndian(value: number, bytes: number): Uint8Array {
	return Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
	return one.length === other.length && one.every((each, at) => each === other[at]);
}
