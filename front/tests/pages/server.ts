// A fake server: canned responses to what a page requests. Nothing of the real one is modelled.
import { vi } from "vitest";
import type { GameInfo, Lobby, Me, RoomInfo } from "../../src/web.ts";

export interface Asked {
	readonly what: string;
	readonly body: unknown;
}

type Answer = unknown | ((body: unknown) => unknown);

export const nobody: Me = {
	player: null,
	language: "en",
	tokens: 0,
	queue: null,
	invitations: [],
	rooms: [],
	github: false,
	has_password: false,
	mail: false,
	email: "",
	pending_email: "",
};
export const ada: Me = {
	...nobody,
	player: { id: "1", name: "guest-1", nickname: "Ada", is_guest: true, is_staff: false },
};
export const bo = { id: "2", name: "bo", nickname: "Bo", is_guest: false, is_staff: false };
export const lobby: Lobby = { rooms: [], waiting: [{ game: "toy", ranked: true, players: 3 }], online: 2, next: null };
export const toy: GameInfo = {
	name: "toy",
	title: "",
	about: "",
	seats: ["left", "right"],
	bots: ["random", "greedy"],
	presets: { fast: { turn_ms: 5000, size: 3, swap2_enabled: true } },
	config: {
		type: "object",
		properties: {
			turn_ms: { type: "integer", minimum: 1000, maximum: 600_000, default: 60_000 },
			size: { enum: [3, 4], default: 4 },
			swap2_enabled: { type: "boolean", default: false },
			players: { type: "array" },
		},
	},
	defaults: { turn_ms: 60_000, size: 4, swap2_enabled: false },
	defaults_by_language: { vi: { turn_ms: 30_000, size: 3 } },
	ranked: true,
	stake: 0,
	board: null,
};
export const room: RoomInfo = {
	code: "ABC123",
	game: "toy",
	mode: "custom",
	swap2_enabled: false,
	config: {},
	status: "open",
	public: false,
	owner: { id: "1", name: "guest-1", nickname: "Ada", is_guest: true, is_staff: false },
	stake: 0,
	seats: [
		{
			seat: 0,
			title: "left",
			player: { id: "1", name: "guest-1", nickname: "Ada", is_guest: true, is_staff: false },
			bot: null,
		},
		{ seat: 1, title: "right", player: null, bot: null },
	],
	game_id: null,
	series: null,
	rematch: [],
	matches: [],
	created_at: 0,
};

export class Refusal {
	readonly status: number;
	readonly body: unknown;

	constructor(status: number, body: unknown) {
		this.status = status;
		this.body = body;
	}
}

/** Answers by `METHOD path`; what is not there is a 404. */
export function serve(answers: Record<string, Answer>): Asked[] {
	const asked: Asked[] = [];
	vi.stubGlobal("WebSocket", SilentSocket);
	vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
		const what = `${init.method} ${url.replace("/api/", "")}`;
		const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
		asked.push({ what, body });
		const answer = what in answers ? answers[what] : new Refusal(404, { code: "not_found", reason: "", facts: {} });
		const given = typeof answer === "function" ? await answer(body) : answer;
		if (given instanceof Error) throw given;
		if (given instanceof Refusal) return new Response(JSON.stringify(given.body), { status: given.status });
		return new Response(JSON.stringify(given), { status: 200 });
	});
	return asked;
}

class SilentSocket {
	static readonly OPEN = 1;
	readonly readyState = 0;
	send(): void {}
	close(): void {}
}
