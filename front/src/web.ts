// Made by `npm run types` from docs/schemas/web.json. Do not edit.

import type { Outcome, Scene } from "./wire.ts";

/** Everything that the server has about a player. The records of the matches are at `/api/matches/ID/record`. */
export interface AccountData {
	readonly player: PlayerInfo;
	readonly since: number;
	readonly seen_at: number;
	readonly language: "en" | "fr" | "it" | "vi";
	readonly email: string;
	readonly pending_email: string;
	readonly ratings: readonly RatingInfo[];
	readonly tokens: readonly TokensEntry[];
	readonly matches: readonly string[];
	readonly reports: readonly ReportMade[];
}

export interface AskForPassword {
	readonly recipient: string;
}

export interface BecomeGuest {
	readonly nickname?: string | null;
}

export interface ChangeEmail {
	readonly email: string;
	readonly password: string;
}

export interface ChangeMe {
	readonly nickname?: string | null;
	readonly language?: ("en" | "fr" | "it" | "vi") | null;
}

export interface ChangePassword {
	readonly current: string;
	readonly new: string;
}

export interface ConfirmEmail {
	readonly link: string;
}

/** A table to be played at. `seats` says per seat who takes it: "me", a bot as "bot:NAME", or null, left open. */
export interface CreateRoom {
	readonly game: string;
	readonly preset?: string | null;
	readonly config?: Readonly<Record<string, unknown>> | null;
	readonly public?: boolean;
	readonly seats?: readonly (string | null)[];
}

/** A bare table, for programs: no room, no accounts; the program that opens it mints its tokens. */
export interface CreateTable {
	readonly game: string;
	readonly config?: Readonly<Record<string, unknown>> | null;
	readonly bots?: readonly (string | null)[];
	readonly game_id?: string | null;
}

/** Hands of the given sizes from `items` distinct cards; the answer lists the cards, hand after hand. Cards that stay in the pack are not drawn, so nobody can learn them from a log. */
export interface Deal {
	readonly type: "deal";
	readonly items: number;
	readonly sizes: readonly number[];
}

export interface DeleteAccount {
	readonly password?: string | null;
}

/** `count` dice; each answer is 1..sides. */
export interface Dice {
	readonly type: "dice";
	readonly count: number;
	readonly sides?: number;
}

/** What chance was asked, and what it answered: with the seeds anybody can recompute it. */
export interface Drawn {
	readonly draw: Dice | Pick | Deal | Shuffle;
	readonly answer: readonly number[];
}

/** Why nothing was done. `code` is for programs and for translation, `reason` for people. */
export interface Error {
	readonly code: string;
	readonly reason: string;
	readonly facts?: Readonly<Record<string, unknown>>;
}

export interface FillWithBot {
	readonly seat: number;
	readonly bot: string | null;
}

/** A game one can open a table for. The form is made of `config`, a JSON Schema, and `defaults`. */
export interface GameInfo {
	readonly name: string;
	readonly title: string;
	readonly about: string;
	readonly seats: readonly string[];
	readonly bots: readonly string[];
	readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly config: Readonly<Record<string, unknown>>;
	readonly defaults: Readonly<Record<string, unknown>>;
	readonly defaults_by_language: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly ranked: boolean;
	readonly stake: number;
	readonly board: string | null;
}

/** To one player: your opponent was found, or your rematch begins, there. */
export interface Go {
	readonly type: "go";
	readonly room: string;
}

export interface Health {
	readonly status: string;
	readonly tables: number;
}

export interface InLanguage {
	readonly language?: "en" | "fr" | "it" | "vi";
}

export interface InvitationInfo {
	readonly room: string;
	readonly game: string;
	readonly sender: PlayerInfo;
}

export interface Invite {
	readonly name: string;
}

export interface JoinQueue {
	readonly game: string;
	readonly ranked?: boolean;
	readonly swap2?: boolean;
}

export interface Leaderboard {
	readonly game: string;
	readonly players: readonly Ranked[];
}

/** A page of the public rooms that one can join or watch: open ones first, then the fullest, then the newest, and at most three of one owner. */
export interface Lobby {
	readonly rooms: readonly RoomInfo[];
	readonly waiting: readonly QueueInfo[];
	readonly online: number;
	readonly next: number | null;
}

