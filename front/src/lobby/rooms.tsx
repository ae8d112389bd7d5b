// Lists of rooms: the user's own, those with a free seat, those in play, and invitations. It must not know: what is
// played there.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmDialog } from "../components/confirm.tsx";
import { Differences, differences } from "../components/differences.tsx";
import { EyeIcon } from "../components/icons.tsx";
import { useMutation } from "../components/mutation.ts";
import { occupantName } from "../components/players.tsx";
import { tableName } from "../components/table_name.ts";
import { go } from "../router.ts";
import { me } from "../state/app_state.ts";
import { findRoom, roomAction } from "../state/room_actions.ts";
import type { InvitationInfo, RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName, tokensText } from "../words/names.ts";

export function Section({ title, empty, children }: { title: string; empty?: string; children: ComponentChildren[] }) {
	if (children.length === 0 && empty === undefined) return null;
	return (
		<section class="card list">
			<h2>{title}</h2>
			{children.length === 0 ? <p class="empty">{empty}</p> : <ul>{children}</ul>}
		</section>
	);
}

/** Who joins an unusual table from the list is asked first, since they have seen none of its settings. */
export function OpenTable({ room }: { room: RoomInfo }) {
	const [isBusy, run] = useMutation();
	const [isAsking, setAsking] = useState(false);
	const sit = () => run(() => sitDown(room.code));
	return (
		<Row room={room} note={room.stake > 0 && <Stake room={room} />}>
			<button
				type="button"
				class="primary"
				disabled={isBusy}
				onClick={() => (differences(room).length > 0 ? setAsking(true) : sit())}
			>
				{say("lobby.join")}
			</button>
			{isAsking && (
				<ConfirmDialog
					question={say("lobby.join.ask", { game: gameName(room.game) })}
					yes={say("lobby.join")}
					isDanger={false}
					onAnswer={(isYes) => {
						setAsking(false);
						if (isYes) sit();
					}}
				>
					<Differences room={room} />
					{room.stake > 0 && <Stake room={room} />}
				</ConfirmDialog>
			)}
			<Watch code={room.code} />
		</Row>
	);
}

export function TableInPlay({ room }: { room: RoomInfo }) {
	return (
		<Row room={room}>
			<Watch code={room.code} />
		</Row>
	);
}

/** An unusual table is looked at before a seat is taken. */
export function Invited({ invitation }: { invitation: InvitationInfo }) {
	const [isBusy, run] = useMutation();
	const accept = () =>
		run(async () => {
			const room = await findRoom(invitation.room);
			if (differences(room).length > 0) go(`/room/${room.code}`);
			else await sitDown(room.code);
		});
	return (
		<li>
			<p>{say("lobby.invited", { name: invitation.sender.nickname, game: gameName(invitation.game) })}</p>
			<div class="actions">
				<button type="button" class="primary" disabled={isBusy} onClick={accept}>
					{say("lobby.accept")}
				</button>
				<a class="button" href={`/room/${invitation.room}`}>
					{say("lobby.look")}
				</a>
			</div>
		</li>
	);
}

async function sitDown(code: string): Promise<void> {
	await roomAction(code, "sit", {});
	go(`/room/${code}`);
}

function Stake({ room }: { room: RoomInfo }) {
	return <p class="soft">{say("room.stake", { stake: tokensText(room.stake) })}</p>;
}

function Watch({ code }: { code: string }) {
	return (
		<a class="button" href={`/room/${code}`}>
			<EyeIcon /> {say("lobby.watch")}
		</a>
	);
}

interface RowProps {
	readonly room: RoomInfo;
	readonly note?: ComponentChildren;
	readonly children: ComponentChildren;
}

export function Row({ room, note, children }: RowProps) {
	const taken = room.seats.filter((each) => each.player !== null || each.bot !== null).length;
	return (
		<li>
			<div class="about">
				<p>
					<strong>{gameName(room.game)}</strong> <span class="badge">{tableName(room)}</span>{" "}
					{isMine(room) && <span class="badge mine">{say("you")}</span>}
				</p>
				<p class="soft">
					{room.seats.map((each) => occupantName(each)).join(" · ")}{" "}
					<span class="count">{say("lobby.seats", { taken, all: room.seats.length })}</span>
				</p>
				{note}
			</div>
			<div class="actions">{children}</div>
		</li>
	);
}

function isMine(room: RoomInfo): boolean {
	return me.value?.rooms.includes(room.code) ?? false;
}
