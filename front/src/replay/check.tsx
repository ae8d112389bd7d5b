// The fairness check: every draw of a match recomputed here, from the seeds alone, held against its record, and what came
// of it. It must not know: any game, what a draw was for.
import { useEffect, useState } from "preact/hooks";
import { type Checked, checked, type Verdict } from "../fair/draws.ts";
import { answersIn } from "../fair/record.ts";
import { keptCommitment } from "../fair/shown.ts";
import { text } from "../net/api.ts";
import { announce, showError } from "../state/alerts.ts";
import type { Drawn, ReplayStep } from "../web.ts";
import { say, tell } from "../words/index.ts";
import type { Film, Reel } from "./reel.ts";

interface Found {
	readonly verdict: Verdict | null;
	/** In which step each draw was made. */
	readonly steps: readonly number[];
	/** Whether the commitment was told here at the table. */
	readonly wasThere: boolean;
	/** How many draws the record has. */
	readonly recorded: number;
}

export function Check({ reel }: { reel: Reel }) {
	const [isAsked, ask] = useState(false);
	const [found, setFound] = useState<Found | null>(null);
	const film = reel.isWhole.value ? reel.film.value : null;
	useEffect(() => {
		if (!isAsked || film === null || found !== null) return;
		let isHere = true;
		const finish = async () => {
			const made = recomputed(film, await text(`matches/${encodeURIComponent(film.about.game_id)}/record`));
			if (!isHere) return;
			setFound(made);
			announce(summary(made));
		};
		finish().catch((error) => {
			if (isHere) ask(false);
			showError(error);
		});
		return () => {
			isHere = false;
		};
	}, [isAsked, film, found]);
	return (
		<div class="fair-check">
			<button type="button" class="primary" disabled={isAsked} onClick={() => ask(true)}>
				{say("fair.check")}
			</button>
			{isAsked && found === null && <p>{say("loading")}</p>}
			{found !== null && <Result found={found} reel={reel} />}
		</div>
	);
}

function recomputed({ about, steps }: Film, record: string): Found {
	const inOrder = [...steps.values()].sort((one, other) => one.n - other.n);
	const drawn = inOrder.flatMap((step: ReplayStep) => step.drawn.map((each): [number, Drawn] => [step.n, each]));
	const seeds = {
		gameId: about.game_id,
		rules: `${about.game}/${about.version.split(".")[0]}`,
		commitment: about.commitment,
		shown: keptCommitment(about.game_id),
		seed: about.seed ?? "",
		clientSeeds: about.client_seeds,
	};
	const recorded = answersIn(record);
	const verdict = checked(
		seeds,
		drawn.map(([, each]) => each),
		recorded,
	);
	return { verdict, steps: drawn.map(([n]) => n), wasThere: seeds.shown !== null, recorded: recorded?.length ?? 0 };
}

/** What was found, in one sentence. */
function summary({ verdict, wasThere, recorded }: Found): string {
	if (verdict === null) return say("fair.unknown");
	const all = verdict.draws.length;
	const wrong = verdict.draws.filter(({ agrees }) => !agrees).length;
	if (!verdict.isCommitted) return say(wasThere ? "fair.broken" : "fair.broken.record");
	if (wrong > 0) return say("fair.wrong", { wrong, all });
	if (!verdict.isWhole) return say("fair.missing", { all, recorded });
	if (all === 0) return say(wasThere ? "fair.none" : "fair.none.record");
	return say(wasThere ? "fair.good" : "fair.good.record", { all });
}

function isGood({ verdict }: Found): boolean {
	return verdict?.isCommitted === true && verdict.isWhole && verdict.draws.every(({ agrees }) => agrees);
}

function Result({ found, reel }: { found: Found; reel: Reel }) {
	return (
		<>
			<p class={isGood(found) ? "fair-verdict good" : "fair-verdict bad"}>{summary(found)}</p>
			{found.verdict !== null && found.verdict.draws.length > 0 && (
				<details open={!isGood(found)}>
					<summary>{say("fair.draws")}</summary>
					<ol class="fair-draws">
						{found.verdict.draws.map((each, number) => (
							<li key={number}>
								<Draw each={each} step={found.steps[number] ?? 0} reel={reel} />
							</li>
						))}
					</ol>
				</details>
			)}
		</>
	);
}

function Draw({ each, step, reel }: { each: Checked; step: number; reel: Reel }) {
	const { agrees, expected, drawn } = each;
	return (
		<button type="button" class={agrees ? "replay-move" : "replay-move fair-wrong"} onClick={() => reel.jump(step)}>
			<span class="count">{say("replay.where.short", { n: step })}</span>
			<span>
				{tell(`fair.kind.${drawn.draw.type}`)} <span class="mono">{drawn.answer.join(" ")}</span>
			</span>
			<span class={agrees ? "good" : "bad"}>
				{agrees ? say("fair.agrees") : say("fair.differs", { expected: expected.join(" ") })}
			</span>
		</button>
	);
}
