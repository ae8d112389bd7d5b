// Any game in the browser, as text and buttons. It must not know any game, the net, or the page around it.

import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { announcingBoard, newEvents } from "../common/announcing_board.ts";
import { GenericBoard, status } from "./board.tsx";
import "./generic.css";
import { line } from "./lines.ts";
import "./scene.css";

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

function mount(element: HTMLElement, context: BoardContext): Board {
	return announcingBoard(element, context, (moment) => <GenericBoard moment={moment} context={context} />, news);
}

/** The events since the last moment, and whose turn it has become. */
function news(before: Moment | null, moment: Moment, context: BoardContext): string {
	const told = newEvents(before, moment).map((event) => line(event, context));
	const now = moment.busy || before?.busy ? null : status(moment, context);
	const changed = before !== null && now !== status(before, context);
	return [...told, changed ? now : null].filter((text) => text !== null).join(" ");
}
