// A move as a file for the repository, and as a command, with the names and hashes that the processor expects; whether it
// is legal, the processor decides. It must not know the document or the board's look.

import { stepName } from "../src/boards/backgammon/notation.ts";
import type { Step } from "../src/boards/backgammon/types.ts";
import { hex, sha256, utf8 } from "../src/fairness/sha256.ts";
import { type State, sideOfColour } from "./state.ts";

export interface MoveFile {
	readonly path: string;
	readonly text: string;
}

/** Sorted keys, no spaces: what is hashed. */
export function canonical(tree: unknown): string {
	if (Array.isArray(tree)) return `[${tree.map(canonical).join(",")}]`;
	if (typeof tree !== "object" || tree === null) return JSON.stringify(tree);
	const fields = Object.entries(tree).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(",")}}`;
}

export function moveFile(table: string, state: State, steps: readonly Step[], timestamp: string): MoveFile {
	const hashed = {
		player: state.activePlayer,
		moves: steps.map(({ from, to, die }) => ({ from, to, die })),
		timestamp,
		expectedState: hex(sha256(utf8(canonical(state)))).slice(0, 16),
		diceRoll: state.dice,
	};
	const sequence = String((state.lastMove?.sequence ?? 0) + 1).padStart(4, "0");
	const name = `${sequence}-${state.activePlayer}-${hex(sha256(utf8(canonical(hashed)))).slice(0, 6)}.json`;
	const fields = Object.entries({ ...hashed, comment: null, commitSha: null });
	const lines = fields.map(([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)}`);
	return { path: `tables/${table}/moves/${name}`, text: `{\n${lines.join(",\n")}\n}\n` };
}

/** Every step is written by itself: joined they could mean another way, and signs for hits and counts mean something to
 * a shell. */
export function command(table: string, state: State, steps: readonly Step[]): string {
	const side = sideOfColour(state.activePlayer);
	return `ludoteca gitgammon move ${steps.map((step) => stepName(step, side)).join(" ")} --table ${table}`;
}
