// Messages to the user: alerts, and announcements for screen readers. It must not know: who raises them.
import { signal } from "@preact/signals";
import { ApiError, Unreachable } from "../net/api.ts";
import { firstKnown, say, sayKey } from "../words/index.ts";
import type { Params } from "../words/languages.ts";

/** `detail`: the server's own words, in English, where the page's sentence does not say as much; else empty. */
export interface Notice {
	readonly text: string;
	readonly detail: string;
}

export interface Alert extends Notice {
	readonly id: number;
}

const SHOWN_MS = 8000;
/** Rules that mean something different in every game: only the game's own words explain them. */
const AMBIGUOUS: ReadonlySet<unknown> = new Set(["bad_config", "unreadable"]);

export const alerts = signal<readonly Alert[]>([]);
export const announced = signal("");
let last = 0;

/** An error: shown, and read out at once. */
export function showAlert({ text, detail }: Notice): void {
	last += 1;
	const id = last;
	alerts.value = [...alerts.value.filter((each) => each.text !== text), { id, text, detail }].slice(-3);
	if (detail === "") setTimeout(() => dismiss(id), SHOWN_MS); // one with details stays until it is closed
}

export function dismiss(id: number): void {
	alerts.value = alerts.value.filter((each) => each.id !== id);
}

/** For screen readers. The same text twice is read twice. */
export function announce(text: string): void {
	announced.value = announced.value === text ? `${text}\u00a0` : text;
}

export function showError(error: unknown): void {
	showAlert(noticeOf(error));
}

/** A sentence that needs no detail. */
export function plainNotice(text: string): Notice {
	return { text, detail: "" };
}

export function errorText(error: unknown): string {
	return noticeOf(error).text;
}

/** `game`: the game whose rules may have refused it. */
export function noticeOf(error: unknown, game?: string): Notice {
	if (error instanceof ApiError) return refusalNotice({ ...error, reason: error.message }, game);
	if (error instanceof Unreachable) return plainNotice(say("error.unreachable"));
	return { text: say("error.unknown"), detail: error instanceof Error ? error.message : "" };
}

export interface Refusal {
	readonly code: string;
	readonly reason: string;
	readonly facts: Readonly<Record<string, unknown>>;
}

/** In the game's own words, else in those for any game, else by its code, with or without the rule. */
export function refusalNotice({ code, reason, facts }: Refusal, game?: string): Notice {
	const { rule } = facts;
	const own = game === undefined ? undefined : firstKnown(`refused.${game}.${rule}`);
	const shared = firstKnown(...(game === undefined ? [] : [`refused.${rule}`]), `error.${code}.${rule}`);
	const bare = firstKnown(`error.${code}`);
	const isPlain = bare !== undefined && rule === undefined && facts.where === undefined;
	const saysAll = own !== undefined || (shared !== undefined && !AMBIGUOUS.has(rule)) || isPlain;
	return { text: sayKey(own ?? shared ?? bare ?? "error.unknown", numbersOf(facts)), detail: saysAll ? "" : reason };
}

/** Parameters of a sentence: numbers are the same in every language. */
function numbersOf(facts: Refusal["facts"]): Params {
	const numbers = Object.entries(facts).filter((fact): fact is [string, number] => typeof fact[1] === "number");
	return Object.fromEntries(numbers);
}
