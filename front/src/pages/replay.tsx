// A finished match to be looked back on, step by step: its board, what happened, and whether chance was fair. The address
// says where one is, so that it can be handed on. It must not know: any game; the board does.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardModule } from "../boards/board.ts";
import { CopyLink } from "../components/copy_link.tsx";
import { Fairness } from "../components/fairness.tsx";
import { Load, Loading } from "../components/load.tsx";
import { Page } from "../components/page.tsx";
import { scrollIntoViewIfHidden } from "../components/scrolling.ts";
import { addressOf, placeIn } from "../replay/address.ts";
import { ReplayBoard } from "../replay/board.tsx";
import { Check } from "../replay/check.tsx";
import { Controls } from "../replay/controls.tsx";
import { Moves } from "../replay/moves.tsx";
import { Reel } from "../replay/reel.ts";
import { chapters, toldOf } from "../replay/telling.ts";
import { announce, errorText, showError } from "../state/alerts.ts";
import { loadBoard } from "../state/board_loader.ts";
import type { Match } from "../web.ts";
import { language, say } from "../words/index.ts";
import { gameName } from "../words/names.ts";
import { dateText } from "../words/times.ts";

/** An address is written when one has come to rest: browsers do not like it too often. */
const REST_MS = 300;

interface Shown {
	readonly reel: Reel;
	readonly board: BoardModule;
}

export function ReplayPage({ id }: { id: string }) {
	return (
		<Load<Match> path={`matches/${encodeURIComponent(id)}`} title={say("replay.title", { id })}>
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

function Viewer({ match }: { match: Match }) {
	const shown = useShown(match);
	if (shown === null) return <Loading />;
	const error = shown.reel.error.value;
	if (error !== null) return <Failed error={error} reload={() => shown.reel.again()} match={match} />;
	if (shown.reel.film.value === null) return <Loading />;
	return <Replayed match={match} reel={shown.reel} board={shown.board} />;
}

function useShown({ game, game_id: id }: Match): Shown | null {
	const [shown, setShown] = useState<Shown | null>(null);
	useEffect(() => {
		let isHere = true;
		let opened: Reel | null = null;
		const open = async () => {
			const board = await loadBoard(game);
			if (!isHere) return;
			opened = new Reel(id, board.words, placeIn(location.search));
			setShown({ reel: opened, board });
		};
		open().catch(showError);
		return () => {
			isHere = false;
			opened?.close();
		};
	}, [game, id]);
	return shown;
}

function Replayed({ match, reel, board }: Shown & { match: Match }) {
	const [film, step, spoken] = [reel.film.value, reel.step.value, language.value];
	const listed = useMemo(() => (film === null ? [] : chapters(match, film, board)), [match, film, board, spoken]);
	const text = film && step ? toldOf(match, film, board, step).text : "";
	useSpoken(reel, text);
	const address = useAddress(match, reel);
	const place = useRef<HTMLDivElement>(null);
	return (
		<div class="replay">
			<div class="replay-board" ref={place}>
				{step === null && <Loading />}
				<ReplayBoard reel={reel} match={match} board={board} />
			</div>
			<Controls reel={reel} match={match} text={text} />
			<Moves reel={reel} chapters={listed} onChosen={() => scrollIntoViewIfHidden(place.current)} />
			<div class="replay-about">
				<section class="card">
					<h2>{say("replay.share")}</h2>
					<CopyLink link={`${location.origin}${address}`} label={say("replay.link")} isPrimary={false} />
					<p class="soft for-keys">{say("replay.keys")}</p>
					<ToMatch match={match} />
				</section>
				<Fairness match={match}>
					<Check reel={reel} />
				</Fairness>
			</div>
		</div>
	);
}

function ToMatch({ match }: { match: Match }) {
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

/** Whoever does not see the board hears where he is and what happens there; not before he does something. */
function useSpoken(reel: Reel, text: string): void {
	const [first] = useState(reel.at.peek());
	const [at, all] = [reel.at.value, reel.last.value];
	const [hasMoved, setMoved] = useState(false);
	useEffect(() => {
		if (!hasMoved && at === first) return;
		setMoved(true);
		announce(`${say("replay.where", { n: at, all })}. ${text}`);
	}, [at, text]);
}

function useAddress({ game_id: id }: Match, reel: Reel): string {
	const address = addressOf(id, { step: reel.at.value, reader: reel.reader.value });
	useEffect(() => {
		const timer = setTimeout(() => history.replaceState(history.state, "", address), REST_MS);
		return () => clearTimeout(timer);
	}, [address]);
	return address;
}

function Failed({ error, reload, match }: { error: unknown; reload: () => void; match: Match }) {
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
