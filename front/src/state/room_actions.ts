// What the lobby's buttons do: create rooms, join queues. It must not know: how a button looks.
import { get, post } from "../net/api.ts";
import { go } from "../router.ts";
import type { CreateRoom, GameInfo, JoinQueue, Me, RoomInfo } from "../web.ts";
import { changeMe, ensurePlayer, startWaiting } from "./app_state.ts";
import { localDefaults } from "./local_defaults.ts";

/** The bot for a newcomer: an easy one, else one that thinks a little. */
export function botFor(game: GameInfo): string | undefined {
	const gentle = ["practice", "greedy"].find((each) => game.bots.includes(each));
	return gentle ?? game.bots.find((each) => each !== "random") ?? game.bots[0];
}

export async function createRoom(wish: CreateRoom): Promise<void> {
	await ensurePlayer();
	const room = await post<RoomInfo>("rooms", wish);
	go(`/room/${room.code}`);
}

/** The settings of a table made with one click: the first of these presets that the game has. */
function settings(game: GameInfo, ...names: string[]): Pick<CreateRoom, "preset" | "config"> {
	const preset = names.find((name) => Object.hasOwn(game.presets, name)) ?? null;
	return { preset, config: localDefaults(game, preset === null ? {} : game.presets[preset]) };
}

export function playBot(game: GameInfo, bot: string): Promise<void> {
	const seats = game.seats.map((_, seat) => (seat === 0 ? "me" : `bot:${bot}`));
	return createRoom({ game: game.name, ...settings(game, "practice", "casual"), public: false, seats });
}

export function playFriend(game: GameInfo): Promise<void> {
	const seats = game.seats.map((_, seat) => (seat === 0 ? "me" : null));
	return createRoom({ game: game.name, ...settings(game, "casual"), public: false, seats });
}

export async function joinQueue(wish: JoinQueue): Promise<void> {
	await ensurePlayer();
	startWaiting();
	await changeMe(() => post<Me>("queue", wish));
}

export function findRoom(code: string): Promise<RoomInfo> {
	return get<RoomInfo>(`rooms/${code}`);
}

/** One of a room's actions: `sit`, `bot`, `stand`, `invite`, `say`, `rematch`, `abandon`. */
export async function roomAction<T = RoomInfo>(code: string, what: string, body: unknown = {}): Promise<T> {
	await ensurePlayer();
	return post<T>(`rooms/${code}/${what}`, body);
}
