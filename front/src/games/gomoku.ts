// Made by `npm run types` from docs/schemas/gomoku.json. Do not edit.

import type { Action, EventFrame, Outcome, SyncFrame } from "../wire.ts";

export interface ActionData {
	readonly x?: number | null;
	readonly y?: number | null;
	readonly choice?: ("black" | "place_more" | "white") | null;
}

/** A choice of Swap 2. Any text decodes; the rules refuse an invalid one and list the valid ones. */
export interface Choose {
	readonly type: "choose";
	readonly choice?: string | null;
}

export interface Config {
	readonly size?: 15 | 19;
	readonly rule?: "caro" | "freestyle" | "renju" | "standard";
	readonly mode?: "custom" | "di_bien_ky" | "ranked" | "tieu_dao" | "van_mon";
	readonly swap2_enabled?: boolean | null;
	readonly first_mover?: "black" | "white";
	readonly opener?: number;
	readonly turn_ms?: number;
	readonly on_timeout?: ("auto" | "forfeit" | "forfeit_main_game") | null;
	readonly absent_ms?: number;
	readonly players?: readonly [string, string] | null;
}

export interface FinalChoice {
	readonly chooser: string;
	readonly chosenColor: "black" | "white";
}

/** One stone. Missing coordinates decode; the rules refuse them with `missing_coordinates`. */
export interface Place {
	readonly type: "place";
	readonly x?: number | null;
	readonly y?: number | null;
}

export interface Result {
	readonly winner: number | null;
	readonly reason: "abandoned" | "board_full" | "five" | "no_legal_move" | "resigned" | "timeout";
	readonly line?: readonly (readonly [number, number])[];
}

/** A move of the main game, or an opening stone that has its colour. */
export interface Stone {
	readonly x: number;
	readonly y: number;
	readonly player: "O" | "X";
}

export interface Swap2Action {
	readonly type: "choice" | "place";
	readonly playerId: string;
	readonly timestamp: string;
	readonly data: ActionData;
}

export interface Swap2State {
	readonly phase: "complete" | "swap2_choice" | "swap2_extra" | "swap2_final_choice" | "swap2_placement";
	readonly player1Id: string;
	readonly player2Id: string;
	readonly activePlayerId: string;
	readonly tentativeStones: readonly TentativeStone[];
	readonly actions: readonly Swap2Action[];
	readonly finalChoice?: FinalChoice | null;
	readonly blackPlayerId?: string | null;
	readonly whitePlayerId?: string | null;
}

/** A stone of the opening: a position without a colour, which its order will determine. */
export interface TentativeStone {
	readonly x: number;
	readonly y: number;
	readonly placedBy: string;
	readonly placementOrder: number;
	readonly phase: "complete" | "swap2_choice" | "swap2_extra" | "swap2_final_choice" | "swap2_placement";
}

export interface View {
	readonly you: number | null;
	readonly players: readonly [string, string];
	readonly rule: "caro" | "freestyle" | "renju" | "standard";
	readonly mode: "custom" | "di_bien_ky" | "ranked" | "tieu_dao" | "van_mon";
	readonly board: readonly (readonly (("O" | "X") | null)[])[];
	readonly moves: readonly Stone[];
	readonly currentTurn: ("O" | "X") | null;
	readonly swap2Enabled: boolean;
	readonly swap2Required: boolean;
	readonly gamePhase: "main_game" | "swap2";
	readonly swap2State: Swap2State | null;
	readonly black: number | null;
	readonly toAct: number | null;
	readonly stonesPlaced: number;
	readonly stonesRequired: number;
	readonly options: readonly ("black" | "place_more" | "white")[];
	readonly away: readonly number[];
	readonly result: Result | null;
}

export interface StonePlaced {
	readonly seat: number;
	readonly x: number;
	readonly y: number;
	readonly mark: "O" | "X";
	readonly order?: number | null;
	readonly auto?: boolean;
}

export interface ChoiceMade {
	readonly seat: number;
	readonly choice: "black" | "place_more" | "white";
	readonly auto?: boolean;
}

export interface ColorsAssigned {
	readonly black: number;
	readonly white: number;
	readonly first: number;
}

export interface GameEnded {
	readonly winner: number | null;
	readonly reason: "abandoned" | "board_full" | "five" | "no_legal_move" | "resigned" | "timeout";
	readonly line?: readonly (readonly [number, number])[];
}

/** A player has lost the connection; the clocks pause while both are away. */
export interface PlayerAway {
	readonly seat: number;
}

export interface PlayerBack {
	readonly seat: number;
}

export interface Messages {
	action: (Action & { readonly message_type: "place"; readonly payload: { readonly x?: number | null; readonly y?: number | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "choose"; readonly payload: { readonly choice?: string | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; });
	snapshot: SyncFrame & { readonly payload: { readonly config: Config; readonly legal: readonly (Place | Choose)[]; readonly view: View | null; }; };
	outcome: Outcome;
	config: Config;
	view: View;
	event: (EventFrame & { readonly message_type: "stone.placed"; readonly payload: StonePlaced; }) | (EventFrame & { readonly message_type: "choice.made"; readonly payload: ChoiceMade; }) | (EventFrame & { readonly message_type: "colors.assigned"; readonly payload: ColorsAssigned; }) | (EventFrame & { readonly message_type: "game.end"; readonly payload: GameEnded; }) | (EventFrame & { readonly message_type: "player.away"; readonly payload: PlayerAway; }) | (EventFrame & { readonly message_type: "player.back"; readonly payload: PlayerBack; });
}
