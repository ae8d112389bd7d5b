// Mounts a board for tests, and records what it sends and announces. Its texts are English, and a missing text or
// parameter is an error.

import { act } from "preact/test-utils";
import { words as ofBackgammon } from "../../src/boards/backgammon/words.en.ts";
import type { Board, Moment } from "../../src/boards/board.ts";
import { words as ofBriscola } from "../../src/boards/briscola/words.en.ts";
import { words as ofCatan } from "../../src/boards/catan/words.en.ts";
import { words as ofGeneric } from "../../src/boards/generic/words.en.ts";
import { words as ofGomoku } from "../../src/boards/gomoku/words.en.ts";
import { words as ofOrcain } from "../../src/boards/orcain/words.en.ts";
import { boardFor } from "../../src/boards/registry.ts";
import type { Action, Snapshot, TableEvent } from "../../src/net/types.ts";

const WORDS: Readonly<Record<string, string>> = {
	...ofBackgammon,
	...ofBriscola,
	...ofCatan,
	...ofGomoku,
	...ofOrcain,
	...ofGeneric,
};
const NAMES = ["Ada", "Bo", "Cem", "Dora", "Emil"];

export function say(key: string, params: Record<string, string | number> = {}): string {
	const text = WORDS[key];
	if (text === undefined) throw new Error(`no word for ${key}`);
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		if (!(name in params)) throw new Error(`${key} lacks ${name}`);
		return String(params[name]);
	});
}

export const seatName = (seat: number) => NAMES[seat] ?? `seat ${seat}`;

export interface TestPage {
	readonly element: HTMLElement;
	readonly sent: Action[];
	readonly announced: string[];
	/** Whether the board was behind, as often as it said so. */
	readonly lags: boolean[];
	readonly show: (moment: Moment) => Promise<void>;
	readonly all: (selector: string) => HTMLElement[];
	readonly one: (selector: string) => HTMLElement;
	/** `detail` is which of several quick clicks it is. */
	readonly click: (element: Element, detail?: number) => Promise<void>;
	/** Whether the browser may do with the key what it does by itself. */
	readonly press: (key: string, on?: Element, more?: KeyboardEventInit) => Promise<boolean>;
	readonly close: () => void;
}

/** `past` is what has happened before the board is put there. */
export async function mountBoard(game: string, past: readonly TableEvent[] = []): Promise<TestPage> {
	const element = document.body.appendChild(document.createElement("div"));
	const sent: Action[] = [];
	const announced: string[] = [];
	const lags: boolean[] = [];
	const context = {
		game,
		say,
		seatName,
		send: (a: Action) => sent.push(a),
		announce: (t: string) => announced.push(t),
		lag: (isBehind: boolean) => lags.push(isBehind),
		past: () => past,
	};
	const board: Board = (await boardFor(game)).mount(element, context);
	const all = (selector: string) => [...element.querySelectorAll<HTMLElement>(selector)];
	const one = (selector: string) => {
		const found = all(selector);
		if (found.length !== 1) throw new Error(`${found.length} of ${selector}`);
		return found[0] as HTMLElement;
	};
	return {
		element,
		sent,
		announced,
		lags,
		all,
		one,
		show: (moment) => act(() => board.show(moment)),
		click: (target, detail = 0) =>
			act(() => void target.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }))),
		press: async (key, on = document.activeElement ?? element, more = {}) => {
			const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
			await act(() => void on.dispatchEvent(event));
			return !event.defaultPrevented;
		},
		close: () => {
			board.destroy();
			element.remove();
		},
	};
}

export function moment(view: unknown, legal: readonly Action[], more: Partial<Moment & Snapshot> = {}): Moment {
	const seen = view as { you?: number | null; toAct?: number | null } | null;
	const snapshot: Snapshot = {
		game: "gomoku",
		game_version: "1.0.0",
		config: {},
		commitment: "",
		client_seeds: null,
		reveal: null,
		seats: [],
		you: seen?.you ?? null,
		seq: 1,
		to_act: typeof seen?.toAct === "number" ? [seen.toAct] : [],
		decision: 1,
		legal,
		timers: [{ name: "turn-1", seats: [0, 1], ms: 42_000, paused: false }],
		view,
		outcome: null,
		closed: false,
		...more,
	};
	return { snapshot, view, legal, events: [], busy: false, msLeft: () => 42_000, ...more };
}
