// Plays as they are written: `13/7, 8/5`, `bar/20`, `6/off`. Each side counts from its own home; the steps of one checker
// are joined, equal ones counted. It must not know rules or words.

import { numberFor } from "./spots.ts";
import type { Side } from "./types.ts";

interface Written {
	readonly from: number;
	readonly to: number;
	readonly hit?: boolean;
}

function fromName(from: number, side: Side): string {
	return from < 0 ? "bar" : String(numberFor(from, side));
}

function toName(to: number, side: Side): string {
	return to > 23 ? "off" : String(numberFor(to, side));
}

export function stepName(step: Written, side: Side): string {
	return `${fromName(step.from, side)}/${toName(step.to, side)}`;
}

/** `stars` marks hits as notation does; an intermediate hit is always named. */
export function playName(steps: readonly Written[], side: Side, stars = false): string {
	const chains: { at: number; names: string[] }[] = [];
	for (const step of steps) {
		const star = step.hit && stars ? "*" : "";
		const chain = chains.find((each) => each.at === step.from && step.from >= 0);
		if (chain === undefined) {
			chains.push({ at: step.to, names: [fromName(step.from, side), `${toName(step.to, side)}${star}`] });
			continue;
		}
		if (!chain.names.at(-1)?.endsWith("*") && chain.names.length > 1) chain.names.pop();
		chain.at = step.to;
		chain.names.push(`${toName(step.to, side)}${star}`);
	}
	const counted = new Map<string, number>();
	for (const { names } of chains) counted.set(names.join("/"), (counted.get(names.join("/")) ?? 0) + 1);
	const words = [...counted].map(([name, count]) => (count > 1 ? `${name}(${count})` : name));
	return words.join(stars ? " " : ", ");
}

/** 6-2; for a double, two of its dice. */
export function rollName(dice: readonly number[]): string {
	return dice.slice(0, 2).join("-");
}
