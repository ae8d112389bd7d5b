// One game in the lobby, and everything that takes one click. It must not know: which game it is.
import { useState } from "preact/hooks";
import { BookIcon, BotIcon, ClockIcon, FriendIcon, GearIcon, TrophyIcon } from "../components/icons.tsx";
import { useMutation } from "../components/mutation.ts";
import { lobby, me } from "../state/app_state.ts";
import { botFor, joinQueue, playBot, playFriend } from "../state/room_actions.ts";
import type { GameInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { gameAbout, gameName, tokensText } from "../words/names.ts";

export function GameCard({ game }: { game: GameInfo }) {
	const [isBusy, run] = useMutation();
	const bot = botFor(game);
	return (
		<article class="card game" aria-labelledby={`game-${game.name}`}>
			<header>
				<div>
					<h2 id={`game-${game.name}`}>{gameName(game.name)}</h2>
					<About game={game} />
				</div>
				<div class="links">
					<a class="button quiet" href={`/rules/${game.name}`}>
						<BookIcon /> <span class="label">{say("rules")}</span>
					</a>
					{game.ranked && (
						<a class="button quiet" href={`/leaderboard/${game.name}`}>
							<TrophyIcon /> <span class="label">{say("lobby.leaderboard")}</span>
						</a>
					)}
				</div>
			</header>
			<div class="ways">
				{bot !== undefined && (
					<button type="button" class="primary" disabled={isBusy} onClick={() => run(() => playBot(game, bot))}>
						<BotIcon /> {say("lobby.bot")}
					</button>
				)}
				<button type="button" disabled={isBusy} onClick={() => run(() => playFriend(game))}>
					<FriendIcon /> {say("lobby.friend")}
				</button>
				<a class="button" href={`/new/${game.name}`}>
					<GearIcon /> {say("lobby.custom")}
				</a>
			</div>
			{game.seats.length === 2 && <Queues game={game} />}
		</article>
	);
}

/** In the user's language, or in the rule book's words, which are English. */
function About({ game }: { game: GameInfo }) {
	const about = gameAbout(game.name);
	if (about !== "") return <p>{about}</p>;
	return game.about === "" ? null : <p lang="en">{game.about}</p>;
}

function Queues({ game }: { game: GameInfo }) {
	const [isBusy, run] = useMutation();
	const [swap2, setSwap2] = useState(false);
	const isWaiting = me.value?.queue != null;
	const join = (ranked: boolean) => run(() => joinQueue({ game: game.name, ranked, swap2: !ranked && swap2 }));
	return (
		<div class="queues">
			<h3>{say("lobby.stranger")}</h3>
			<div class="ways">
				<QueueButton
					label={say("queue.casual")}
					waiting={waiting(game.name, false)}
					disabled={isBusy || isWaiting}
					onClick={() => join(false)}
				/>
				{game.ranked && (
					<QueueButton
						label={say("queue.ranked")}
						waiting={waiting(game.name, true)}
						disabled={isBusy || isWaiting}
						onClick={() => join(true)}
					/>
				)}
			</div>
			{game.stake > 0 && <Stake stake={game.stake} />}
			{hasSetting(game, "swap2_enabled") && (
				<label class="tick">
					<input type="checkbox" checked={swap2} onChange={(event) => setSwap2(event.currentTarget.checked)} />
					{say("queue.want_swap2")}
				</label>
			)}
		</div>
	);
}

/** What a casual game costs, and what a known user has. */
function Stake({ stake }: { stake: number }) {
	return (
		<p class="soft small stake">
			{say("queue.stake", { stake: tokensText(stake) })}{" "}
			{me.value?.player != null && say("tokens.have", { tokens: tokensText(me.value.tokens) })}
		</p>
	);
}

interface ButtonProps {
	readonly label: string;
	readonly waiting: number;
	readonly disabled: boolean;
	readonly onClick: () => void;
}

function QueueButton({ label, waiting, disabled, onClick }: ButtonProps) {
	return (
		<button type="button" disabled={disabled} onClick={onClick}>
			<ClockIcon /> {label} <span class="count">{say("queue.waiting", { n: waiting })}</span>
		</button>
	);
}

function waiting(game: string, ranked: boolean): number {
	const found = lobby.value?.waiting.find((each) => each.game === game && each.ranked === ranked);
	return found?.players ?? 0;
}

function hasSetting(game: GameInfo, setting: string): boolean {
	return JSON.stringify(game.config).includes(`"${setting}"`);
}
