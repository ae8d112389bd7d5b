// The contract between the page and a board: what a board module exports, what it is shown, and what it can do. It must
// not know any board, any rules or any page.

import type { Action, Snapshot, TableEvent } from "../net/types.ts";
import type { Catalogue, Language } from "../words/languages.ts";

/** Everything a board is shown: the state, and what has happened since the last moment. */
export interface Moment {
	readonly snapshot: Snapshot;
	readonly view: unknown;
	readonly legal: readonly Action[];
	readonly events: readonly TableEvent[];
	/** An action was sent and has no answer yet. */
	readonly busy: boolean;
	readonly msLeft: (timer: string) => number | null;
}

/** Everything a board can do. */
export interface BoardContext {
	readonly game: string;
	readonly say: (key: string, params?: Record<string, string | number>) => string;
	/** For screen readers. */
	readonly announce: (text: string) => void;
	readonly send: (action: Action) => void;
	readonly seatName: (seat: number) => string;
	/** Say whether the board is still animating: the result waits until it is not. */
	readonly lag?: (isBehind: boolean) => void;
	/** The events of this table known so far, for a board mounted late or again. */
	readonly past?: () => readonly TableEvent[];
}

export type Say = BoardContext["say"];
export type SeatName = BoardContext["seatName"];
/** What a log line is made with. */
export type LogContext = Pick<BoardContext, "say" | "seatName">;

export interface Board {
	show(moment: Moment): void;
	destroy(): void;
}

export type Mount = (element: HTMLElement, context: BoardContext) => Board;

type Fields = Readonly<Record<string, unknown>>;

/** An opening as the server stores it with the match, and the names for the ids in it. */
export interface OpeningRecord {
	readonly history: Fields;
	readonly config: Fields;
	readonly name: (id: unknown) => string;
}

export interface BoardModule {
	readonly mount: Mount;
	/** Its snapshots need `picture` and `notation`. */
	readonly words: boolean;
	/** It shows who sits where and whose turn it is, so that a narrow page puts it above the seats. */
	readonly showsSeats?: boolean;
	/** It shows the time left, so that the seats need not. */
	readonly showsTime?: boolean;
	/** Whether leaving this table now, even by a reload, loses the game at once. */
	readonly leavingCosts?: (snapshot: Snapshot) => boolean;
	readonly catalogue: (language: Language) => Promise<Catalogue>;
	/** How the opening of a match went, sentence by sentence, from what is stored. */
	readonly opening?: (kept: OpeningRecord, say: Say) => readonly string[];
	/** The heading that a replay groups moves under: a round, a trick, an opening. Takes the view before the move;
	 * null where there is nothing to group. */
	readonly chapter?: (view: unknown, context: BoardContext) => string | null;
	/** A log's line for an event; empty for what it leaves out, null where it has no words. The snapshot says how large
	 * the board is, and who is who. */
	readonly lines?: (event: TableEvent, context: BoardContext, snapshot?: Snapshot | null) => string | null;
}
