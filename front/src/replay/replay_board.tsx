// The game's own board in a replay, where nothing can be done. A step forward is shown as at the table, with its
// events; any other jump mounts the board again, so that nothing is left of the old position. It must not know: which
// board.
import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Board, BoardModule } from "../boards/board.ts";
import type { MatchDetails } from "../web.ts";
import { language, say } from "../words/index.ts";
import type { Playback, ReplayData } from "./playback.ts";
import { contextOf, snapshotOf } from "./steps.ts";

interface Props {
	readonly playback: Playback;
	readonly match: MatchDetails;
	readonly board: BoardModule;
}

export function ReplayBoard({ playback, match, board }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const spoken = language.value; // a board is mounted again when the language changes
	useEffect(() => {
		const element = place.current;
		if (element === null) return;
		const screen = new MountedBoard(element, match, board);
		const stop = effect(() => {
			const step = playback.step.value;
			const data = playback.data.peek();
			if (step !== null && data !== null) untracked(() => screen.show(data, step));
		});
		return () => {
			stop();
			screen.clear();
		};
	}, [playback, match, board, spoken]);
	return <div class="board" ref={place} />;
}

class MountedBoard {
	private mounted: Board | null = null;
	private shown: { readonly reader: ReplayData["reader"]; readonly n: number } | null = null;
	private readonly element: HTMLElement;
	private readonly match: MatchDetails;
	private readonly board: BoardModule;

	constructor(element: HTMLElement, match: MatchDetails, board: BoardModule) {
		this.element = element;
		this.match = match;
		this.board = board;
	}

	show(data: ReplayData, step: NonNullable<Playback["step"]["value"]>): void {
		if (step.cut) {
			this.clear();
			this.shown = null;
			this.element.textContent = say("replay.cut");
			return;
		}
		const isNext = this.shown?.reader === data.reader && this.shown.n + 1 === step.n;
		if (!isNext) this.clear();
		this.mounted ??= this.board.mount(this.element, contextOf(this.match, data, step));
		const snapshot = snapshotOf(this.match, data, step);
		const events = isNext ? step.events : [];
		this.mounted.show({ snapshot, view: step.view, legal: [], events, busy: false, msLeft: () => null });
		this.shown = { reader: data.reader, n: step.n };
	}

	clear(): void {
		this.mounted?.destroy();
		this.mounted = null;
		this.element.replaceChildren();
	}
}
