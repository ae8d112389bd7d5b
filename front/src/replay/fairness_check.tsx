// The fairness check: recomputes every draw of a match from the seeds alone, and compares it with the record. It must
// not know: any game, what a draw was for.
import { useEffect, useState } from "preact/hooks";
import { keptCommitment } from "../fairness/commitments.ts";
import { type CheckedDraw, checkDraws, type Verdict } from "../fairness/draws.ts";
import { answersIn } from "../fairness/record.ts";
import { text } from "../net/api.ts";
import { announce, showError } from "../state/alerts.ts";
import type { Drawn, ReplayPageStep } from "../web.ts";
import { say, sayKey } from "../words/index.ts";
import type { Playback, ReplayData } from "./playback.ts";

interface CheckResult {
	readonly verdict: Verdict | null;
	/** The step in which each draw was made. */
	readonly steps: readonly number[];
	/** Whether this browser was shown the commitment at the table. */
	readonly wasThere: boolean;
	/** The number of draws in the record. */
	readonly recorded: number;
}

export function FairnessCheck({ playback }: { playback: Playback }) {
	const [isAsked, ask] = useState(false);
	const [found, setFound] = useState<CheckResult | null>(null);
	const data = playback.isWhole.value ? playback.data.value : null;
	useEffect(() => {
		if (!isAsked || data === null || found !== null) return;
		let isHere = true;
		const finish = async () => {
			const made = recompute(data, await text(`matches/${encodeURIComponent(data.about.game_id)}/record`));
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
	}, [isAsked, data, found]);
	return (
		<div class="fair-check">
			<button type="button" class="primary" disabled={isAsked} onClick={() => ask(true)}>
				{say("fair.check")}
			</button>
			{isAsked && found === null && <p>{say("loading")}</p>}
			{found !== null && <Result found={found} playback={playback} />}
		</div>
	);
}

function recompute({ about, steps }: ReplayData, record: string): CheckResult {
	const inOrder = [...steps.values()].sort((one, other) => one.n - other.n);
	const drawn = inOrder.flatMap((step: ReplayPageStep) => step.drawn.map((each): [number, Drawn] => [step.n, each]));
	const seeds = {
		gameId: about.game_id,
		rules: `${about.game}/${about.version.split(".")[0]}`,
		commitment: about.commitment,
		shown: keptCommitment(about.game_id),
		seed: about.seed ?? "",
		clientSeeds: about.client_seeds,
	};
	const recorded = answersIn(record);
	const verdict = checkDraws(
		seeds,
		drawn.map(([, each]) => each),
		recorded,
	);
	return { verdict, steps: drawn.map(([n]) => n), wasThere: seeds.shown !== null, recorded: recorded?.length ?? 0 };
}

/** The result in one sentence. */
function summary({ verdict, wasThere, recorded }: CheckResult): string {
	if (verdict === null) return say("fair.unknown");
	const all = verdict.draws.length;
	const wrong = verdict.draws.filter(({ agrees }) => !agrees).length;
	if (!verdict.isCommitted) return say(wasThere ? "fair.broken" : "fair.broken.record");
	if (wrong > 0) return say("fair.wrong", { wrong, all });
	if (!verdict.isWhole) return say("fair.missing", { all, recorded });
	if (all === 0) return say(wasThere ? "fair.none" : "fair.none.record");
	return say(wasThere ? "fair.good" : "fair.good.record", { all });
}

function isGood({ verdict }: CheckResult): boolean {
	return verdict?.isCommitted === true && verdict.isWhole && verdict.draws.every(({ agrees }) => agrees);
}

function Result({ found, playback }: { found: CheckResult; playback: Playback }) {
	return (
		<>
			<p class={isGood(found) ? "fair-verdict good" : "fair-verdict bad"}>{summary(found)}</p>
			{found.verdict !== null && found.verdict.draws.length > 0 && (
				<details open={!isGood(found)}>
					<summary>{say("fair.draws")}</summary>
					<ol class="fair-draws">
						{found.verdict.draws.map((each, number) => (
							<li key={number}>
								<Draw each={each} step={found.steps[number] ?? 0} playback={playback} />
							</li>
						))}
					</ol>
				</details>
			)}
		</>
	);
}

function Draw({ each, step, playback }: { each: CheckedDraw; step: number; playback: Playback }) {
	const { agrees, expected, drawn } = each;
	return (
		<button type="button" class={agrees ? "replay-move" : "replay-move fair-wrong"} onClick={() => playback.jump(step)}>
			<span class="count">{say("replay.where.short", { n: step })}</span>
			<span>
				{sayKey(`fair.kind.${drawn.draw.type}`)} <span class="mono">{drawn.answer.join(" ")}</span>
			</span>
			<span class={agrees ? "good" : "bad"}>
				{agrees ? say("fair.agrees") : say("fair.differs", { expected: expected.join(" ") })}
			</span>
		</button>
	);
}