export interface LobbyNow {
	readonly type: "lobby";
	readonly lobby: Lobby;
}

/** Of an address: after how many rooms the page begins, as the page before says. */
export interface LobbyQuery {
	readonly after?: number;
}

export interface Login {
	readonly name: string;
	readonly password: string;
}

export interface MatchDetails {
	readonly game_id: string;
	readonly game: string;
	readonly mode: string;
	readonly config: Readonly<Record<string, unknown>>;
	readonly room: string | null;
	readonly number: number;
	readonly seats: readonly MatchSeatInfo[];
	readonly started_at: number;
	readonly ended_at: number | null;
	readonly reason: string | null;
	readonly commitment: string;
	readonly seed: string | null;
	readonly client_seeds: readonly string[];
	readonly swap2_history: Readonly<Record<string, unknown>> | null;
}

export interface MatchSeatInfo {
	readonly title: string;
	readonly player: PlayerInfo | null;
	readonly bot: string | null;
	readonly score: number | null;
}

/** Who is asking; `player` is null until the first click that needs somebody. */
export interface Me {
	readonly player: PlayerInfo | null;
	readonly language: "en" | "fr" | "it" | "vi";
	readonly tokens: number;
	readonly queue: TicketInfo | null;
	readonly invitations: readonly InvitationInfo[];
	readonly rooms: readonly string[];
	readonly github: boolean;
	readonly has_password: boolean;
	readonly mail: boolean;
	readonly email: string;
	readonly pending_email: string;
}

export interface MeNow {
	readonly type: "me";
	readonly me: Me;
}

export interface PhraseSaid {
	readonly type: "said";
	readonly room: string;
	readonly sender: PlayerInfo;
	readonly phrase: "bye" | "good_game" | "good_luck" | "hello" | "one_moment" | "oops" | "thanks" | "well_played";
}

/** One of `options` things; the answer is its index. `weights`, if given, has one integer for each. */
export interface Pick {
	readonly type: "pick";
	readonly options: number;
	readonly weights?: readonly number[];
}

/** A person. Their name changes when a guest registers; their `id` never does, and names them in a game's state. */
export interface PlayerInfo {
	readonly id: string;
	readonly name: string;
	readonly nickname: string;
	readonly is_guest: boolean;
	readonly is_staff: boolean;
}

export interface Profile {
	readonly player: PlayerInfo;
	readonly since: number;
	readonly ratings: readonly RatingInfo[];
	readonly matches: readonly MatchDetails[];
}

/** How many wait in a queue. */
export interface QueueInfo {
	readonly game: string;
	readonly ranked: boolean;
	readonly players: number;
}

export interface Ranked {
	readonly rank: number;
	readonly player: PlayerInfo;
	readonly points: number;
	readonly won: number;
	readonly lost: number;
}

export interface RatingInfo {
	readonly game: string;
	readonly points: number;
	readonly won: number;
	readonly lost: number;
	readonly rank: number;
}

export interface Register {
	readonly name: string;
	readonly password: string;
	readonly nickname?: string | null;
}

/** A finished match, a page of steps at a time. */
export interface ReplayPage {
	readonly game_id: string;
	readonly game: string;
	readonly version: string;
	readonly commitment: string;
	readonly seed: string | null;
	readonly client_seeds: readonly string[];
	readonly outcome: Outcome;
	readonly total: number;
	readonly steps: readonly ReplayPageStep[];
	readonly next?: number | null;
}

/** One input, and what came of it. Step 0 is the opening, which nobody put in. */
export interface ReplayPageStep {
	readonly n: number;
	readonly at: number | null;
	readonly given: "chance" | "elapsed" | "left" | "move" | "opening" | "recovered" | "resigned" | "returned";
	readonly seat: number | null;
	readonly timer: string | null;
	readonly notation: string | null;
	readonly drawn: readonly Drawn[];
	readonly events: readonly StepEvent[];
	readonly seq: number;
	readonly to_act: readonly number[];
	readonly view: unknown;
	readonly picture: string | null;
	readonly scene?: Scene | null;
	readonly cut?: boolean;
}

