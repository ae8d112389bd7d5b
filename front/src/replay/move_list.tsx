// The moves of a match as a list to jump by: one tab stop, at the step shown. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import { say } from "../words/index.ts";
import type { Playback } from "./playback.ts";
import type { Chapter, StepLine } from "./steps.ts";

interface Props {
	readonly playback: Playback;
	readonly chapters: readonly Chapter[];
	/** A move was clicked, not reached by arrow keys. */
	readonly onChosen: () => void;
}

export function MoveList({ playback, chapters, onChosen }: Props) {
	const list = useRef<HTMLDivElement>(null);
	const at = playback.at.value;
	useEffect(() => follow(list.current), [at, chapters]);
	const choose = (n: number) => {
		playback.jump(n);
		onChosen();
	};
	return (
		<section class="card replay-moves" aria-labelledby="replay-moves">
			<h2 id="replay-moves">{say("replay.moves")}</h2>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, which can have the focus */}
			<div class="replay-list" ref={list} onKeyDown={(event) => walk(event, playback)}>
				{chapters.map(({ title, steps }) => (
					<div key={steps[0]?.n}>
						{title !== null && <h3>{title}</h3>}
						<ol>
							{steps.map((line) => (
								<Move key={line.n} line={line} isNow={line.n === at} onJump={() => choose(line.n)} />
							))}
						</ol>
					</div>
				))}
			</div>
		</section>
	);
}

function Move({ line, isNow, onJump }: { line: StepLine; isNow: boolean; onJump: () => void }) {
	return (
		<li>
			<button
				type="button"
				class="replay-move"
				tabIndex={isNow ? 0 : -1}
				aria-current={isNow ? "step" : undefined}
				onClick={onJump}
			>
				<span class="count mono">{line.n}</span>
				<span class="replay-text">{line.text}</span>
			</button>
		</li>
	);
}

/** Scrolls the list, but not the page, to the step shown, and moves the focus with it if the list has it. */
function follow(list: HTMLElement | null): void {
	const now = list?.querySelector<HTMLElement>("[aria-current]");
	if (!list || !now) return;
	const [row, frame] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
	if (row.top < frame.top) list.scrollTop -= frame.top - row.top;
	if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom;
	if (list.contains(document.activeElement)) now.focus({ preventScroll: true });
}

function walk(event: KeyboardEvent, playback: Playback): void {
	const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
	if (by === undefined) return;
	event.preventDefault();
	playback.jump(playback.at.value + by);
}
