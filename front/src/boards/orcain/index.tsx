// Orcain's board module: mounts the duel and announces what has happened. It must not know the rules, the net or the
// page around it.

import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { announcingBoard, newEvents } from "../common/announcing_board.ts";
import { OrcainBoard } from "./board.tsx";
import "./hand.css";
import "./orcain.css";
import "./cards.css";
import "./panels.css";
import { header } from "./header.tsx";
import { line } from "./log_lines.ts";
import { roundEnded } from "./round_recap.ts";
import { headline, leavingCosts } from "./status.ts";
import { isConfirm, viewOf } from "./types.ts";

const WORDS: Readonly<Record<Language, () => Promise<{ words: Catalogue }>>> = {
	en: () => import("./words.en.ts"),
	fr: () => import("./words.fr.ts"),
	it: () => import("./words.it.ts"),
	vi: () => import("./words.vi.ts"),
};

export const board: BoardModule = {
	mount,
	words: false,
	showsSeats: true,
	showsTime: true,
	leavingCosts,
	catalogue: async (language) => (await WORDS[language]()).words,
	lines: line,
	chapter,
};

function chapter(view: unknown, { say }: BoardContext): string | null {
	const { key, params } = headline(viewOf(view));
	return say(key, params);
}

function mount(element: HTMLElement, context: BoardContext): Board {
	let ended: number | null = null;
	const picture = (moment: Moment) => {
		ended = roundEnded(ended, moment.events);
		return <OrcainBoard moment={moment} ended={ended} context={context} />;
	};
	return announcingBoard(element, context, picture, news);
}

/** The new events since the last moment, and what the reader must do now. */
function news(before: Moment | null, moment: Moment, context: BoardContext): string {
	const told = newEvents(before, moment)
		.map((event) => line(event, context, moment.snapshot))
		.filter((text) => text !== null && text !== "");
	return [...told, ...(isNewRequest(before, moment) ? question(moment, context) : [])].join(" ");
}

/** A round has just opened for the reader. */
function isNewRequest(before: Moment | null, { legal, view }: Moment): boolean {
	if (!legal.some(isConfirm)) return false;
	return viewOf(before?.view)?.roundIndex !== viewOf(view)?.roundIndex;
}

function question(moment: Moment, context: BoardContext): string[] {
	const asked = { laid: 0, isOpen: true, hasActed: false };
	const [title, text] = header(viewOf(moment.view), asked, context.seatName);
	const isTold = moment.events.some(({ type }) => type === "prep_start");
	const round = isTold ? [] : [`${context.say(title.key, title.params)}.`];
	return [...round, context.say(text.key, text.params)];
}
