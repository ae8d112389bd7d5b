// Briscola chiamata's board module: mounts the table and announces what has happened. It must not know the rules, the
// net or the page around it.

import { render } from "preact";
import type { Catalogue, Language } from "../../words/languages.ts";
import type { Board, BoardContext, BoardModule, Moment } from "../board.ts";
import { newEvents } from "../common/announcing_board.ts";
import { BriscolaBoard, header } from "./board.tsx";
import "./cards.css";
import "./table.css";
import "./trick.css";
import "./hand.css";
import "./panels.css";
import { cardName } from "./cards.ts";
import { line } from "./log_lines.ts";
import { chapter, partnerText } from "./status.ts";
import { TrickAnimation } from "./trick_animation.ts";
import { type View, viewOf } from "./types.ts";

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
	chapter: (view, { say }) => {
		const { key, params } = chapter(viewOf(view));
		return say(key, params);
	},
};

function mount(element: HTMLElement, context: BoardContext): Board {
	let before: Moment | null = null;
	const draw = () => {
		if (before === null) return;
		const view = viewOf(before.view);
		const shownTrick = view && animation.now(view);
		render(
			<BriscolaBoard moment={before} context={context} shownTrick={shownTrick} isBehind={animation.isBehind} />,
			element,
		);
		context.lag?.(animation.isBehind);
	};
	const animation = new TrickAnimation(draw);
	return {
		show(moment) {
			const text = news(before, moment, context);
			if (moment !== before) animation.add(moment.events, viewOf(moment.view));
			before = moment;
			draw();
			if (text !== "") context.announce(text);
		},
		destroy() {
			animation.cut();
			context.lag?.(false);
			render(null, element);
		},
	};
}

/** The new events since the last moment, the reader's own cards, and what they must do now. */
function news(before: Moment | null, moment: Moment, context: BoardContext): string {
	const told = newEvents(before, moment)
		.map((event) => line(event, context))
		.filter((text) => text !== null && text !== "");
	const asked = isNewRequest(before, moment) ? question(moment, context) : [];
	return [...told, ...own(before, moment, context), ...asked].join(" ");
}

/** What only the reader learns: the cards dealt to them, and that they are the partner. */
function own(before: Moment | null, moment: Moment, { say, seatName }: BoardContext): string[] {
	const [was, is] = [viewOf(before?.view), viewOf(moment.view)];
	if (before === null || is === null) return [];
	const cards = is.hand.map((card) => cardName(card, say)).join(", ");
	const partner = is.you_are_partner && !was?.you_are_partner ? partnerText(is, seatName) : null;
	return [
		...(isNewDeal(was, is) ? [say("briscola.hand.dealt", { cards })] : []),
		...(partner ? [say(partner.key, partner.params)] : []),
	];
}

/** Between two moments a deal may have been thrown in, so that one full hand follows another. */
function isNewDeal(was: View | null, is: View): boolean {
	if (is.hand.length === 0) return false;
	const isSameDeal = was?.hand_number === is.hand_number && was.deals === is.deals;
	return !isSameDeal || was.hand.length === 0;
}

function isNewRequest(before: Moment | null, { legal, snapshot }: Moment): boolean {
	return legal.length > 0 && (before?.legal.length === 0 || before?.snapshot.decision !== snapshot.decision);
}

function question(moment: Moment, context: BoardContext): string[] {
	const [title, text] = header(viewOf(moment.view), { ...moment, busy: false }, context);
	return [`${context.say(title.key, title.params)}.`, context.say(text.key, text.params)];
}
