// The result, in place of the hand: who has won, why, and what became of the pot. It must not know more than
// `status.ts` says.

import type { BoardContext } from "../board.ts";
import { Coins } from "./header.tsx";
import { potNews, tokensSaid, verdict } from "./status.ts";
import type { View } from "./types.ts";

export function Result({ view, context }: { view: View; context: BoardContext }) {
	const { say, seatName } = context;
	const [title, why] = verdict(view, seatName);
	const news = [potNews(view, seatName), tokensSaid(view)].filter((text) => text !== null);
	return (
		<section class="oc-ledge oc-ending" aria-label={say("orcain.end")}>
			<Wreath isWon={view.result?.winner != null} />
			<div class="oc-verdict">
				<h3>{say(title.key, title.params)}</h3>
				<p>{say(why.key, why.params)}</p>
			</div>
			{news.length > 0 && (
				<p class="oc-spoils">
					{view.pot > 0 && <Coins />}
					<span>{news.map(({ key, params }) => say(key, params)).join(" ")}</span>
				</p>
			)}
		</section>
	);
}

/** A wreath for a winner; crossed laurels if there is none. */
function Wreath({ isWon }: { isWon: boolean }) {
	const leaves = [-62, -38, -14, 10, 34];
	return (
		<svg class={`oc-wreath${isWon ? "" : " oc-none"}`} viewBox="-36 -36 72 72" aria-hidden="true">
			{[1, -1].map((hand) => (
				<g key={hand} transform={`scale(${hand} 1)`}>
					<path class="oc-stem" d="M0 29A29 29 0 0 0 22 -18" />
					{leaves.map((turn) => (
						<g key={turn} transform={`rotate(${turn}) translate(28.500 0)`}>
							<path class="oc-leaf" d="M0 7C-6 3 -6 -4 0 -9C6 -4 6 3 0 7Z" transform="rotate(-18)" />
						</g>
					))}
				</g>
			))}
			{isWon && (
				<path
					class="oc-star"
					d="M0 -15L4.400 -5L15 -4.600L6.800 2.200L9.600 12.600L0 6.800L-9.600 12.600L-6.800 2.200L-15 -4.600L-4.400 -5Z"
				/>
			)}
		</svg>
	);
}
