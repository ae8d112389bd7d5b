// A finished match, step by step: its board, what happened, and whether chance was fair. The URL holds the position, so
// that it can be shared. It must not know: any game; the board does.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardModule } from "../boards/board.ts";
import { CopyLink } from "../components/copy_link.tsx";
import { Fairness } from "../components/fairness.tsx";
import { Load, Loading } from "../components/load.tsx";
import { Page } from "../components/page.tsx";
import { scrollIntoViewIfHidden } from "../components/scrolling.ts";
import { Controls } from "../replay/controls.tsx";
import { FairnessCheck } from "../replay/fairness_check.tsx";
import { MoveList } from "../replay/move_list.tsx";
import { Playback } from "../replay/playback.ts";
import { ReplayBoard } from "../replay/replay_board.tsx";
import { chapters, stepLine } from "../replay/steps.ts";
import { positionIn, replayUrl } from "../replay/url.ts";
import { announce, errorText, showError } from "../state/alerts.ts";
import { loadBoard } from "../state/board_loader.ts";
import type { MatchDetails } from "../web.ts";
import { language, say } from "../words/index.ts";
import { gameName } from "../words/names.ts";
import { dateText } from "../words/times.ts";

/** Browsers limit how often the URL may change: write it once the user has stopped. */
const REST_MS = 300;

interface LoadedReplay {
	readonly playback: Playback;
	readonly board: BoardModule;
}

export function ReplayPage({ id }: { id: string }) {
	return (
		<Load<MatchDetails> path={`matches/${encodeURIComponent(id)}`} title={say("replay.title", { id })}>
			{(match) => (
				<Page
					wide
					small
					title={say("replay.title", { id: match.game_id })}
					lead={`${gameName(match.game)} · ${dateText(match.started_at)}`}
				>
					<Viewer match={match} />
				</Page>
			)}
		</Load>
	);
}

function Viewer({ match }: { match: MatchDetails }) {
	const shown = useReplay(match);
	if (shown === null) return <Loading />;
	const error = shown.playback.error.value;
	if (error !== null) return <Failed error={error} reload={() => shown.playback.again()} match={match} />;
	if (shown.playback.data.value === null) return <Loading />;
	return <ReplayView match={match} playback={shown.playback} board={shown.board} />;
}

function useReplay({ game, game_id: id }: MatchDetails): LoadedReplay | null {
	const [shown, setShown] = useState<LoadedReplay | null>(null);
	useEffect(() => {
		let isHere = true;
		let opened: Playback | null = null;
		const open = async () => {
			const board = await loadBoard(game);
			if (!isHere) return;
			opened = new Playback(id, board.words, positionIn(location.search));
			setShown({ playback: opened, board });
		};
		open().catch(showError);
		return () => {
			isHere = false;
			opened?.close();
		};
	}, [game, id]);
	return shown;
}

function ReplayView({ match, playback, board }: LoadedReplay & { match: MatchDetails }) {
	const [data, step, spoken] = [playback.data.value, playback.step.value, language.value];
	const listed = useMemo(() => (data === null ? [] : chapters(match, data, board)), [match, data, board, spoken]);
	const text = data && step ? stepLine(match, data, board, step).text : "";
	useAnnouncement(playback, text);
	const address = useAddress(match, playback);
	const place = useRef<HTMLDivElement>(null);
	return (
		<div class="replay">
			<div class="replay-board" ref={place}>
				{step === null && <Loading />}
				<ReplayBoard playback={playback} match={match} board={board} />
			</div>
			<Controls playback={playback} match={match} text={text} />
			<MoveList playback={playback} chapters={listed} onChosen={() => scrollIntoViewIfHidden(place.current)} />
			<div class="replay-about">
				<section class="card">
					<h2>{say("replay.share")}</h2>
					<CopyLink link={`${location.origin}${address}`} label={say("replay.link")} isPrimary={false} />
					<p class="soft for-keys">{say("replay.keys")}</p>
					<ToMatch match={match} />
				</section>
				<Fairness match={match}>
					<FairnessCheck playback={playback} />
				</Fairness>
			</div>
		</div>
	);
}

function ToMatch({ match }: { match: MatchDetails }) {
	return (
		<div class="actions">
			<a class="button" href={`/api/matches/${match.game_id}/record`} download>
				{say("match.record")}
			</a>
			<a class="button" href={`/match/${match.game_id}`}>
				{say("result.match")}
			</a>
		</div>
	);
}

/** Announces the step for screen readers, but not before the user has moved. */
function useAnnouncement(playback: Playback, text: string): void {
	const [first] = useState(playback.at.peek());
	const [at, all] = [playback.at.value, playback.last.value];
	const [hasMoved, setMoved] = useState(false);
	useEffect(() => {
		if (!hasMoved && at === first) return;
		setMoved(true);
		announce(`${say("replay.where", { n: at, all })}. ${text}`);
	}, [at, text]);
}

function useAddress({ game_id: id }: MatchDetails, playback: Playback): string {
	const address = replayUrl(id, { step: playback.at.value, reader: playback.reader.value });
	useEffect(() => {
		const timer = setTimeout(() => history.replaceState(history.state, "", address), REST_MS);
		return () => clearTimeout(timer);
	}, [address]);
	return address;
}

function Failed({ error, reload, match }: { error: unknown; reload: () => void; match: MatchDetails }) {
	return (
		<div class="card" role="alert">
			<p>{errorText(error)}</p>
			<div class="actions">
				<button type="button" onClick={reload}>
					{say("down.retry")}
				</button>
				<a class="button" href={`/match/${match.game_id}`}>
					{say("result.match")}
				</a>
			</div>
		</div>
	);
}
