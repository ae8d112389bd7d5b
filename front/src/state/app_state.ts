// What is known of the house: who one is, which games there are, what goes on in the lobby and in the room at hand.
// It must not know: pages; how it is said over a socket or HTTP is the net layer's business.
import { computed, signal } from "@preact/signals";
import { registerPluginBoard } from "../boards/registry.ts";
import { ApiError, get, post, Unreachable } from "../net/api.ts";
import { browser } from "../net/browser.ts";
import { type LiveMessage, LiveSocket } from "../net/live_socket.ts";
import { go } from "../router.ts";
import type { Game, Lobby, Me, Player, Room, Said, SeatTaken } from "../web.ts";
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
export const games = signal<readonly Game[]>([]);
export const lobby = signal<Lobby | null>(null);
/** The room that is looked at. */
export const room = signal<Room | null>(null);
export const said = signal<Said | null>(null);
/** Why there is nothing to show, if there is nothing; empty where nobody could say. */
export const startError = signal<string | null>(null);
export const isReady = signal(false);
export const myName = computed(() => me.value?.player?.name ?? null);

/** The rooms one had when one began to wait for an opponent; null while one does not wait. */
let roomsBefore: readonly string[] | null = null;
let watched: string | null = null;
let lobbyPushes = 0;
let roomPushes = 0;
let mePushes = 0;
let meChanges = 0;
const live = new LiveSocket("/live", browser, { received, opened });

/** Everything that every page needs. */
export async function start(): Promise<void> {
	startError.value = null;
	try {
		await setLanguage(preferredLanguage());
		const [who, offered] = await Promise.all([get<Me>("me"), get<readonly Game[]>("games")]);
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

/** The answer to a request is how it is with us now, unless the live socket has been faster. */
export async function changeMe(ask: () => Promise<Me>): Promise<void> {
	const before = mePushes;
	const now = await ask();
	if (mePushes === before) await setMe(now);
}

/** How it is with us now, asked for by itself: whatever was learnt meanwhile is newer. */
export async function refreshMe(): Promise<void> {
	const before = meChanges;
	const now = await get<Me>("me");
	if (meChanges === before) await setMe(now);
}

/** What the live socket says of us is about whoever it was opened for, under a new name perhaps: it stays open. */
async function applyMe(now: Me): Promise<void> {
	meChanges += 1;
	me.value = now;
	goToNewRoom(now);
	if (now.player === null || !isLanguage(now.language)) return;
	if (now.language === unconfirmedLanguage()) confirmLanguage();
	if (unconfirmedLanguage() === null && now.language !== language.value) await setLanguage(now.language);
}

/** A language that was chosen here and that the server does not know of yet: it is told, if need be after a reload. */
export async function syncLanguage(): Promise<void> {
	const wanted = unconfirmedLanguage();
	if (wanted === null || me.value?.player == null) return;
	try {
		await setMe(await post<Me>("me/settings", { language: wanted }));
	} catch (error) {
		if (error instanceof ApiError && error.status === 400) confirmLanguage(); // it never will: there is nothing to wait for
		throw error;
	}
}

/** Somebody new, as a guest or with a name, speaks the language that is spoken here. */
export async function signUp(path: "me/guest" | "me/register", wish: unknown): Promise<void> {
	const now = await post<Me>(path, wish);
	const isSaid = now.language === language.value;
	await setMe(isSaid ? now : await post<Me>("me/settings", { language: language.value }));
}

/** The first click that needs somebody makes one a guest. */
export async function ensurePlayer(): Promise<Player> {
	if (me.value?.player == null) await signUp("me/guest", {});
	const player = me.value?.player;
	if (player == null) throw new Error("nobody was made");
	return player;
}

/** Whoever waited and does so no more sits somewhere: the word to go there may have been missed. Since when he sits
 * there does not matter: one may hear of the new room while one still seems to wait. */
function goToNewRoom(now: Me): void {
	if (now.queue !== null) {
		roomsBefore ??= now.rooms;
		return;
	}
	const found = now.rooms.find((each) => roomsBefore !== null && !roomsBefore.includes(each));
	roomsBefore = null;
	if (found !== undefined) go(`/room/${found}`);
}

/** From now on an opponent is looked for. */
export function startWaiting(): void {
	roomsBefore ??= me.value?.rooms ?? [];
}

export async function loadLobby(): Promise<void> {
	const before = lobbyPushes;
	const now = await get<Lobby>("lobby");
	if (lobbyPushes === before) lobby.value = now; // what was pushed meanwhile is newer
}

export async function loadRoom(code: string): Promise<void> {
	watched = code;
	live.watch(code);
	try {
		await refreshRoom(code);
	} catch (error) {
		const isGone = error instanceof ApiError && error.status === 404;
		if (isGone && watched === code) live.watch(null); // of this one nothing will ever be heard
		throw error;
	}
}

export function refreshRoom(code: string): Promise<void> {
	return changeRoom(() => get<Room>(`rooms/${code}`));
}

/** The answer to a request is the room as it is now, unless the live socket has been faster. */
export async function changeRoom(ask: () => Promise<Room | null>): Promise<void> {
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

/** Where one sits in a room, if one does. */
export function mySeat(where: Room): SeatTaken | undefined {
	return where.seats.find((each) => each.player !== null && each.player.name === myName.value);
}

export function gameNamed(name: string): Game | undefined {
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
