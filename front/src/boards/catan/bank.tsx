// The bank, the deck, and a chart of the rolls. It must not know rules; the expected rolls of two dice are arithmetic.

import type { BoardContext } from "../board.ts";
import { Back, Chip } from "./cards.tsx";
import { RESOURCES, sum, type View } from "./types.ts";

const TALL = 44;
const PITCH = 20;

interface StockProps {
	readonly view: View;
	readonly context: BoardContext;
}

export function Bank({ view, context: { say } }: StockProps) {
	return (
		<section class="ct-stock" aria-label={say("catan.bank")}>
			<h3>{say("catan.bank")}</h3>
			<ul>
				{RESOURCES.map((resource, kind) => (
					<li key={resource} title={say(`catan.card.${resource}`)}>
						<Chip resource={resource} />
						<span class="visually-hidden">{say(`catan.card.${resource}`)}</span> {view.bank[kind]}
					</li>
				))}
				<li title={say("catan.deck")}>
					<Back isDevelopment />
					<span class="visually-hidden">{say("catan.deck")}</span> {view.deck}
				</li>
			</ul>
		</section>
	);
}

/** How often each number came, against the average of as many rolls. */
export function Rolls({ view, context: { say } }: StockProps) {
	const rolls = sum(view.rolled);
	const expected = view.rolled.map((_, nth) => (rolls * waysOf(nth + 2)) / 36);
	const most = Math.max(1, ...view.rolled, ...expected);
	const high = (count: number) => (TALL * count) / most;
	const dashes = expected.map((count, nth) => `M${nth * PITCH + 1} ${TALL + 12 - high(count)}h${PITCH - 2}`).join("");
	return (
		<section class="ct-stock" aria-label={say("catan.rolls")}>
			<h3>
				{say("catan.rolls")} <small>{say("catan.rolls.count", { count: rolls })}</small>
			</h3>
			<svg class="ct-rolls" viewBox={`0 0 ${11 * PITCH} ${TALL + 28}`} aria-hidden="true">
				{view.rolled.map((count, nth) => (
					<g key={nth} transform={`translate(${nth * PITCH} ${TALL + 12})`}>
						<rect
							class={nth === 5 ? "ct-bar ct-bar-7" : "ct-bar"}
							x="3"
							y={-high(count)}
							width={PITCH - 6}
							height={high(count)}
							rx="1.500"
						/>
						{count > 0 && (
							<text class="ct-bar-count" x={PITCH / 2} y={-high(Math.max(count, expected[nth] ?? 0)) - 3}>
								{count}
							</text>
						)}
						<text class="ct-bar-number" x={PITCH / 2} y="13">
							{nth + 2}
						</text>
					</g>
				))}
				{rolls > 0 && <path class="ct-expected" d={dashes} />}
			</svg>
			<p class="ct-legend">
				<span class="ct-dash" aria-hidden="true" /> {say("catan.rolls.expected")}
			</p>
			<p class="visually-hidden">
				{view.rolled.map((count, nth) => say("catan.rolls.one", { number: nth + 2, count })).join(", ")}
			</p>
			{view.rolls_left.length > 0 && (
				<p class="ct-legend">
					{say("catan.rolls.left", {
						rolls: view.rolls_left.map((count, nth) => `${nth + 2}×${count}`).join(" "),
					})}
				</p>
			)}
		</section>
	);
}

function waysOf(number: number): number {
	return 6 - Math.abs(7 - number);
}
