// What must be said to the reader now: what went wrong, and what only those hear who do not see.
// It must not know: who says it.
import { signal } from "@preact/signals";
import { Refused, Unreachable } from "../net/api.ts";
import { known, say, tell } from "../words/index.ts";

export interface Alert {
	readonly id: number;
	readonly text: string;
}

const SHOWN_MS = 8000;

export const alerts = signal<readonly Alert[]>([]);
export const announced = signal("");
let last = 0;

/** Something went wrong: it is shown, and read out at once. */
export function alarm(text: string): void {
	last += 1;
	const id = last;
	alerts.value = [...alerts.value.filter((each) => each.text !== text), { id, text }].slice(-3);
	setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
	alerts.value = alerts.value.filter((each) => each.id !== id);
}

/** To those who do not see the page. The same text twice is read twice. */
export function announce(text: string): void {
	announced.value = announced.value === text ? `${text}\u00a0` : text;
}

export function complain(error: unknown): void {
	alarm(whyText(error));
}

/** `game`: whose rules may have refused it. */
export function whyText(error: unknown, game?: string): string {
	if (error instanceof Refused) return refusalText({ ...error, reason: error.message }, game);
	if (error instanceof Unreachable) return say("error.unreachable");
	return error instanceof Error ? error.message : String(error);
}

export interface Refusal {
	readonly code: string;
	readonly reason: string;
	readonly facts: Readonly<Record<string, unknown>>;
}

/** As the game says it, else as it is said of any game, else by its code; what has no words here, in the server's. */
export function refusalText({ code, reason, facts }: Refusal, game?: string): string {
	const rules = game === undefined ? [] : [`refused.${game}.${facts.rule}`, `refused.${facts.rule}`];
	const key = known(...rules, `error.${code}`);
	if (key !== undefined) return tell(key, { reason });
	return reason === "" ? say("error.unknown") : reason.charAt(0).toUpperCase() + reason.slice(1);
}
