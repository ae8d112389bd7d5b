// A room with free seats: who sits there, who may join, and how to invite them. It must not know: any game.

import { ConfirmButton } from "../components/confirm.tsx";
import { Differences } from "../components/differences.tsx";
import { useMutation } from "../components/mutation.ts";
import { Occupant } from "../components/players.tsx";
import { remove } from "../net/api.ts";
import { go } from "../router.ts";
import { changeRoom, gameNamed, myName, mySeat } from "../state/app_state.ts";
import { botFor, roomAction } from "../state/room_actions.ts";
import type { RoomInfo, RoomSeatInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { botName, seatTitle, tokensText } from "../words/names.ts";
import { InviteCard } from "./invite.tsx";
import { Settings } from "./settings.tsx";

export function OpenRoom({ room }: { room: RoomInfo }) {
	const mine = mySeat(room);
	const isOwner = room.owner.name === myName.value;
	return (
		<div class="open-room">
			<section class="card">
				<h2>{say("room.seats")}</h2>
				<p class="soft" role="status">
					{say("room.waiting")}
				</p>
				{room.stake > 0 && <p class="soft">{say("room.stake", { stake: tokensText(room.stake) })}</p>}
				<Differences room={room} />
				<ul class="seats">
					{room.seats.map((each) => (
						<FreeOrTaken key={each.seat} room={room} seat={each} isOwner={isOwner} isMine={each === mine} />
					))}
				</ul>
				<Ways room={room} sits={mine !== undefined} isOwner={isOwner} />
			</section>
			<div class="beside">
				<InviteCard room={room} />
				<Settings room={room} />
			</div>
		</div>
	);
}

interface SeatProps {
	readonly room: RoomInfo;
	readonly seat: RoomSeatInfo;
	readonly isOwner: boolean;
	readonly isMine: boolean;
}

function FreeOrTaken({ room, seat, isOwner, isMine }: SeatProps) {
	const isFree = seat.player === null && seat.bot === null;
	return (
		<li class={isFree ? "seat vacant" : "seat"}>
			<span class="seat-name">
				<Occupant player={seat.player} bot={seat.bot} /> {isMine && <span class="badge mine">{say("you")}</span>}
				<span class="soft seat-title">{seatTitle(room.game, seat.title)}</span>
			</span>
			{isFree && <FreeSeat room={room} seat={seat.seat} isOwner={isOwner} />}
			{seat.bot !== null && isOwner && <BotGoes room={room} seat={seat.seat} />}
		</li>
	);
}

function FreeSeat({ room, seat, isOwner }: { room: RoomInfo; seat: number; isOwner: boolean }) {
	const [isBusy, run] = useMutation();
	const game = gameNamed(room.game);
	const bots = game?.bots ?? [];
	const first = game === undefined ? undefined : botFor(game);
	const ordered = first === undefined ? bots : [first, ...bots.filter((each) => each !== first)];
	return (
		<div class="actions">
			<button
				type="button"
				class={isOwner ? "" : "primary"}
				disabled={isBusy}
				onClick={() => run(() => change(room, "sit", { seat }))}
			>
				{say("room.sit")}
			</button>
			{isOwner &&
				ordered.map((bot) => (
					<button
						key={bot}
						type="button"
						disabled={isBusy}
						onClick={() => run(() => change(room, "bot", { seat, bot }))}
					>
						{say("room.add_bot", { name: botName(bot) })}
					</button>
				))}
		</div>
	);
}

function BotGoes({ room, seat }: { room: RoomInfo; seat: number }) {
	const [isBusy, run] = useMutation();
	return (
		<button type="button" disabled={isBusy} onClick={() => run(() => change(room, "bot", { seat, bot: null }))}>
			{say("room.remove_bot")}
		</button>
	);
}

function Ways({ room, sits, isOwner }: { room: RoomInfo; sits: boolean; isOwner: boolean }) {
	const [isBusy, run] = useMutation();
	const close = async () => {
		await remove<unknown>(`rooms/${room.code}`);
		go("/");
	};
	return (
		<div class="actions">
			{sits && (
				<button type="button" disabled={isBusy} onClick={() => run(() => change(room, "stand"))}>
					{say("room.stand")}
				</button>
			)}
			{isOwner && <ConfirmButton label={say("room.close")} question={say("room.close.ask")} onYes={() => run(close)} />}
			<a class="button" href="/">
				{say("result.lobby")}
			</a>
		</div>
	);
}

function change(room: RoomInfo, what: string, body: unknown = {}): Promise<void> {
	return changeRoom(() => roomAction<RoomInfo | null>(room.code, what, body));
}
