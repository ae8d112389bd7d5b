// A made-up finished match as the server would send it: a toy with many steps, page by page. No rules.
import { vi } from "vitest";
import type { MatchDetails, ReplayPage, ReplayPageStep } from "../../src/web.ts";
import { bo } from "../pages/server.ts";

export const MATCH: MatchDetails = {
	game_id: "G1",
	game: "toy",
	mode: "custom",
	config: {},
	room: null,
	number: 1,
	seats: [
		{ title: "left", player: bo, bot: null, score: 1 },
		{ title: "right", player: null, bot: "random", score: -1 },
	],
	started_at: 0,
	ended_at: 1,
	reason: "resigned",
	commitment: "",
	seed: "00",
	client_seeds: [],
	swap2_history: null,
};

export function stepAt(n: number, more: Partial<ReplayPageStep> = {}): ReplayPageStep {
	return {
		n,
		at: null,
		given: n === 0 ? "opening" : "move",
		seat: n === 0 ? null : n % 2,
		timer: null,
		notation: n === 0 ? null : `m${n}`,
		drawn: [],
		events: [],
		seq: n,
		to_act: [],
		view: { step: n },
		picture: `picture ${n}`,
		...more,
	};
}

export function replayOf(steps: readonly ReplayPageStep[], total: number, more: Partial<ReplayPage> = {}): ReplayPage {
	return {
		game_id: "G1",
		game: "toy",
		version: "1.2.3",
		commitment: "",
		seed: null,
		client_seeds: [],
		outcome: { scores: [1, -1], reason: "resigned", payout: [] },
		total,
		steps,
		...more,
	};
}

/**
 * A server with such a match; what it was asked for, as `reader from`. Answers wait until `release` lets them go.
 * `fitting`: so many steps fit into a page, however many were asked for.
 */
export function serveReplay(
	total: number,
	fitting = total,
): { readonly asked: string[]; readonly release: () => void } {
	const asked: string[] = [];
	let waiting: (() => void)[] = [];
	vi.stubGlobal("fetch", async (url: string) => {
		const query = new URL(url, "http://here").searchParams;
		const [from, count] = [Number(query.get("from")), Number(query.get("count"))];
		asked.push(`${query.get("as")} ${from}`);
		await new Promise<void>((go) => waiting.push(go));
		const steps = Array.from({ length: Math.max(0, Math.min(count, fitting, total - from)) }, (_, at) =>
			stepAt(from + at, { view: { step: from + at, as: query.get("as") } }),
		);
		return new Response(JSON.stringify(replayOf(steps, total)), { status: 200 });
	});
	return {
		asked,
		release: () => {
			for (const go of waiting) go();
			waiting = [];
		},
	};
}
