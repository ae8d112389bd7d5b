// The contract between the page and a board: what a board module exports, what it is told, and what it can do.
// It must not know any board, any rules or any page.

import type { Action, Snapshot, TableEvent } from "../net/types.ts";
import type { Catalogue, Language } from "../words/languages.ts";

/** All a board is told: how things stand, and what has happened since it was last told. */
export interface Moment {
	readonly snapshot: Snapshot;
	readonly view: unknown;
	readonly legal: readonly Action[];
	readonly events: readonly TableEvent[];
	/** An action has been sent and has no answer yet. */
	readonly busy: boolean;
	readonly msLeft: (timer: string) => number | null;
}

/** All a board can do. */
export interface BoardContext {
	readonly game: string;
	readonly say: (key: string, params?: Record<string, string | number>) => string;
	/** Say it to whoever cannot see the board. */
	readonly announce: (text: string) => void;
	readonly send: (action: Action) => void;
	readonly seatName: (seat: number) => string;
	/** Say whether the board still shows what is over by now: what came of it waits for the picture. */
	readonly lag?: (isBehind: boolean) => void;
	/** What has happened at this table, as far as it is known here: for whoever comes late, or again. */
	readonly past?: () => readonly TableEvent[];
}

export interface Board {
	show(moment: Moment): void;
	destroy(): void;
}

export type Mount = (element: HTMLElement, context: BoardContext) => Board;

type Fields = Readonly<Record<string, unknown>>;

/** An opening as the house keeps it with the match, and who is behind the ids in it. */
export interface OpeningRecord {
	readonly history: Fields;
	readonly config: Fields;
	readonly name: (id: unknown) => string;
}

export interface BoardModule {
	readonly mount: Mount;
	/** It needs `picture` and `notation` in its snapshots. */
	readonly words: boolean;
	/** It shows who sits where and whose turn it is, so that a narrow page need not do so above it. */
	readonly showsSeats?: boolean;
	/** It shows how much time there is, so that the seats need not. */
	readonly showsTime?: boolean;
	/** Whether whoever leaves this table now, be it by a reload, has lost at once. */
	readonly leavingCosts?: (snapshot: Snapshot) => boolean;
	readonly catalogue: (language: Language) => Promise<Catalogue>;
	/** How the opening of a match went, sentence by sentence, from what is kept of it. */
	readonly opening?: (kept: OpeningRecord, say: BoardContext["say"]) => readonly string[];
	/** What a game's moves are grouped under when they are looked back on: a round, a trick, an opening. Of the view before
	 * the move; null where there is nothing to tell apart. */
	readonly chapter?: (view: unknown, context: BoardContext) => string | null;
	/** A log's line for an event; empty for what it leaves out, null where it has no words. The snapshot says how large
	 * the board is, and who is who. */
	readonly lines?: (event: TableEvent, context: BoardContext, snapshot?: Snapshot | null) => string | null;
}
