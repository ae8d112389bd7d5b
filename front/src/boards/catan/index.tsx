// Catan's board module: mounts the table and announces what has happened. It must not know the rules, the net or the
// page around it.

import { render } from "preact";
import type { TableEvent } from "../../net/types.ts";
import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { newEvents } from "../common/announcing_board.ts";
import { CatanBoard } from "./board.tsx";
import "./island.css";
import "./cards.css";
import "./panels.css";
import "./table.css";
import { header } from "./header.tsx";
import { line } from "./log_lines.ts";
import { after, NOTHING, upTo } from "./recent_events.ts";
import { legalOf, viewOf } from "./types.ts";

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
	catalogue: async (language) => (await WORDS[language]()).words,
	lines: line,
	chapter,
};

/** By turn and player; before that, the first settlements. */
function chapter(shown: unknown, { say, seatName }: BoardContext): string | null {
	const view = viewOf(shown);
	if (view === null) return null;
	if (view.setup_round !== null) return say("catan.chapter.setup");
	return say("catan.chapter", { turn: view.turn, name: seatName(view.current) });
}

function mount(element: HTMLElement, context: BoardContext): Board {
	let before: Moment | null = null;
	let recent = NOTHING;
	return {
		show(moment) {
			const { snapshot } = moment;
			const sentence = (event: TableEvent) => line(event, context, snapshot) ?? "";
			const told = newEvents(before, moment);
			recent = before === null ? upTo(snapshot.seq, context.past?.() ?? [], sentence) : after(recent, told, sentence);
			render(<CatanBoard moment={moment} context={context} recent={recent} />, element);
			const sentences = told.map(sentence).filter((text) => text !== "");
			const asked = isNewRequest(before, moment) ? question(moment, context) : [];
			const text = [...sentences, ...asked].join(" ");
			if (text !== "") context.announce(text);
			before = moment;
		},
		destroy() {
			render(null, element);
		},
	};
}

/** A turn begins, or asks something new; not with everything that is built. */
function isNewRequest(before: Moment | null, { legal, view }: Moment): boolean {
	if (legal.length === 0) return false;
	const [was, is] = [viewOf(before?.view), viewOf(view)];
	if (was === null || before?.legal.length === 0) return true;
	return (
		was.phase !== is?.phase ||
		was.turn !== is.turn ||
		(before?.legal[0]?.type !== legal[0]?.type && is.phase === "SETUP")
	);
}

function question(moment: Moment, context: BoardContext): string[] {
	const [title, text] = header(viewOf(moment.view), legalOf(moment), false, null, context);
	return [`${context.say(title.key, title.params)}.`, context.say(text.key, text.params)];
}
