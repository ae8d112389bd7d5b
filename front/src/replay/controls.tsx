// To and fro in a replay: buttons, a slider, keys, speed, and as whom one looks. It must not know: any game.
import { useLayoutEffect } from "preact/hooks";
import { BackIcon, FirstIcon, ForwardIcon, LastIcon, PauseIcon, PlayIcon } from "../components/icons.tsx";
import { seatName } from "../table/seat_names.ts";
import type { Match } from "../web.ts";
import { say } from "../words/index.ts";
import { readerIn } from "./address.ts";
import { type Reel, SPEEDS } from "./reel.ts";
import { snapshotOf } from "./telling.ts";

/** `text` is what happens in the step that is shown. */
export function Controls({ reel, match, text }: { reel: Reel; match: Match; text: string }) {
	useKeys(reel);
	const [at, last] = [reel.at.value, reel.last.value];
	const where = say("replay.where", { n: at, all: last });
	return (
		<>
			<section class="card replay-controls" aria-label={say("replay.controls")}>
				<p class="replay-where">
					<span class="mono">{where}</span> <span>{text}</span>
				</p>
				<input
					type="range"
					min={0}
					max={last}
					value={at}
					aria-label={say("replay.step")}
					aria-valuetext={`${where}: ${text}`}
					onInput={(event) => reel.jump(Number(event.currentTarget.value))}
				/>
				<Buttons reel={reel} />
			</section>
			<div class="card replay-choices">
				<As reel={reel} match={match} />
				<label>
					{say("replay.speed")}
					<select value={reel.speed.value} onChange={(event) => setSpeed(reel, event.currentTarget.value)}>
						{SPEEDS.map((each) => (
							<option key={each} value={each}>
								{each} ×
							</option>
						))}
					</select>
				</label>
			</div>
		</>
	);
}

function Buttons({ reel }: { reel: Reel }) {
	const [at, last, plays] = [reel.at.value, reel.last.value, reel.isPlaying.value];
	return (
		<div class="replay-buttons">
			<Go label={say("replay.first")} icon={<FirstIcon />} isIdle={at === 0} onGo={() => reel.jump(0)} />
			<Go label={say("replay.back")} icon={<BackIcon />} isIdle={at === 0} onGo={() => reel.jump(at - 1)} />
			<button
				type="button"
				class="primary"
				title={say(plays ? "replay.pause" : "replay.play")}
				aria-label={say(plays ? "replay.pause" : "replay.play")}
				onClick={() => reel.toggle()}
			>
				{plays ? <PauseIcon /> : <PlayIcon />}
			</button>
			<Go label={say("replay.forward")} icon={<ForwardIcon />} isIdle={at === last} onGo={() => reel.jump(at + 1)} />
			<Go label={say("replay.last")} icon={<LastIcon />} isIdle={at === last} onGo={() => reel.jump(last)} />
		</div>
	);
}

interface GoProps {
	readonly label: string;
	readonly icon: preact.JSX.Element;
	/** It leads nowhere from here; but it keeps the focus. */
	readonly isIdle: boolean;
	readonly onGo: () => void;
}

function Go({ label, icon, isIdle, onGo }: GoProps) {
	return (
		<button type="button" title={label} aria-label={label} aria-disabled={isIdle} onClick={onGo}>
			{icon}
		</button>
	);
}

function As({ reel, match }: { reel: Reel; match: Match }) {
	const [film, step] = [reel.film.value, reel.step.value];
	const snapshot = film && step && snapshotOf(match, film, step);
	return (
		<label>
			{say("replay.reader")}
			<select value={String(reel.reader.value)} onChange={(event) => reel.lookAs(readerIn(event.currentTarget.value))}>
				<option value="all">{say("replay.reader.all")}</option>
				<option value="spectator">{say("replay.reader.spectator")}</option>
				{match.seats.map((_, seat) => (
					<option key={seat} value={seat}>
						{seatName(snapshot, seat)}
					</option>
				))}
			</select>
		</label>
	);
}

function setSpeed(reel: Reel, given: string): void {
	reel.speed.value = Number(given);
}

/** Anywhere on the page, as soon as it is seen, unless what has the focus has a use for the key itself. */
function useKeys(reel: Reel): void {
	useLayoutEffect(() => {
		const pressed = (event: KeyboardEvent) => {
			const deed = deedOf(event, reel);
			if (deed === null) return;
			event.preventDefault();
			deed();
		};
		document.addEventListener("keydown", pressed);
		return () => document.removeEventListener("keydown", pressed);
	}, [reel]);
}

function deedOf(event: KeyboardEvent, reel: Reel): (() => void) | null {
	if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
	const target = event.target instanceof Element ? event.target : null;
	if (target?.closest("input, select, textarea, dialog")) return null;
	switch (event.key) {
		case "ArrowLeft":
			return () => reel.jump(reel.at.value - 1);
		case "ArrowRight":
			return () => reel.jump(reel.at.value + 1);
		case "Home":
			return () => reel.jump(0);
		case "End":
			return () => reel.jump(reel.last.value);
		case " ":
			return target?.closest("button, a, summary") ? null : () => reel.toggle();
		default:
			return null;
	}
}
