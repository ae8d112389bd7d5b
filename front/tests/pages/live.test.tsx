// What pushes do to the page: rooms that change, opponents that are found, and responses that come too late.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../../src/app.tsx";
import { onWake } from "../../src/net/browser.ts";
import { go, path } from "../../src/router.ts";
import { checkConnection, isReady, leaveRoom, me, start } from "../../src/state/app_state.ts";
import type { Lobby, RoomInfo } from "../../src/web.ts";
import { ada, bo, lobby, room, serve, toy } from "./server.ts";

class Socket {
	static readonly OPEN = 1;
	static all: Socket[] = [];
	readonly readyState = 1;
	readonly sent: unknown[] = [];
	onopen = () => {};
	onmessage = (_: { data: string }) => {};
	onclose = (_: { code: number }) => {};

	constructor() {
		Socket.all.push(this);
	}

	send(text: string): void {
		this.sent.push(JSON.parse(text));
	}

	close(): void {}
}

const base = { "GET me": ada, "GET games": [toy], "GET lobby": lobby };
const full: RoomInfo = {
	...room,
	seats: [room.seats[0] as RoomInfo["seats"][0], { seat: 1, title: "right", player: bo, bot: null }],
};

function tell(message: unknown): void {
	for (const each of Socket.all) each.onmessage({ data: JSON.stringify(message) });
}

async function open(where: string, answers: Record<string, unknown> = {}) {
	const asked = serve({ ...base, ...answers });
	vi.stubGlobal("WebSocket", Socket);
	go(where);
	render(<App />);
	await start();
	for (const each of Socket.all) each.onopen();
	return asked;
}

beforeEach(() => {
	localStorage.clear();
	vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
	me.value = null;
	isReady.value = false;
});
afterEach(() => {
	cleanup();
	leaveRoom();
	go("/");
	vi.unstubAllGlobals();
});

describe("the live socket", () => {
	it("leads to the room where an opponent waits", async () => {
		await open("/", { "GET rooms/ABC123": room });
		await screen.findByRole("button", { name: /Play a bot/ });
		tell({ type: "go", room: "ABC123" });
		expect(path.value).toBe("/room/ABC123");
		await waitFor(() => expect(Socket.all.some((each) => JSON.stringify(each.sent).includes("ABC123"))).toBe(true));
	});

	it("wins over a response to an earlier request", async () => {
		let answer: (room: RoomInfo) => void = () => {};
		const slow = new Promise<RoomInfo>((resolve) => {
			answer = resolve;
		});
		await open("/room/ABC123", { "GET rooms/ABC123": room });
		await screen.findByLabelText("Link to this table");
		const real = globalThis.fetch;
		vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
			return url.endsWith("/bot") ? new Response(JSON.stringify(await slow)) : real(url, init);
		});
		fireEvent.click(screen.getByRole("button", { name: "Add bot: Greedy" }));
		tell({ type: "room", room: full });
		expect(await screen.findByText("Bo")).toBeTruthy();
		answer(room);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(screen.queryByText("Bo")).toBeTruthy();
	});

	it("wins over an earlier request for the lobby", async () => {
		let answer: (lobby: Lobby) => void = () => {};
		const slow = new Promise<Lobby>((resolve) => {
			answer = resolve;
		});
		const asked = await open("/", { "GET lobby": () => slow });
		await waitFor(() => expect(asked.map(({ what }) => what)).toContain("GET lobby"));
		tell({ type: "lobby", lobby: { ...lobby, online: 7 } });
		expect(await screen.findByText("Online now: 7")).toBeTruthy();
		answer({ ...lobby, online: 5 });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(screen.queryByText("Online now: 7")).toBeTruthy();
	});

	it("leads to the room even if the push to go there was lost", async () => {
		const queue = { game: "toy", ranked: true, swap2: false, since: 0, window: null };
		await open("/", { "GET me": { ...ada, queue }, "GET rooms/NEW001": { ...room, code: "NEW001" } });
		await screen.findByRole("region", { name: "Looking for an opponent" });
		tell({ type: "me", me: { ...ada, rooms: ["NEW001"] } });
		expect(path.value).toBe("/room/NEW001");
	});

	it("leads there too if the room showed up while still in the queue", async () => {
		const queue = { game: "toy", ranked: true, swap2: false, since: 0, window: null };
		await open("/", { "GET me": { ...ada, queue }, "GET rooms/NEW002": { ...room, code: "NEW002" } });
		await screen.findByRole("region", { name: "Looking for an opponent" });
		tell({ type: "me", me: { ...ada, queue, rooms: ["NEW002"] } });
		expect(path.value).toBe("/");
		tell({ type: "me", me: { ...ada, rooms: ["NEW002"] } });
		expect(path.value).toBe("/room/NEW002");
	});

	it("is probed when the network or the user is back", async () => {
		await open("/");
		await screen.findByRole("button", { name: /Play a bot/ });
		const stop = onWake(checkConnection);
		const said = () => Socket.all.flatMap((each) => each.sent).length;
		const before = said();
		dispatchEvent(new Event("online"));
		expect(said()).toBe(before + 1);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(said()).toBe(before + 2);
		vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
		document.dispatchEvent(new Event("visibilitychange"));
		stop();
		dispatchEvent(new Event("online"));
		expect(said()).toBe(before + 2);
		vi.restoreAllMocks();
	});

	it("watches no room that does not exist, for nobody would answer", async () => {
		await open("/room/GONE01");
		await screen.findByRole("heading", { level: 1, name: "Nothing here" });
		await waitFor(() => expect(Socket.all.at(-1)?.sent.at(-1)).toEqual({ type: "watch", room: null }));
	});

	it("does not navigate for a user who was not in the queue", async () => {
		await open("/");
		await screen.findByRole("button", { name: /Play a bot/ });
		tell({ type: "me", me: { ...ada, rooms: ["NEW001"] } });
		expect(path.value).toBe("/");
	});
});
