// The game's own board in a replay, with nothing to be done on it. A step further is shown as at the table, with its
// events; any other jump mounts the board anew, so that nothing is left of where one was. It must not know: which board.
import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Board, BoardModule } from "../boards/board.ts";
import type { Match } from "../web.ts";
import { language } from "../words/index.ts";
import type { Film, Reel } from "./reel.ts";
import { contextOf, snapshotOf } from "./telling.ts";

interface Props {
	readonly reel: Reel;
	readonly match: Match;
	readonly board: BoardModule;
}

export function ReplayBoard({ reel, match, board }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const spoken = language.value; // a board is mounted anew for another language
	useEffect(() => {
		const element = place.current;
		if (element === null) return;
		const screen = new Screen(element, match, board);
		const stop = effect(() => {
			const step = reel.step.value;
			const film = reel.film.peek();
			if (step !== null && film !== null) untracked(() => screen.show(film, step));
		});
		return () => {
			stop();
			screen.clear();
		};
	}, [reel, match, board, spoken]);
	return <div class="board" ref={place} />;
}

class Screen {
	private mounted: Board | null = null;
	private shown: { readonly reader: Film["reader"]; readonly n: number } | null = null;
	private readonly element: HTMLElement;
	private readonly match: Match;
	private readonly board: BoardModule;

	constructor(element: HTMLElement, match: Match, board: BoardModule) {
		this.element = element;
		this.match = match;
		this.board = board;
	}

	show(film: Film, step: NonNullable<Reel["step"]["value"]>): void {
		const isNext = this.shown?.reader === film.reader && this.shown.n + 1 === step.n;
		if (!isNext) this.clear();
		this.mounted ??= this.board.mount(this.element, contextOf(this.match, film, step));
		const snapshot = snapshotOf(this.match, film, step);
		const events = isNext ? step.events : [];
		this.mounted.show({ snapshot, view: step.view, legal: [], events, busy: false, msLeft: () => null });
		this.shown = { reader: film.reader, n: step.n };
	}

	clear(): void {
		this.mounted?.destroy();
		this.mounted = null;
		this.element.replaceChildren();
	}
}
