// A step as a snapshot, and in words: the game's own log line, or else the notation, under its chapter. It must not
// know: any game, the document.
import type { BoardContext, BoardModule } from "../boards/board.ts";
import type { Snapshot } from "../net/types.ts";
import { logLine } from "../table/log_lines.ts";
import { seatName } from "../table/seat_names.ts";
import type { MatchDetails, ReplayPageStep } from "../web.ts";
import { say, sayKey } from "../words/index.ts";
import type { ReplayData } from "./playback.ts";

export interface StepLine {
	readonly n: number;
	readonly text: string;
}

export interface Chapter {
	readonly title: string | null;
	readonly steps: readonly StepLine[];
}

/** The snapshot of a step: a table where nothing can be done. */
export function snapshotOf(match: MatchDetails, { about, reader }: ReplayData, step: ReplayPageStep): Snapshot {
	const isLast = step.n === about.total - 1;
	return {
		game: match.game,
		game_version: about.version,
		config: match.config,
		commitment: about.commitment,
		client_seeds: about.client_seeds,
		reveal: isLast ? about.seed : null,
		seats: match.seats.map(({ title, player, bot }, seat) => ({
			player_id: seat,
			seat: title,
			name: player?.nickname ?? "",
			bot,
			joined: true,
			present: true,
		})),
		you: typeof reader === "number" ? reader : null,
		seq: step.seq,
		to_act: step.to_act,
		decision: null,
		legal: [],
		timers: [],
		view: step.view,
		outcome: isLast ? about.outcome : null,
		closed: false,
		picture: step.picture,
		scene: step.scene,
	};
}

/** A board's context in a replay: the page does the announcing, and nothing can be sent. */
export function contextOf(match: MatchDetails, data: ReplayData, step: ReplayPageStep): BoardContext {
	const snapshot = snapshotOf(match, data, step);
	return {
		game: match.game,
		say: sayKey,
		announce: () => {},
		send: () => {},
		seatName: (seat) => seatName(snapshot, seat),
	};
}

/** The steps loaded so far, in order, grouped as the game groups them. */
export function chapters(match: MatchDetails, data: ReplayData, board: BoardModule): readonly Chapter[] {
	const found: { title: string | null; steps: StepLine[] }[] = [];
	for (const step of [...data.steps.values()].sort((one, other) => one.n - other.n)) {
		const before = data.steps.get(step.n - 1);
		const title = before && !before.cut ? (board.chapter?.(before.view, contextOf(match, data, before)) ?? null) : null;
		const line = stepLine(match, data, board, step);
		const last = found.at(-1);
		if (last && last.title === title) last.steps.push(line);
		else found.push({ title, steps: [line] });
	}
	return found;
}

/** The game's own words; if it has none, the input and who made it. */
export function stepLine(match: MatchDetails, data: ReplayData, board: BoardModule, step: ReplayPageStep): StepLine {
	const context = contextOf(match, data, step);
	const snapshot = snapshotOf(match, data, step);
	const lines = step.events.map((event) => logLine(event, board, context, snapshot)).filter(Boolean);
	return { n: step.n, text: lines.length === 0 ? inputText(step, context.seatName) : lines.join(" ") };
}

function inputText({ given, seat, notation }: ReplayPageStep, name: (seat: number) => string): string {
	const params = { name: seat === null ? "" : name(seat), what: notation ?? "" };
	switch (given) {
		case "opening":
			return say("event.game.start");
		case "move":
			return notation === null ? say("replay.moved", params) : say("replay.moved.what", params);
		case "left":
			return say("event.player.leave", params);
		case "returned":
			return say("event.player.reconnect", params);
		case "resigned":
			return say("replay.resigned", params);
		case "elapsed":
			return say("replay.elapsed");
		case "chance":
			return say("replay.chance");
		case "recovered":
			return say("replay.recovered");
	}
}
