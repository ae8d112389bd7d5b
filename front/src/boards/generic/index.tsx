// Any game in the browser, as text and buttons. It must not know any game, the net, or the page around it.

import { render } from "preact";
import type { Around, Board, BoardModule, Catalogue, Language, Moment } from "../index.ts";
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
	let before: Moment | null = null;
	return {
		show(moment) {
			render(<GenericBoard moment={moment} around={around} />, element);
			const text = news(before, moment, around);
			if (text !== "") around.announce(text);
			before = moment;
		},
		destroy() {
			render(null, element);
		},
	};
}

/** The events since the last moment, and whose turn it has become. */
function news(before: Moment | null, moment: Moment, around: Around): string {
	const heard = before?.snapshot.seq ?? moment.snapshot.seq;
	const told = moment.events.filter(({ seq }) => seq > heard).map((event) => line(event, around));
	const now = moment.busy || before?.busy ? null : status(moment, around);
	const changed = before !== null && now !== status(before, around);
	return [...told, changed ? now : null].filter((text) => text !== null).join(" ");
}
