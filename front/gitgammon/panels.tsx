// What is beside the board: the connection, the history of the game, messages of the processor, the players.
// It must not know rules or the net.

import { pipsOf } from "../src/boards/backgammon/checkers.ts";
import { playName, rollName } from "../src/boards/backgammon/notation.ts";
import { Sign } from "../src/boards/backgammon/pieces.tsx";
import { colourOf, type Position, type Side } from "../src/boards/backgammon/types.ts";
import type { Frame } from "./history.ts";
import { say } from "./language.ts";
import type { Pace } from "./poller.ts";
import type { State } from "./state.ts";

export function Link({ pace, code, onNow }: { pace: Pace; code: number | null; onNow: () => void }) {
	const seconds = Math.round((pace.wait ?? 0) / 1000);
	return (
		<p class={`gitgammon-link gitgammon-${pace.status}`} role="status">
			<span>{say(`gitgammon.link.${pace.status}`, { seconds, code: code ?? "–" })}</span>
			{(pace.status === "paused" || pace.status === "retrying") && (
				<button type="button" onClick={onNow}>
					{say("gitgammon.link.now")}
				</button>
			)}
		</p>
	);
}

export function Plate({ side, state, position }: { side: Side; state: State; position: Position }) {
	const acts = state.status === "playing" && state.activePlayer === colourOf(side);
	const facts = [say("backgammon.pips", { pips: pipsOf(position, side) })];
	if (position.home[side] > 0) facts.push(say("backgammon.borne", { count: position.home[side] }));
	return (
		<div class={`bg-plate${acts ? " bg-acts" : ""}`}>
			<Sign side={side} />
			<span class="bg-player">
				<strong>{state.players[colourOf(side)]}</strong> <small>{say(`backgammon.${colourOf(side)}`)}</small>
			</span>
			<span class="bg-facts">{facts.join(" · ")}</span>
		</div>
	);
}

/** One turn in words. */
export function turnText(frame: Frame, number: number, state: State): string {
	if (frame.side === null) return say("gitgammon.history.start");
	const name = state.players[colourOf(frame.side)];
	const params = { number, name, roll: rollName(frame.dice), play: playName(frame.steps, frame.side, true) };
	return say(frame.steps.length === 0 ? "gitgammon.history.pass" : "gitgammon.history.turn", params);
}

interface StepsProps {
	readonly frames: readonly Frame[];
	/** The turn that is shown; null for now. */
	readonly at: number | null;
	readonly state: State;
	readonly onStep: (at: number | null) => void;
}

export function Steps({ frames, at, state, onStep }: StepsProps) {
	if (frames.length < 2) return null;
	const last = frames.length - 1;
	const now = at ?? last;
	const to = (next: number) => onStep(next >= last ? null : Math.max(next, 0));
	const buttons: [string, string, number][] = [
		["first", "M7 5v14M19 5l-9 7 9 7z", 0],
		["back", "M17 5l-10 7 10 7z", now - 1],
		["on", "M7 5l10 7-10 7z", now + 1],
		["last", "M17 5v14M5 5l9 7-9 7z", last],
	];
	const shown = frames[now];
	return (
		<section class="gitgammon-steps" aria-label={say("gitgammon.history")}>
			{buttons.map(([name, sign, next]) => (
				<button
					key={name}
					type="button"
					aria-label={say(`gitgammon.history.${name}`)}
					aria-disabled={next < 0 || next > last || next === now}
					onClick={() => to(next)}
				>
					<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
						<path d={sign} />
					</svg>
				</button>
			))}
			<p>
				{shown && turnText(shown, now, state)} {at === null && <small>· {say("gitgammon.history.now")}</small>}
			</p>
		</section>
	);
}

export function Messages({ state }: { state: State }) {
	const newest = state.messages.toReversed();
	return (
		<section class="card" aria-labelledby="messages">
			<h2 id="messages">{say("gitgammon.messages")}</h2>
			{newest.length === 0 && <p>{say("gitgammon.messages.none")}</p>}
			<ul class="gitgammon-messages">
				{newest.map(({ type, text, timestamp }) => (
					<li key={`${timestamp} ${text}`} class={`gitgammon-${type}`}>
						<strong>{say(`gitgammon.message.${type}`)}</strong> <span lang="en">{text}</span>{" "}
						<time dateTime={timestamp}>{timeText(timestamp)}</time>
					</li>
				))}
			</ul>
		</section>
	);
}

export function timeText(timestamp: string): string {
	const date = new Date(timestamp);
	if (Number.isNaN(date.getTime())) return timestamp;
	return date.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
