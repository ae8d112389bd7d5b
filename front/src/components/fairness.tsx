// What a match's chance comes from: the dealer's commitment and seed, and the players' seeds. It must not know: any
// game.
import type { ComponentChildren } from "preact";
import type { MatchDetails } from "../web.ts";
import { say } from "../words/index.ts";

export function Fairness({ match, children }: { match: MatchDetails; children?: ComponentChildren }) {
	return (
		<section class="card fairness">
			<h2>{say("fair.title")}</h2>
			<p class="soft">{say("fair.how")}</p>
			{children}
			<dl>
				<div>
					<dt>{say("fair.commitment")}</dt>
					<dd class="mono">{match.commitment}</dd>
				</div>
				<div>
					<dt>{say("fair.seed")}</dt>
					<dd class="mono">{match.seed ?? say("fair.later")}</dd>
				</div>
				{match.seats.map(({ player, bot }, seat) => {
					if (bot !== null) return null; // a bot gives no seed
					const name = player?.nickname ?? say("seat.number", { n: seat + 1 });
					return (
						<div key={seat}>
							<dt>{say("fair.client", { name })}</dt>
							<dd class="mono">{match.client_seeds[seat] || say("fair.client.none")}</dd>
						</div>
					);
				})}
			</dl>
		</section>
	);
}
