// The state that all pages share: the user, the games, the lobby and the room shown. It must not know: pages; sockets
// and HTTP are the net layer's business.
import { computed, signal } from "@preact/signals";
import { registerPluginBoard } from "../boards/registry.ts";
import { ApiError, get, post, Unreachable } from "../net/api.ts";
import { browser } from "../net/browser.ts";
import { type LiveMessage, LiveSocket } from "../net/live_socket.ts";
import { go } from "../router.ts";
import type { GameInfo, Lobby, Me, PhraseSaid, PlayerInfo, RoomInfo, RoomSeatInfo } from "../web.ts";
import {
	addGameNames,
	confirmLanguage,
	language,
	preferredLanguage,
	setLanguage,
	unconfirmedLanguage,
} from "../words/index.ts";
import { isLanguage } from "../words/languages.ts";
import { errorText, showError } from "./alerts.ts";

export const me = signal<Me | null>(null);
export const games = signal<readonly GameInfo[]>([]);
export const lobby = signal<Lobby | null>(null);
/** What was fetched of the lobby after its first page, and the page after that; undefined: the first says. */
const further = signal<{ readonly rooms: readonly RoomInfo[]; readonly next?: number | null }>({ rooms: [] });
/** The rooms of the lobby as far as they were fetched. */
export const lobbyRooms = computed<readonly RoomInfo[]>(() => {
	const first = lobby.value?.rooms ?? [];
	return [...first, ...newOf(further.value.rooms, first)];
});
/** Where the next page of the lobby begins; null: there is none. */
export const nextPage = computed(() =>
	further.value.next === undefined ? (lobby.value?.next ?? null) : further.value.next,
);
/** The room that is shown. */
export const room = signal<RoomInfo | null>(null);
export const said = signal<PhraseSaid | null>(null);
/** Why the page cannot start; null if it can, empty if the server is unreachable. */
export const startError = signal<string | null>(null);
export const isReady = signal(false);
export const myName = computed(() => me.value?.player?.name ?? null);

/** The rooms the user had before joining the queue; null while they are not in it. */
let roomsBefore: readonly string[] | null = null;
let watched: string | null = null;
let lobbyPushes = 0;
let roomPushes = 0;
let mePushes = 0;
let meChanges = 0;
const live = new LiveSocket("/live", browser, { received, opened });

/** Fetches what every page needs. */
export async function start(): Promise<void> {
	startError.value = null;
	try {
		await setLanguage(preferredLanguage());
		const [who, offered] = await Promise.all([get<Me>("me"), get<readonly GameInfo[]>("games")]);
		games.value = offered;
		for (const { name, board } of offered) if (board !== null) registerPluginBoard(name, board);
		await Promise.all([setMe(who), addGameNames(offered)]);
		isReady.value = true;
		live.open();
		void syncLanguage().catch(() => {});
	} catch (error) {
		startError.value = error instanceof Unreachable ? "" : errorText(error);
	}
}

export async function setMe(now: Me): Promise<void> {
	const isOther = me.value !== null && me.value.player?.name !== now.player?.name;
	await applyMe(now);
	if (isOther) live.reopen();
}

/** The user goes on in a new session: the live socket of the old one is closed. */
export async function startSession(now: Me): Promise<void> {
	await setMe(now);
	live.reopen();
}

/** A response is the current state, unless the live socket has pushed a newer one. */
export async function changeMe(ask: () => Promise<Me>): Promise<void> {
	const before = mePushes;
	const now = await ask();
	if (mePushes === before) await setMe(now);
}

/** The current state, fetched on our own initiative: anything learnt meanwhile is newer. */
export async function refreshMe(): Promise<void> {
	const before = meChanges;
	const now = await get<Me>("me");
	if (meChanges === before) await setMe(now);
}

/** A push of the live socket is about the user it was opened for, perhaps renamed: the socket stays open. */
async function applyMe(now: Me): Promise<void> {
	meChanges += 1;
	me.value = now;
	goToNewRoom(now);
	if (now.player === null || !isLanguage(now.language)) return;
	if (now.language === unconfirmedLanguage()) confirmLanguage();
	if (unconfirmedLanguage() === null && now.language !== language.value) await setLanguage(now.language);
}

