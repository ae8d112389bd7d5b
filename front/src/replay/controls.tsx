// The controls of a replay: buttons, slider, keys, speed, and whose view is shown. It must not know: any game.
import { useLayoutEffect } from "preact/hooks";
import { BackIcon, FirstIcon, ForwardIcon, LastIcon, PauseIcon, PlayIcon } from "../components/icons.tsx";
import { seatName } from "../table/seat_names.ts";
import type { MatchDetails } from "../web.ts";
import { say } from "../words/index.ts";
import { type Playback, SPEEDS } from "./playback.ts";
import { snapshotOf } from "./steps.ts";
import { readerIn } from "./url.ts";

/** `text` says what happens in the step shown. */
export function Controls({ playback, match, text }: { playback: Playback; match: MatchDetails; text: string }) {
	useKeys(playback);
	const [at, last] = [playback.at.value, playback.last.value];
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
					onInput={(event) => playback.jump(Number(event.currentTarget.value))}
				/>
				<Buttons playback={playback} />
			</section>
			<div class="card replay-choices">
				<ReaderSelect playback={playback} match={match} />
				<label>
					{say("replay.speed")}
					<select value={playback.speed.value} onChange={(event) => setSpeed(playback, event.currentTarget.value)}>
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

function Buttons({ playback }: { playback: Playback }) {
	const [at, last, plays] = [playback.at.value, playback.last.value, playback.isPlaying.value];
	return (
		<div class="replay-buttons">
			<StepButton label={say("replay.first")} icon={<FirstIcon />} isIdle={at === 0} onGo={() => playback.jump(0)} />
			<StepButton label={say("replay.back")} icon={<BackIcon />} isIdle={at === 0} onGo={() => playback.jump(at - 1)} />
			<button
				type="button"
				class="primary"
				title={say(plays ? "replay.pause" : "replay.play")}
				aria-label={say(plays ? "replay.pause" : "replay.play")}
				onClick={() => playback.toggle()}
			>
				{plays ? <PauseIcon /> : <PlayIcon />}
			</button>
			<StepButton
				label={say("replay.forward")}
				icon={<ForwardIcon />}
				isIdle={at === last}
				onGo={() => playback.jump(at + 1)}
			/>
			<StepButton
				label={say("replay.last")}
				icon={<LastIcon />}
				isIdle={at === last}
				onGo={() => playback.jump(last)}
			/>
		</div>
	);
}

interface GoProps {
	readonly label: string;
	readonly icon: preact.JSX.Element;
	/** It leads nowhere from here, but keeps the focus. */
	readonly isIdle: boolean;
	readonly onGo: () => void;
}

function StepButton({ label, icon, isIdle, onGo }: GoProps) {
	return (
		<button type="button" title={label} aria-label={label} aria-disabled={isIdle} onClick={onGo}>
			{icon}
		</button>
	);
}

function ReaderSelect({ playback, match }: { playback: Playback; match: MatchDetails }) {
	const [data, step] = [playback.data.value, playback.step.value];
	const snapshot = data && step && snapshotOf(match, data, step);
	return (
		<label>
			{say("replay.reader")}
			<select
				value={String(playback.reader.value)}
				onChange={(event) => playback.lookAs(readerIn(event.currentTarget.value))}
			>
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

function setSpeed(playback: Playback, given: string): void {
	playback.speed.value = Number(given);
}

/** Keys work anywhere on the page, unless the focused element uses the key itself. */
function useKeys(playback: Playback): void {
	useLayoutEffect(() => {
		const pressed = (event: KeyboardEvent) => {
			const action = shortcutFor(event, playback);
			if (action === null) return;
			event.preventDefault();
			action();
		};
		document.addEventListener("keydown", pressed);
		return () => document.removeEventListener("keydown", pressed);
	}, [playback]);
}

function shortcutFor(event: KeyboardEvent, playback: Playback): (() => void) | null {
	if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
	const target = event.target instanceof Element ? event.target : null;
	if (target?.closest("input, select, textarea, dialog")) return null;
	switch (event.key) {
		case "ArrowLeft":
			return () => playback.jump(playback.at.value - 1);
		case "ArrowRight":
			return () => playback.jump(playback.at.value + 1);
		case "Home":
			return () => playback.jump(0);
		case "End":
			return () => playback.jump(playback.last.value);
		case " ":
			return target?.closest("button, a, summary") ? null : () => playback.toggle();
		default:
			return null;
	}
}
