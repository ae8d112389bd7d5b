// Any game in the browser, as text and buttons. It must not know any game, the net, or the page around it.

import type { Catalogue, Language } from "../../words/languages.ts";
import { newsSince, telling } from "../common/telling.ts";
import type { Around, Board, BoardModule, Moment } from "../board.ts";
import { GenericBoard, status } from "./board.tsx";
import "./generic.css";
import { line } from "./lines.ts";

const WORDS: Readonly<Record<Language, () => Promise<{ words: Catalogue }>>> = {
	en: () => import("./words.en.ts"),
	fr: () => import("./words.fr.ts"),
	it: () => import("./words.it.ts"),
	vi: () => import("./words.vi.ts"),
};

export const board: BoardModule = {
	mount,
	words: true,
	catalogue: async (language) => (await WORDS[language]()).words,
	lines: line,
};

function mount(element: HTMLElement, around: Around): Board {
	return telling(element, around, (moment) => <GenericBoard moment={moment} around={around} />, news);
}

/** The events since the last moment, and whose turn it has become. */
function news(before: Moment | null, moment: Moment, around: Around): string {
	const told = newsSince(before, moment).map((event) => line(event, around));
	const now = moment.busy || before?.busy ? null : status(moment, around);
	const changed = before !== null && now !== status(before, around);
	return [...told, changed ? now : null].filter((text) => text !== null).join(" ");
}
