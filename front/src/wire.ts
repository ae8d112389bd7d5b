// Made by `npm run types` from docs/schemas/wire.json. Do not edit.

export interface Accepted {
	readonly status: "ok";
	readonly effects: Done;
}

/** An envelope that comes in. `player_id` and `role` are what the sender claims; a token decides. */
export interface Action {
	readonly message_type: string;
	readonly game_id: string;
	readonly action_id: string;
	readonly player_id?: number | null;
	readonly role?: ("host" | "observer" | "player") | null;
	readonly ts?: number;
	readonly version?: string;
	readonly origin?: "game" | "web";
	readonly payload?: Readonly<Record<string, unknown>>;
}

/** `seq` is the number of the last event when the action had been carried out; `decision`, of a player, the number of his latest decision then, open only while he must act. */
export interface Done {
	readonly seq: number;
	readonly decision?: number | null;
}

/** A payload with nothing of its own. */
export interface Empty {
}

/** Something happened. `to_act` stands on the last event of an input. */
export interface EventFrame {
	readonly message_type: string;
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: string;
	readonly origin: "game";
	readonly payload: Readonly<Record<string, unknown>>;
	readonly seq: number;
	readonly to_act?: readonly number[] | null;
}

/** An envelope that goes out: an event, a result, or a snapshot. The order is the specification's. */
export interface Frame {
	readonly message_type: string;
	readonly game_id: string;
	readonly action_id?: string | null;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: unknown;
	readonly seq?: number | null;
	readonly to_act?: readonly number[] | null;
	readonly to?: readonly number[] | null;
	readonly spectators?: boolean;
}

export interface GameStart {
	readonly seats: readonly SeatTaken[];
	readonly client_seeds: readonly string[];
}

export interface MatchEnd {
	readonly outcome: Outcome;
	readonly reveal: string;
}

/** How it ended: a score for each seat (above 0 won, below 0 lost), and why. `payout` is what each seat takes out of a staked pot; what nobody takes is burned. Empty: nothing was staked. */
export interface Outcome {
	readonly scores: readonly number[];
	readonly reason: string;
	readonly payout?: readonly number[];
}

/** Of `player.join`, `player.leave` and `player.reconnect`. */
export interface Presence {
	readonly player_id: number;
	readonly name: string;
}

export interface Refused {
	readonly status: "error";
	readonly code: "desync" | "duplicate_connection_handled" | "forbidden" | "game_unavailable" | "invalid_action" | "invalid_bid" | "invalid_card" | "invalid_turn" | "join_failed" | "routing_failed" | "unauthorized";
	readonly reason: string;
	readonly recovery: "noop" | "retry" | "sync";
	readonly facts?: Readonly<Record<string, unknown>>;
}

/** The answer to an action. */
export interface ResultFrame {
	readonly message_type: "action.result";
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: string;
	readonly origin: "game";
	readonly payload: Accepted | Refused;
	readonly action_id: string;
}

/** One seat as everyone may know it. */
export interface SeatTaken {
	readonly player_id: number;
	readonly seat: string;
	readonly name: string;
	readonly bot: string | null;
	readonly joined: boolean;
	readonly present: boolean;
}

/** Everything a reader may know. `view` is the game's own type; with words asked for, `picture` is the same as text, and `notation` holds the legal actions in the game's own writing. */
export interface Snapshot {
	readonly game: string;
	readonly game_version: string;
	readonly config: unknown;
	readonly commitment: string;
	readonly client_seeds: readonly string[] | null;
	readonly reveal: string | null;
	readonly seats: readonly SeatTaken[];
	readonly you: number | null;
	readonly seq: number;
	readonly to_act: readonly number[];
	readonly decision: number | null;
	readonly legal: readonly unknown[];
	readonly timers: readonly TimeLeft[];
	readonly view: unknown;
	readonly outcome: Outcome | null;
	readonly closed: boolean;
	readonly picture?: string | null;
	readonly notation?: readonly string[] | null;
}

export interface SyncFrame {
	readonly message_type: "sync";
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: string;
	readonly origin: "game";
	readonly payload: Snapshot;
	readonly seq: number;
}

export interface TimeLeft {
	readonly name: string;
	readonly seats: readonly number[];
	readonly ms: number;
	readonly paused: boolean;
}

/** Payload of the action `join`. */
export interface Join {
	readonly name?: string;
	readonly client_seed?: string;
	readonly last_seq?: number;
	readonly words?: boolean;
	readonly message_type?: string;
	readonly game_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
}

/** Payload of the action `sync`. `words`: the view and the legal actions as text too. */
export interface Sync {
	readonly last_seq?: number;
	readonly words?: boolean;
	readonly message_type?: string;
	readonly game_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
}

/** Payload of the action `create`: the game, its options, and per seat a bot's name or null for a person. */
export interface Create {
	readonly game: string;
	readonly config?: Readonly<Record<string, unknown>>;
	readonly bots?: readonly (string | null)[];
	readonly message_type?: string;
	readonly game_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
}

export interface Messages {
	action: Action;
	frame: Frame;
	event: EventFrame;
	"action.result": ResultFrame;
	snapshot: SyncFrame;
	join: Action & { readonly message_type: "join"; readonly payload: Join; };
	sync: Action & { readonly message_type: "sync"; readonly payload: Sync; };
	leave: Action & { readonly message_type: "leave"; readonly payload: { readonly message_type?: string; readonly game_id?: string; readonly player_id?: number | null; readonly role?: string | null; }; };
	resign: Action & { readonly message_type: "resign"; readonly payload: { readonly message_type?: string; readonly game_id?: string; readonly player_id?: number | null; readonly role?: string | null; }; };
	create: Action & { readonly message_type: "create"; readonly payload: Create; };
	delete: Action & { readonly message_type: "delete"; readonly payload: { readonly message_type?: string; readonly game_id?: string; readonly player_id?: number | null; readonly role?: string | null; }; };
	"player.join": EventFrame & { readonly message_type: "player.join"; readonly payload: Presence; };
	"player.leave": EventFrame & { readonly message_type: "player.leave"; readonly payload: Presence; };
	"player.reconnect": EventFrame & { readonly message_type: "player.reconnect"; readonly payload: Presence; };
	"game.start": EventFrame & { readonly message_type: "game.start"; readonly payload: GameStart; };
	"match.end": EventFrame & { readonly message_type: "match.end"; readonly payload: MatchEnd; };
	"table.closed": EventFrame & { readonly message_type: "table.closed"; readonly payload: Empty; };
	"event.hidden": EventFrame & { readonly message_type: "event.hidden"; readonly payload: Empty; };
}
