// Made by `npm run types` from docs/schemas/catan.json. Do not edit.

import type { Action, EventFrame, Outcome, SyncFrame } from "../wire.ts";

export interface Board {
	readonly tiles: readonly (("DESERT") | ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL"))[];
	readonly numbers: readonly (number | null)[];
	readonly ports: readonly (("ANY") | ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL"))[];
	readonly port_edges?: readonly number[];
}

export interface BuildCity {
	readonly type: "BUILD_CITY";
	readonly vertex_id: number;
	readonly pay_with?: Resources | null;
}

/** `pay_with`, if given, must be the price; so with the other buildings. `free` may be left out, and is written. */
export interface BuildRoad {
	readonly type: "BUILD_ROAD";
	readonly edge_id: number;
	readonly free?: boolean;
	readonly pay_with?: Resources | null;
}

export interface BuildSettlement {
	readonly type: "BUILD_SETTLEMENT";
	readonly vertex_id: number;
	readonly free?: boolean;
	readonly pay_with?: Resources | null;
}

export interface BuyDevelopment {
	readonly type: "BUY_DEVELOPMENT";
}

export interface Config {
	readonly vp_to_win?: number;
	readonly discard_threshold?: number;
	readonly discard_mode?: "half" | "to_threshold";
	readonly layout?: "random" | "standard";
	readonly dice?: "balanced" | "fair";
	readonly friendly_robber?: boolean;
	readonly offers_per_turn?: number;
	readonly turn_limit?: number;
	readonly forced_dice?: boolean;
	readonly turn_ms?: number;
	readonly on_timeout?: "auto" | "forfeit";
	readonly on_absence?: "forfeit" | "wait";
	readonly absent_ms?: number;
}

/** Discard one card; a player who must discard several sends several. */
export interface Discard {
	readonly type: "DISCARD";
	readonly resource: "BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL";
}

export interface EndTurn {
	readonly type: "END_TURN";
}

export interface MoveRobber {
	readonly type: "MOVE_ROBBER";
	readonly tile_id: number;
	readonly steal_from?: number | null;
}

/** The current player's offer: what they give, and what they want for it. */
export interface Offer {
	readonly give: readonly [number, number, number, number, number];
	readonly receive: readonly [number, number, number, number, number];
}

export interface PlayKnight {
	readonly type: "PLAY_KNIGHT";
	readonly tile_id: number;
	readonly steal_from?: number | null;
}

/** With `edges` for road building, `resources` for a year of plenty, `resource` for a monopoly, and nothing else. */
export interface PlayProgress {
	readonly type: "PLAY_PROGRESS";
	readonly card: "MONOPOLY" | "ROAD_BUILDING" | "YEAR_OF_PLENTY";
	readonly edges?: readonly number[] | null;
	readonly resources?: Resources | null;
	readonly resource?: ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL") | null;
}

/** A player as a reader sees them; None where the reader may not see a value. */
export interface PlayerView {
	readonly resources: readonly [number, number, number, number, number] | null;
	readonly resource_count: number;
	readonly dev_cards: readonly [number, number, number, number, number] | null;
	readonly dev_card_count: number;
	readonly new_dev_cards: readonly [number, number, number, number, number] | null;
	readonly new_dev_card_count: number;
	readonly played_dev_cards: readonly [number, number, number, number, number];
	readonly settlements: readonly number[];
	readonly cities: readonly number[];
	readonly roads: readonly number[];
	readonly longest_road_len: number;
	readonly victory_points: number;
	readonly hidden_victory_points: number | null;
}

/** Resource cards by name, as the specification writes them: `{"WOOL": 1, "ORE": 1}`. */
export interface Resources {
	readonly BRICK?: number;
	readonly LUMBER?: number;
	readonly WOOL?: number;
	readonly GRAIN?: number;
	readonly ORE?: number;
}

export interface Result {
	readonly winner: number | null;
	readonly reason: "abandoned" | "points" | "resigned" | "timeout" | "turn_limit";
}

/** `forced_value` is for tests and replays: it is refused unless the config accepts it. */
export interface RollDice {
	readonly type: "ROLL_DICE";
	readonly forced_value?: readonly [number, number] | null;
}

export interface SetupPlaceRoad {
	readonly type: "SETUP_PLACE_ROAD";
	readonly edge_id: number;
	readonly turn: 1 | 2;
}

export interface SetupPlaceSettlement {
	readonly type: "SETUP_PLACE_SETTLEMENT";
	readonly vertex_id: number;
	readonly turn: 1 | 2;
}

export interface TradeAccept {
	readonly type: "TRADE_ACCEPT";
}

export interface TradeBank {
	readonly type: "TRADE_BANK";
	readonly give: Resources;
	readonly receive: Resources;
}

export interface TradeDecline {
	readonly type: "TRADE_DECLINE";
}

export interface TradePlayer {
	readonly type: "TRADE_PLAYER";
	readonly partner: number;
	readonly offer: Resources;
	readonly request: Resources;
}

export interface TradePort {
	readonly type: "TRADE_PORT";
	readonly port_id: number;
	readonly give: Resources;
	readonly receive: Resources;
}

export interface View {
	readonly you: number | null;
	readonly phase: "ACTION" | "DISCARD" | "GAME_OVER" | "MOVE_ROBBER" | "ROLL" | "SETUP" | "TRADE_RESPONSE";
	readonly turn: number;
	readonly current: number;
	readonly to_act: readonly number[];
	readonly setup_round: (1 | 2) | null;
	readonly tiles: readonly (("DESERT") | ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL"))[];
	readonly numbers: readonly (number | null)[];
	readonly ports: readonly (("ANY") | ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL"))[];
	readonly robber: number;
	readonly robber_triggered: boolean;
	readonly dice: readonly [number, number] | null;
	readonly rolled: readonly [number, number, number, number, number, number, number, number, number, number, number];
	readonly rolls_left: readonly number[];
	readonly players: readonly [PlayerView, PlayerView];
	readonly bank: readonly [number, number, number, number, number];
	readonly deck: number;
	readonly owes: readonly [number, number];
	readonly has_played_card: boolean;
	readonly offer: Offer | null;
	readonly offers_left: number;
	readonly longest_road: number | null;
	readonly largest_army: number | null;
	readonly vp_to_win: number;
	readonly discard_threshold: number;
	readonly turn_limit: number;
	readonly away: readonly number[];
	readonly result: Result | null;
	readonly port_edges?: readonly number[];
}

/** A random layout, once it is complete. */
export interface BoardLaid {
	readonly board: Board;
}

export interface SettlementPlaced {
	readonly player: number;
	readonly vertex_id: number;
}

export interface CityPlaced {
	readonly player: number;
	readonly vertex_id: number;
}

export interface RoadPlaced {
	readonly player: number;
	readonly edge_id: number;
}

export interface DiceRolled {
	readonly player: number;
	readonly dice: readonly [number, number];
}

export interface ResourcesProduced {
	readonly gains: readonly [readonly [number, number, number, number, number], readonly [number, number, number, number, number]];
}

export interface ResourceDiscarded {
	readonly player: number;
	readonly resource: "BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL";
}

export interface RobberMoved {
	readonly player: number;
	readonly tile_id: number;
}

/** Only the two players know the card. */
export interface ResourceStolen {
	readonly player: number;
	readonly steal_from: number;
	readonly resource: ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL") | null;
}

export interface DevelopmentBought {
	readonly player: number;
	readonly card: ("KNIGHT" | "MONOPOLY" | "ROAD_BUILDING" | "VICTORY_POINT" | "YEAR_OF_PLENTY") | null;
}

export interface KnightPlayed {
	readonly player: number;
}

export interface RoadBuildingPlayed {
	readonly player: number;
}

export interface YearOfPlentyPlayed {
	readonly player: number;
	readonly gains: readonly [number, number, number, number, number];
}

export interface MonopolyPlayed {
	readonly player: number;
	readonly resource: "BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL";
	readonly count: number;
}

/** A trade with the bank, directly or through a port. */
export interface BankTraded {
	readonly player: number;
	readonly give: readonly [number, number, number, number, number];
	readonly receive: readonly [number, number, number, number, number];
	readonly port_id?: number | null;
}

export interface TradeOffered {
	readonly player: number;
	readonly give: readonly [number, number, number, number, number];
	readonly receive: readonly [number, number, number, number, number];
}

/** From the point of view of the player who accepts: what they give and what they get. */
export interface TradeAccepted {
	readonly player: number;
	readonly give: readonly [number, number, number, number, number];
	readonly receive: readonly [number, number, number, number, number];
}

export interface TradeDeclined {
	readonly player: number;
}

export interface LongestRoadMoved {
	readonly holder: number | null;
}

export interface LargestArmyMoved {
	readonly holder: number | null;
}

/** The visible points. */
export interface VictoryPointsUpdated {
	readonly victory_points: readonly [number, number];
}

export interface TurnEnded {
	readonly player: number;
	readonly turn: number;
}

/** With all points, hidden ones included. */
export interface GameEnded {
	readonly winner: number | null;
	readonly reason: "abandoned" | "points" | "resigned" | "timeout" | "turn_limit";
	readonly points: readonly [number, number];
}

/** A player has lost the connection; the clocks pause while both are away. */
export interface PlayerAway {
	readonly player: number;
}

export interface PlayerBack {
	readonly player: number;
}

/** What follows was not chosen by the player. */
export interface TimeOver {
	readonly player: number;
}

export interface Messages {
	action: (Action & { readonly message_type: "ROLL_DICE"; readonly payload: { readonly forced_value?: readonly [number, number] | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "MOVE_ROBBER"; readonly payload: { readonly tile_id: number; readonly steal_from?: number | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "BUILD_ROAD"; readonly payload: { readonly edge_id: number; readonly free?: boolean; readonly pay_with?: Resources | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "BUILD_SETTLEMENT"; readonly payload: { readonly vertex_id: number; readonly free?: boolean; readonly pay_with?: Resources | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "BUILD_CITY"; readonly payload: { readonly vertex_id: number; readonly pay_with?: Resources | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "BUY_DEVELOPMENT"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "PLAY_KNIGHT"; readonly payload: { readonly tile_id: number; readonly steal_from?: number | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "PLAY_PROGRESS"; readonly payload: { readonly card: "MONOPOLY" | "ROAD_BUILDING" | "YEAR_OF_PLENTY"; readonly edges?: readonly number[] | null; readonly resources?: Resources | null; readonly resource?: ("BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL") | null; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "TRADE_BANK"; readonly payload: { readonly give: Resources; readonly receive: Resources; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "TRADE_PORT"; readonly payload: { readonly port_id: number; readonly give: Resources; readonly receive: Resources; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "TRADE_PLAYER"; readonly payload: { readonly partner: number; readonly offer: Resources; readonly request: Resources; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "END_TURN"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "SETUP_PLACE_SETTLEMENT"; readonly payload: { readonly vertex_id: number; readonly turn: 1 | 2; readonly decision?: number | null; readonly phase?: string | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "SETUP_PLACE_ROAD"; readonly payload: { readonly edge_id: number; readonly turn: 1 | 2; readonly decision?: number | null; readonly phase?: string | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "DISCARD"; readonly payload: { readonly resource: "BRICK" | "GRAIN" | "LUMBER" | "ORE" | "WOOL"; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "TRADE_ACCEPT"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "TRADE_DECLINE"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; });
	snapshot: SyncFrame & { readonly payload: { readonly config: Config; readonly legal: readonly (RollDice | MoveRobber | BuildRoad | BuildSettlement | BuildCity | BuyDevelopment | PlayKnight | PlayProgress | TradeBank | TradePort | TradePlayer | EndTurn | SetupPlaceSettlement | SetupPlaceRoad | Discard | TradeAccept | TradeDecline)[]; readonly view: View | null; }; };
	outcome: Outcome;
	config: Config;
	view: View;
	event: (EventFrame & { readonly message_type: "BOARD_LAID"; readonly payload: BoardLaid; }) | (EventFrame & { readonly message_type: "SETTLEMENT_PLACED"; readonly payload: SettlementPlaced; }) | (EventFrame & { readonly message_type: "CITY_PLACED"; readonly payload: CityPlaced; }) | (EventFrame & { readonly message_type: "ROAD_PLACED"; readonly payload: RoadPlaced; }) | (EventFrame & { readonly message_type: "DICE_ROLLED"; readonly payload: DiceRolled; }) | (EventFrame & { readonly message_type: "RESOURCES_PRODUCED"; readonly payload: ResourcesProduced; }) | (EventFrame & { readonly message_type: "RESOURCE_DISCARDED"; readonly payload: ResourceDiscarded; }) | (EventFrame & { readonly message_type: "ROBBER_MOVED"; readonly payload: RobberMoved; }) | (EventFrame & { readonly message_type: "RESOURCE_STOLEN"; readonly payload: ResourceStolen; }) | (EventFrame & { readonly message_type: "DEVELOPMENT_BOUGHT"; readonly payload: DevelopmentBought; }) | (EventFrame & { readonly message_type: "KNIGHT_PLAYED"; readonly payload: KnightPlayed; }) | (EventFrame & { readonly message_type: "ROAD_BUILDING_PLAYED"; readonly payload: RoadBuildingPlayed; }) | (EventFrame & { readonly message_type: "YEAR_OF_PLENTY_PLAYED"; readonly payload: YearOfPlentyPlayed; }) | (EventFrame & { readonly message_type: "MONOPOLY_PLAYED"; readonly payload: MonopolyPlayed; }) | (EventFrame & { readonly message_type: "BANK_TRADED"; readonly payload: BankTraded; }) | (EventFrame & { readonly message_type: "TRADE_OFFERED"; readonly payload: TradeOffered; }) | (EventFrame & { readonly message_type: "TRADE_ACCEPTED"; readonly payload: TradeAccepted; }) | (EventFrame & { readonly message_type: "TRADE_DECLINED"; readonly payload: TradeDeclined; }) | (EventFrame & { readonly message_type: "LONGEST_ROAD_MOVED"; readonly payload: LongestRoadMoved; }) | (EventFrame & { readonly message_type: "LARGEST_ARMY_MOVED"; readonly payload: LargestArmyMoved; }) | (EventFrame & { readonly message_type: "VICTORY_POINTS_UPDATED"; readonly payload: VictoryPointsUpdated; }) | (EventFrame & { readonly message_type: "TURN_ENDED"; readonly payload: TurnEnded; }) | (EventFrame & { readonly message_type: "GAME_ENDED"; readonly payload: GameEnded; }) | (EventFrame & { readonly message_type: "PLAYER_AWAY"; readonly payload: PlayerAway; }) | (EventFrame & { readonly message_type: "PLAYER_BACK"; readonly payload: PlayerBack; }) | (EventFrame & { readonly message_type: "TIME_OVER"; readonly payload: TimeOver; });
}
