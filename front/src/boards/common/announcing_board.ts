// A board that renders every moment and announces what is new, as most boards do. It must not know: any game.
import { type ComponentChild, render } from "preact";
import type { TableEvent } from "../../net/types.ts";
import type { Board, BoardContext, Moment } from "../board.ts";

/** The events since the last moment; at the first moment, nothing is new. */
export function newEvents(before: Moment | null, { events, snapshot }: Moment): TableEvent[] {
	const heard = before?.snapshot.seq ?? snapshot.seq;
	return events.filter(({ seq }) => seq > heard);
}

export function announcingBoard(
	element: HTMLElement,
	context: BoardContext,
	picture: (moment: Moment) => ComponentChild,
	news: (before: Moment | null, moment: Moment, context: BoardContext) => string,
): Board {
	let before: Moment | null = null;
	return {
		show(moment) {
			render(picture(moment), element);
			const text = news(before, moment, context);
			if (text !== "") context.announce(text);
			before = moment;
		},
		destroy() {
			render(null, element);
		},
	};
}
