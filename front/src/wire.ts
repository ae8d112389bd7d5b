// Made by `npm run types` from docs/schemas/wire.json. Do not edit.

/** An incoming envelope. `player_id` and `role` are what the sender claims; a token decides. */
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

/** What an accepted action led to: `seq` is the number of the last event once it had been carried out; `decision`, for a player, the number of their latest decision then, open only while they must act. */
export interface ActionEffects {
	readonly decision?: number | null;
	readonly seq: number;
}

/** Any of these as it goes over the bus: its payload has names from its envelope too. */
export interface BusFrame {
	readonly message_type: string;
	readonly game_id: string;
	readonly action_id?: string | null;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: { readonly message_type: string; readonly game_id: string; readonly action_id: string | null; };
	readonly seq?: number | null;
	readonly to_act?: readonly number[] | null;
	readonly to?: readonly number[] | null;
	readonly spectators?: boolean;
}

/** A card. `suit` is a sign below the text; a card that lies face down shows neither. */
export interface Card {
	readonly type: "card";
	readonly id?: string;
	readonly text?: string;
	readonly suit?: string;
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
	readonly face_down?: boolean;
	readonly label?: string;
}

/** A name and a value: points, a trump, a number of stones. With a seat, its player's name comes first. */
export interface Counter {
	readonly value: string;
	readonly name?: string;
	readonly seat?: number | null;
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
}

export interface Counters {
	readonly type: "counters";
	readonly items: readonly Counter[];
}

/** A die. Faces 1 to 6 have pips, others a number; None is a die whose face this reader cannot see. */
export interface Die {
	readonly type: "die";
	readonly id?: string;
	readonly face?: number | null;
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
	readonly label?: string;
}

/** A payload without fields. */
export interface Empty {
}

/** Payload of an `error`, which answers no action. */
export interface ErrorBody {
	readonly code: "desync" | "duplicate_connection_handled" | "forbidden" | "game_unavailable" | "invalid_action" | "invalid_bid" | "invalid_card" | "invalid_turn" | "join_failed" | "routing_failed" | "unauthorized";
	readonly reason: string;
}

/** Something is wrong that answers no action. */
export interface ErrorFrame {
	readonly message_type: "error";
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: ErrorBody;
}

/** Payload of the `action.result` of a refused action. */
export interface ErrorResult {
	readonly code: "desync" | "duplicate_connection_handled" | "forbidden" | "game_unavailable" | "invalid_action" | "invalid_bid" | "invalid_card" | "invalid_turn" | "join_failed" | "routing_failed" | "unauthorized";
	readonly facts?: Readonly<Record<string, unknown>>;
	readonly reason: string;
	readonly recovery: "noop" | "retry" | "sync";
	readonly status: "error";
}

/** Something happened. `to_act` is on the last event of an input. */
export interface EventFrame {
	readonly message_type: string;
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: Readonly<Record<string, unknown>>;
	readonly seq: number;
	readonly to_act?: readonly number[] | null;
}

/** An outgoing envelope: an event, a result, a snapshot or an error. The order of keys is the specification's. */
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
	readonly client_seeds: readonly string[];
	readonly seats: readonly SeatTaken[];
}

/** Points, and the lines between them as pairs of ids. */
export interface Graph {
	readonly type: "graph";
	readonly points: readonly Point[];
	readonly lines?: readonly (readonly [string, string])[];
}

/** Rows of cells, from the top, all of the same length; and the coordinates to the left and below, if any. */
export interface Grid {
	readonly type: "grid";
	readonly rows: readonly (readonly Spot[])[];
	readonly left?: readonly string[];
	readonly below?: readonly string[];
	readonly checkered?: boolean;
}

export interface MatchEnd {
	readonly outcome: Outcome;
	readonly reveal: string;
}

/** A line of text. */
export interface Note {
	readonly type: "note";
	readonly text: string;
}

/** Payload of the `action.result` of an accepted action. */
export interface OkResult {
	readonly effects: ActionEffects;
	readonly status: "ok";
}

/** How it ended: a score for each seat (above 0 won, below 0 lost), and why. `payout` is what each seat takes out of a staked pot; what nobody takes is burned. Empty: nothing was staked. */
export interface Outcome {
	readonly scores: readonly number[];
	readonly reason: string;
	readonly payout?: readonly number[];
}

/** A coloured shape, with up to four letters on it. The shape "mark" is only the letters. */
export interface Piece {
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
	readonly text?: string;
	readonly shape?: "disc" | "mark" | "square";
	readonly label?: string;
}

/** A spot in the plane. The unit is up to you: the page scales all points of a graph to fit its frame. */
export interface Point {
	readonly type: "point";
	readonly id?: string;
	readonly piece?: Piece | null;
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
	readonly label?: string;
	readonly x: number;
	readonly y: number;
}

/** Payload of `player.join`, `player.leave` and `player.reconnect`. */
export interface Presence {
	readonly name: string;
	readonly player_id: number;
}

/** The answer to an action. */
export interface ResultFrame {
	readonly message_type: "action.result";
	readonly game_id: string;
	readonly action_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: OkResult | ErrorResult;
}

/** Things side by side: a hand, a pile, dice, a reserve. A pile shows its last thing and how many there are. */
export interface Row {
	readonly type: "row";
	readonly items: readonly (Spot | Card | Die)[];
	readonly title?: string;
	readonly seat?: number | null;
	readonly spread?: "fan" | "pile" | "row";
}

/** What is drawn, from top to bottom. `last` lists ids to mark, for instance those of the last move. */
export interface Scene {
	readonly parts: readonly (Grid | Graph | Row | Counters | Note)[];
	readonly last?: readonly string[];
}

