// Gomoku's board module: mounts the board and announces what has happened. It must not know the rules, the net or the
// page around it.

import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { announcingBoard, newEvents } from "../common/announcing_board.ts";
import { GomokuBoard } from "./board.tsx";
import "./gomoku.css";
import "./panels.css";
import { header } from "./header.tsx";
import { line } from "./log_lines.ts";
import { swap2Opening } from "./swap2_opening.ts";
import { viewOf } from "./types.ts";

const WORDS: Readonly<Record<Language, () => Promise<{ words: Catalogue }>>> = {
	en: () => import("./words.en.ts"),
	fr: () => import("./words.fr.ts"),
	it: () => import("./words.it.ts"),
	vi: () => import("./words.vi.ts"),
};

export const board: BoardModule = {
	mount,
	words: false,
	catalogue: async (language) => (await WORDS[language]()).words,
	lines: line,
	opening: swap2Opening,
	chapter,
};

/** The stones and choices of Swap 2 are kept apart from the game after it. */
function chapter(shown: unknown, { say }: BoardContext): string | null {
	const view = viewOf(shown);
	if (!view?.swap2Enabled) return null;
	return say(view.gamePhase === "swap2" ? "gomoku.chapter.swap2" : "gomoku.chapter.main_game");
}

function mount(element: HTMLElement, context: BoardContext): Board {
	return announcingBoard(element, context, (moment) => <GomokuBoard moment={moment} context={context} />, news);
}

/** The new events since the last moment, and what the reader must do now. */
function news(before: Moment | null, moment: Moment, context: BoardContext): string {
	const told = newEvents(before, moment)
		.map((event) => line(event, context, moment.snapshot))
		.filter((text) => text !== null);
	return [...told, ...(isNewRequest(before, moment) ? question(moment, context) : [])].join(" ");
}

function isNewRequest(before: Moment | null, { legal, snapshot }: Moment): boolean {
	return legal.length > 0 && (before?.legal.length === 0 || before?.snapshot.decision !== snapshot.decision);
}

function question(moment: Moment, context: BoardContext): string[] {
	const [title, text] = header(viewOf(moment.view), false, context.seatName);
	return [`${context.say(title.key, title.params)}.`, context.say(text.key, text.params)];
}
