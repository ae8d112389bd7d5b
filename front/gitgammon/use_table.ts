// A table as it is and was: its state by polling, its history whenever the state is new.
// It must not know how it is shown.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Step } from "../src/boards/backgammon/types.ts";
import { type Frame, framesOf } from "./history.ts";
import { BEGIN, fetched, type Pace, Poller } from "./poller.ts";
import { isStep, readHistory, readState, type State } from "./state.ts";

export interface FollowedTable {
	readonly state: State | null;
	readonly frames: readonly Frame[];
	/** The last move, where there is no history to tell it. */
	readonly last: readonly Step[];
	readonly pace: Pace;
	readonly code: number | null;
	readonly now: () => void;
}

export function useTable(table: string): FollowedTable {
	const [state, setState] = useState<State | null>(null);
	const [frames, setFrames] = useState<readonly Frame[]>([]);
	const [last, setLast] = useState<readonly Step[]>([]);
	const [pace, setPace] = useState<Pace>(BEGIN);
	const [code, setCode] = useState<number | null>(null);
	const poller = useRef<Poller | null>(null);
	useEffect(() => {
		const folder = `tables/${table}`;
		const told = async (now: State) => {
			const history = readHistory((await fetched(`${folder}/history.json`)).tree);
			setFrames(history === null ? [] : framesOf(history));
			if (history !== null || now.lastMove === null) return setLast([]);
			const { tree } = await fetched(`${folder}/moves/${now.lastMove.file}`);
			const moves = (tree as { moves?: unknown } | null)?.moves;
			setLast(Array.isArray(moves) && moves.every(isStep) ? moves : []);
		};
		const made = new Poller({
			ask: async () => {
				const answer = await fetched(`${folder}/state.json`);
				setCode(answer.code);
				return answer;
			},
			after: (ms, then) => {
				const timer = setTimeout(then, ms);
				return () => clearTimeout(timer);
			},
			news: (tree) => {
				const read = readState(tree);
				if (read === null) return false;
				setState(read);
				void told(read);
				return true;
			},
			paced: setPace,
		});
		poller.current = made;
		void made.now();
		return () => made.close();
	}, [table]);
	return { state, frames, last, pace, code, now: () => void poller.current?.now() };
}