/** One seat, as everyone may know it: its number, its name in the game, and who sits there. */
export interface SeatTaken {
	readonly bot: string | null;
	readonly joined: boolean;
	readonly name: string;
	readonly player_id: number;
	readonly present: boolean;
	readonly seat: string;
}

/** Payload of `sync`: everything one reader may know. `config`, `legal` and `view` are the game's own types. If the reader asked for words, `picture` is the view as text, and `notation` the legal actions in the game's notation; of a game that describes its board, `scene` is the view as a `Scene`, and `touch` the ids to touch for each legal action; and `told` has the words of the events after the one that was named. */
export interface Snapshot {
	readonly client_seeds: readonly string[] | null;
	readonly closed: boolean;
	readonly commitment: string;
	readonly config: unknown;
	readonly decision: number | null;
	readonly game: string;
	readonly game_version: string;
	readonly legal: readonly unknown[];
	readonly notation?: readonly string[] | null;
	readonly outcome: Outcome | null;
	readonly picture?: string | null;
	readonly reveal: string | null;
	readonly scene?: unknown;
	readonly seats: readonly SeatTaken[];
	readonly seq: number;
	readonly timers: readonly TimeLeft[];
	readonly to_act: readonly number[];
	readonly told?: readonly ToldWords[] | null;
	readonly touch?: readonly (readonly string[])[] | null;
	readonly view: unknown;
	readonly you: number | null;
}

/** A place that may hold a piece: a cell of a grid, a slot in a row. */
export interface Spot {
	readonly type: "spot";
	readonly id?: string;
	readonly piece?: Piece | null;
	readonly colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
	readonly label?: string;
}

/** Everything a reader may know, after the event `seq`. */
export interface SyncFrame {
	readonly message_type: "sync";
	readonly game_id: string;
	readonly player_id: number | null;
	readonly role: "host" | "observer" | "player";
	readonly ts: number;
	readonly version: "1.0.0";
	readonly origin: "game";
	readonly payload: Snapshot;
	readonly seq: number;
}

/** A timer: whose time it is, and how much was left when the snapshot was taken. */
export interface TimeLeft {
	readonly ms: number;
	readonly name: string;
	readonly paused: boolean;
	readonly seats: readonly number[];
}

/** An event in the game's own words for this reader, by its number. */
export interface ToldWords {
	readonly seq: number;
	readonly words: string;
}

/** Payload of the action `join`. */
export interface Join {
	readonly client_seed?: string;
	readonly last_seq?: number;
	readonly name?: string;
	readonly told_since?: number | null;
	readonly words?: boolean;
	readonly decision?: number | null;
	readonly phase?: string | null;
	readonly turn?: number | null;
	readonly seq?: number | null;
	readonly sequence?: number | null;
	readonly message_type?: string;
	readonly game_id?: string;
	readonly action_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
	readonly ts?: number;
	readonly version?: string;
	readonly origin?: string;
}

/** Payload of the action `sync`. `words`: the view and the legal actions as text and as a scene too. `told_since`: with them, the words of the events after this one; without it, of none. */
export interface Sync {
	readonly last_seq?: number;
	readonly told_since?: number | null;
	readonly words?: boolean;
	readonly decision?: number | null;
	readonly phase?: string | null;
	readonly turn?: number | null;
	readonly seq?: number | null;
	readonly sequence?: number | null;
	readonly message_type?: string;
	readonly game_id?: string;
	readonly action_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
	readonly ts?: number;
	readonly version?: string;
	readonly origin?: string;
}

/** Payload of the action `create`: the game, its options, and per seat a bot's name or null for a person. `owner` says who wants the table, in a host's own words: bots of one owner's tables share what there is for them. */
export interface Create {
	readonly bots?: readonly (string | null)[];
	readonly config?: Readonly<Record<string, unknown>>;
	readonly game: string;
	readonly owner?: string;
	readonly message_type?: string;
	readonly game_id?: string;
	readonly action_id?: string;
	readonly player_id?: number | null;
	readonly role?: string | null;
	readonly ts?: number;
	readonly version?: string;
	readonly origin?: string;
}

export interface Messages {
	action: Action;
	frame: Frame;
	snapshot: SyncFrame & { readonly payload: { readonly scene: Scene | null; }; };
	scene: Scene;
	error: ErrorFrame;
	join: Action & { readonly message_type: "join"; readonly payload: Join; };
	sync: Action & { readonly message_type: "sync"; readonly payload: Sync; };
	leave: Action & { readonly message_type: "leave"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; };
	resign: Action & { readonly message_type: "resign"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; };
	create: Action & { readonly message_type: "create"; readonly payload: Create; };
	delete: Action & { readonly message_type: "delete"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; };
	"player.join": EventFrame & { readonly message_type: "player.join"; readonly payload: Presence; };
	"player.leave": EventFrame & { readonly message_type: "player.leave"; readonly payload: Presence; };
	"player.reconnect": EventFrame & { readonly message_type: "player.reconnect"; readonly payload: Presence; };
	"game.start": EventFrame & { readonly message_type: "game.start"; readonly payload: GameStart; };
	"match.end": EventFrame & { readonly message_type: "match.end"; readonly payload: MatchEnd; };
	"table.closed": EventFrame & { readonly message_type: "table.closed"; readonly payload: Empty; };
	"event.hidden": EventFrame & { readonly message_type: "event.hidden"; readonly payload: Empty; };
	event: EventFrame;
	"action.result": ResultFrame;
	bus: BusFrame;
}
