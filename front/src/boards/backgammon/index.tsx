// Backgammon's board module: mounts the board and announces what has happened. It must not know the rules, the net or
// the page around it.

import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { announcingBoard, newEvents } from "../common/announcing_board.ts";
import { BackgammonBoard } from "./board.tsx";
import { header } from "./panels.tsx";
import "./backgammon.css";
import "./panels.css";
import { line, spoken } from "./log_lines.ts";
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
	chapter,
};

/** By turn and player; in a match, by game too. */
function chapter(shown: unknown, { say, seatName }: BoardContext): string | null {
	const view = viewOf(shown);
	if (view === null) return null;
	const { points, game, turn } = view;
	if (view.active === null) return say("backgammon.chapter.opening", { game });
	return say(points > 0 ? "backgammon.chapter.match" : "backgammon.chapter", {
		game,
		turn,
		name: seatName(view.active),
	});
}

function mount(element: HTMLElement, context: BoardContext): Board {
	return announcingBoard(element, context, (moment) => <BackgammonBoard moment={moment} context={context} />, news);
}

/** The new events since the last moment, and what the reader must do now. */
function news(before: Moment | null, moment: Moment, context: BoardContext): string {
	const told = newEvents(before, moment)
		.map((event) => spoken(event, moment.snapshot.you, context))
		.filter((text) => text !== null);
	return [...told, ...(isNewRequest(before, moment) ? question(moment, context) : [])].join(" ");
}

/** A turn begins, or asks something new; not with every checker. */
function isNewRequest(before: Moment | null, { legal, view, snapshot }: Moment): boolean {
	if (legal.length === 0) return false;
	const [was, is] = [viewOf(before?.view), viewOf(view)];
	if (before === null || was === null || before.legal.length === 0) return before?.snapshot !== snapshot;
	return was.phase !== is?.phase || was.turn !== is.turn || was.game !== is.game;
}

function question(moment: Moment, context: BoardContext): string[] {
	const [title, text] = header(viewOf(moment.view), { ...moment, busy: false }, context.seatName);
	return [`${context.say(title.key, title.params)}.`, context.say(text.key, text.params)];
}
