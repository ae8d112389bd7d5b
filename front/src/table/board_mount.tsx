// Mounts a table's board and passes it every moment. It must not know: which board it is.
import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BoardContext } from "../boards/board.ts";
import { announce } from "../state/alerts.ts";
import type { TableSession } from "../state/table_session.ts";
import { language, sayKey } from "../words/index.ts";
import { seatName } from "./seat_names.ts";
import { msLeft } from "./timers.ts";

export function BoardMount({ session, game }: { session: TableSession; game: string }) {
	const place = useRef<HTMLDivElement>(null);
	const spoken = language.value; // a board is mounted again when the language changes
	useEffect(() => {
		const element = place.current;
		if (element === null) return;
		const board = session.board.mount(element, contextOf(session, game));
		const stop = effect(() => {
			const shown = session.shown.value;
			if (shown === null) return;
			const { snapshot, at, events, busy } = shown;
			const { view, legal } = snapshot;
			const left = (name: string) => msLeft(snapshot, at, Date.now(), name);
			untracked(() => board.show({ snapshot, view, legal, events, busy, msLeft: left })); // a board's signals are its own
		});
		return () => {
			stop();
			board.destroy();
			element.replaceChildren();
		};
	}, [session, game, spoken]);
	return <div class="board" ref={place} />;
}

export function contextOf(session: TableSession, game: string): BoardContext {
	return {
		game,
		say: sayKey,
		announce,
		send: (action) => void session.act(action),
		lag: (isBehind) => {
			session.isBehind.value = isBehind;
		},
		past: () => session.events.peek(),
		seatName: (seat) => seatName(session.shown.peek()?.snapshot ?? null, seat),
	};
}
