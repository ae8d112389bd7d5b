// The cards on the table, and what each step did, read from a view. It must not know what a card does: a step's effect
// is the difference in hit points.

import type { Snapshot } from "../../net/types.ts";
import { type CardId, type ShownStep, type Side, SLOTS, type View } from "./types.ts";

/** A step, and how it changed each side's hit points. */
export interface Exchange extends ShownStep {
	readonly change: readonly [number, number];
}

export interface PlayedRound {
	readonly number: number;
	readonly steps: readonly Exchange[];
	readonly afk: readonly [boolean, boolean];
}

/** What one slot of one side shows. */
export type SlotShown =
	| { readonly kind: "shown"; readonly card: CardId | null; readonly change: number }
	| { readonly kind: "own"; readonly card: CardId | null }
	| { readonly kind: "hidden" }
	| { readonly kind: "empty" };

/** Everybody's hit points at the start, from the table's settings; the default if not set. */
export function startHp({ config }: Pick<Snapshot, "config">): number {
	return typeof config.start_hp === "number" ? config.start_hp : 10;
}

/** The rounds that are over, as far back as the view goes. */
export function playedRounds(view: View, start: number): readonly PlayedRound[] {
	let before: readonly [number, number] = view.historyHp ?? [start, start];
	return view.history.map(({ steps, afk }, index) => {
		const round = { number: (view.historyFrom ?? 1) + index, steps: exchanges(steps, before), afk };
		before = steps.at(-1)?.hp ?? before;
		return round;
	});
}

/** The steps on the table: those of the current round, or of a finished one while it is the last or still shown. */
export function stepsShown(view: View, start: number, recap: number | null): readonly Exchange[] {
	const rounds = playedRounds(view, start);
	const over = rounds.find(({ number }) => number === (recap ?? view.roundIndex));
	if (over) return over.steps;
	return exchanges(view.steps, rounds.at(-1)?.steps.at(-1)?.hp ?? [start, start]);
}

/** A side's three slots. `own` is the reader's own layout, or what a replay shows. */
export function slotsShown(
	view: View,
	side: Side,
	steps: readonly Exchange[],
	own: readonly (CardId | null)[] | null,
): readonly SlotShown[] {
	const isSealed = view.phase === "REVEAL" || (view.phase === "PREP" && view.confirmed[side]);
	return SLOTS.map((slot) => {
		const step = steps[slot];
		if (step) return { kind: "shown", card: step.cards[side], change: step.change[side] };
		if (own) return { kind: "own", card: own[slot] ?? null };
		return { kind: isSealed ? "hidden" : "empty" };
	});
}

function exchanges(steps: readonly ShownStep[], start: readonly [number, number]): readonly Exchange[] {
	return steps.map((step, at) => {
		const before = steps[at - 1]?.hp ?? start;
		return { ...step, change: [step.hp[0] - before[0], step.hp[1] - before[1]] };
	});
}

/** −2, +1, ±0. */
export function changeText(change: number): string {
	if (change === 0) return "±0";
	return change > 0 ? `+${change}` : `−${-change}`;
}