/** Of an address: as whom a match is looked back on ("all": with nothing hidden, "spectator", or a seat), which steps, and whether with the view as text and as a scene, and the events in words. */
export interface ReplayQuery {
	readonly as?: string;
	readonly from?: number;
	readonly count?: number;
	readonly words?: boolean;
}

export interface ReportMade {
	readonly at: number;
	readonly about: PlayerInfo;
	readonly reason: string;
	readonly text: string;
}

export interface ReportPlayer {
	readonly reason: "cheating" | "conduct" | "name" | "other";
	readonly text?: string;
}

export interface ResetPassword {
	readonly link: string;
	readonly new: string;
}

export interface RoomInfo {
	readonly code: string;
	readonly game: string;
	readonly mode: string;
	readonly swap2_enabled: boolean;
	readonly config: Readonly<Record<string, unknown>>;
	readonly status: "closed" | "open" | "over" | "playing";
	readonly public: boolean;
	readonly owner: PlayerInfo;
	readonly stake: number;
	readonly seats: readonly RoomSeatInfo[];
	readonly game_id: string | null;
	readonly series: SeriesInfo | null;
	readonly rematch: readonly string[];
	readonly matches: readonly string[];
	readonly created_at: number;
}

export interface RoomNow {
	readonly type: "room";
	readonly room: RoomInfo;
}

/** A seat of a room: its player, or its bot, or neither. */
export interface RoomSeatInfo {
	readonly seat: number;
	readonly title: string;
	readonly player: PlayerInfo | null;
	readonly bot: string | null;
}

/** A game's rule book, in English, and its guide, if there is one, in the language asked for: HTML for a page. */
export interface Rules {
	readonly game: string;
	readonly html: string;
	readonly guide: string | null;
}

export interface Say {
	readonly phrase: "bye" | "good_game" | "good_luck" | "hello" | "one_moment" | "oops" | "thanks" | "well_played";
}

export interface SeriesGame {
	readonly number: number;
	readonly game_id: string;
	readonly opener: string;
	readonly winner: string | null;
	readonly reason: string;
}

export interface SeriesInfo {
	readonly best_of: number;
	readonly players: readonly [string, string];
	readonly score: readonly [number, number];
	readonly number: number;
	readonly phase: "over" | "playing" | "waiting";
	readonly next_game_at: number | null;
	readonly rematch_until: number | null;
	readonly games: readonly SeriesGame[];
	readonly winner: string | null;
	readonly abandoned_by: string | null;
	readonly points: readonly SeriesPoints[];
}

export interface SeriesPoints {
	readonly name: string;
	readonly points: number;
	readonly delta: number;
}

/** An order of `items` things; the answer is a permutation of 0..items-1. */
export interface Shuffle {
	readonly type: "shuffle";
	readonly items: number;
}

export interface Sit {
	readonly seat?: number | null;
}

export interface StepEvent {
	readonly seq: number;
	readonly type: string;
	readonly payload: Readonly<Record<string, unknown>>;
	readonly words?: string | null;
}

/** A table as anybody may know it. */
export interface TableInfo {
	readonly game_id: string;
	readonly game: string;
	readonly seats: readonly (Readonly<Record<string, unknown>>)[];
	readonly seq: number;
	readonly to_act: readonly number[];
	readonly is_over: boolean;
	readonly ws_url: string;
}

export interface TicketInfo {
	readonly game: string;
	readonly ranked: boolean;
	readonly swap2: boolean;
	readonly since: number;
	readonly window: number | null;
}

/** What opens a table's socket: connect to `ws_url`, and send `token` in a `hello`. */
export interface Token {
	readonly game_id: string;
	readonly token: string;
	readonly ws_url: string;
	readonly role: "observer" | "player";
	readonly player_id: number | null;
	readonly expires_at: number;
	readonly commitment: string | null;
}

export interface TokensEntry {
	readonly at: number;
	readonly amount: number;
	readonly key: string;
}

export interface WantToken {
	readonly role?: "observer" | "player";
	readonly player_id?: number | null;
	readonly display_name?: string | null;
	readonly minutes?: number;
}

/** In: which room one looks at; null: none, and so the lobby. */
export interface WatchRoom {
	readonly type: "watch";
	readonly room?: string | null;
}

export interface Messages {
	Live: LobbyNow | RoomNow | MeNow | Go | PhraseSaid;
}