/** Tells the server of a language that was chosen here, after a reload if need be. */
export async function syncLanguage(): Promise<void> {
	const wanted = unconfirmedLanguage();
	if (wanted === null || me.value?.player == null) return;
	try {
		await setMe(await post<Me>("me/settings", { language: wanted }));
	} catch (error) {
		if (error instanceof ApiError && error.status === 400) confirmLanguage(); // it never will accept it: stop trying
		throw error;
	}
}

/** A new user, guest or member, gets the page's language. */
export async function signUp(path: "me/guest" | "me/register", wish: unknown): Promise<void> {
	const now = await post<Me>(path, wish);
	const isSaid = now.language === language.value;
	await setMe(isSaid ? now : await post<Me>("me/settings", { language: language.value }));
}

/** The first click that needs a user makes the visitor a guest. */
export async function ensurePlayer(): Promise<PlayerInfo> {
	if (me.value?.player == null) await signUp("me/guest", {});
	const player = me.value?.player;
	if (player == null) throw new Error("nobody was made");
	return player;
}

/** A user who is no longer in the queue has a seat: go there, in case the push was missed. It does not matter when they
 * got it: the new room may show up while they still seem to wait. */
function goToNewRoom(now: Me): void {
	if (now.queue !== null) {
		roomsBefore ??= now.rooms;
		return;
	}
	const found = now.rooms.find((each) => roomsBefore !== null && !roomsBefore.includes(each));
	roomsBefore = null;
	if (found !== undefined) go(`/room/${found}`);
}

/** From now on the user is in the queue. */
export function startWaiting(): void {
	roomsBefore ??= me.value?.rooms ?? [];
}

export async function loadLobby(): Promise<void> {
	const before = lobbyPushes;
	const now = await get<Lobby>("lobby");
	further.value = { rooms: [] };
	if (lobbyPushes === before) lobby.value = now; // what was pushed meanwhile is newer
}

/** The next page of the lobby's rooms. The first is pushed when it changes; those after it are as they were found. */
export async function loadMoreRooms(): Promise<void> {
	const after = nextPage.value;
	if (after === null) return;
	const page = await get<Lobby>(`lobby?after=${after}`);
	further.value = { rooms: [...further.value.rooms, ...newOf(page.rooms, further.value.rooms)], next: page.next };
}

/** A room may have moved from one page to another. */
function newOf(rooms: readonly RoomInfo[], known: readonly RoomInfo[]): readonly RoomInfo[] {
	const codes = new Set(known.map((each) => each.code));
	return rooms.filter((each) => !codes.has(each.code));
}

export async function loadRoom(code: string): Promise<void> {
	watched = code;
	live.watch(code);
	try {
		await refreshRoom(code);
	} catch (error) {
		const isGone = error instanceof ApiError && error.status === 404;
		if (isGone && watched === code) live.watch(null); // the room is gone: nothing will be pushed
		throw error;
	}
}

export function refreshRoom(code: string): Promise<void> {
	return changeRoom(() => get<RoomInfo>(`rooms/${code}`));
}

/** A response is the current state of the room, unless the live socket has pushed a newer one. */
export async function changeRoom(ask: () => Promise<RoomInfo | null>): Promise<void> {
	const before = roomPushes;
	const now = await ask();
	if (roomPushes === before && now !== null && now.code === watched) room.value = now;
}

export function leaveRoom(): void {
	watched = null;
	live.watch(null);
	room.value = null;
	said.value = null;
}

export function checkConnection(): void {
	live.check();
}

/** The user's seat in a room, if they have one. */
export function mySeat(where: RoomInfo): RoomSeatInfo | undefined {
	return where.seats.find((each) => each.player !== null && each.player.name === myName.value);
}

export function gameNamed(name: string): GameInfo | undefined {
	return games.value.find((each) => each.name === name);
}

function opened(isFirst: boolean): void {
	if (isFirst) return;
	void refreshMe().catch(() => {});
	if (lobby.value !== null) void loadLobby().catch(() => {});
	if (room.value !== null) void loadRoom(room.value.code).catch(showError);
}

function received(message: LiveMessage): void {
	switch (message.type) {
		case "lobby":
			lobbyPushes += 1;
			lobby.value = message.lobby;
			break;
		case "room":
			if (message.room.code !== watched) break;
			roomPushes += 1;
			room.value = message.room;
			break;
		case "me":
			mePushes += 1;
			void applyMe(message.me);
			break;
		case "go":
			go(`/room/${message.room}`);
			break;
		case "said":
			if (room.value?.code === message.room) said.value = message;
			break;
	}
}
