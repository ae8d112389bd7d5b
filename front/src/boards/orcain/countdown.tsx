// The deadline as a ring that empties, with the seconds in it. A timer of an hour or more is no deadline, and shows
// nothing. It must not know what happens at its end.

import { clockText } from "../../words/times.ts";
import type { BoardContext, Moment } from "../board.ts";
import { useTicker } from "../common/ticker.ts";
import { timeLeft } from "../common/time_left.ts";

const RADIUS = 26;
const AROUND = 2 * Math.PI * RADIUS;
const HURRY_MS = 5_000;
const SOON_MS = 10_000;
const ENDLESS_MS = 3_600_000;

interface CountdownProps {
	readonly moment: Moment;
	readonly round: number;
	/** The full duration of the timer. */
	readonly wholeMs: number;
	readonly context: BoardContext;
}

export function Countdown({ moment, round, wholeMs, context }: CountdownProps) {
	const left = timeLeft(moment, ({ name }) => name.startsWith(`prep-${round}`));
	useTicker(left !== null);
	if (left === null || wholeMs >= ENDLESS_MS) return null;
	const share = Math.min(1, left / wholeMs);
	const pace = left <= HURRY_MS ? " oc-hurry" : left <= SOON_MS ? " oc-soon" : "";
	const time = clockText(left);
	const shown = wholeMs < 60_000 ? String(Math.ceil(left / 1000)) : time;
	return (
		<span class={`oc-ring${pace}`} role="timer" aria-label={context.say("orcain.time", { time })}>
			<svg viewBox="-32 -32 64 64" aria-hidden="true">
				<circle class="oc-ring-track" r={RADIUS} />
				<circle
					class="oc-ring-left"
					r={RADIUS}
					transform="rotate(-90)"
					stroke-dasharray={`${(AROUND * share).toFixed(2)} ${AROUND.toFixed(2)}`}
				/>
				<text class={shown.length > 3 ? "oc-long" : ""} dy="0.36em" text-anchor="middle">
					{shown}
				</text>
			</svg>
		</span>
	);
}
