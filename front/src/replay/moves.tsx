// The moves of a match as a list to jump by: one tab stop, at the step that is shown. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import { say } from "../words/index.ts";
import type { Reel } from "./reel.ts";
import type { Chapter, Told } from "./telling.ts";

interface Props {
	readonly reel: Reel;
	readonly chapters: readonly Chapter[];
	/** One of them was chosen, not walked to. */
	readonly onChosen: () => void;
}

export function Moves({ reel, chapters, onChosen }: Props) {
	const list = useRef<HTMLDivElement>(null);
	const at = reel.at.value;
	useEffect(() => follow(list.current), [at, chapters]);
	const choose = (n: number) => {
		reel.jump(n);
		onChosen();
	};
	return (
		<section class="card replay-moves" aria-labelledby="replay-moves">
			<h2 id="replay-moves">{say("replay.moves")}</h2>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, which can have the focus */}
			<div class="replay-list" ref={list} onKeyDown={(event) => walk(event, reel)}>
				{chapters.map(({ title, steps }) => (
					<div key={steps[0]?.n}>
						{title !== null && <h3>{title}</h3>}
						<ol>
							{steps.map((told) => (
								<Move key={told.n} told={told} isNow={told.n === at} onJump={() => choose(told.n)} />
							))}
						</ol>
					</div>
				))}
			</div>
		</section>
	);
}

function Move({ told, isNow, onJump }: { told: Told; isNow: boolean; onJump: () => void }) {
	return (
		<li>
			<button
				type="button"
				class="replay-move"
				tabIndex={isNow ? 0 : -1}
				aria-current={isNow ? "step" : undefined}
				onClick={onJump}
			>
				<span class="count mono">{told.n}</span>
				<span class="replay-text">{told.text}</span>
			</button>
		</li>
	);
}

/** The list follows the game, and where the focus is in it, so does the focus; the page stays where it is. */
function follow(list: HTMLElement | null): void {
	const now = list?.querySelector<HTMLElement>("[aria-current]");
	if (!list || !now) return;
	const [row, frame] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
	if (row.top < frame.top) list.scrollTop -= frame.top - row.top;
	if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom;
	if (list.contains(document.activeElement)) now.focus({ preventScroll: true });
}

function walk(event: KeyboardEvent, reel: Reel): void {
	const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
	if (by === undefined) return;
	event.preventDefault();
	reel.jump(reel.at.value + by);
}
