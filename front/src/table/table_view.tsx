// The table: seats, board, log, chat and resignation. It must not know: any game; the board does.
import { useEffect, useRef, useState } from "preact/hooks";
import { ConfirmButton } from "../components/confirm.tsx";
import { Loading } from "../components/load.tsx";
import { useMutation } from "../components/mutation.ts";
import { post, Unreachable } from "../net/api.ts";
import { isOver } from "../net/messages.ts";
import type { ConnectionStatus } from "../net/table_connection.ts";
import { showError } from "../state/alerts.ts";
import { changeRoom, me, mySeat } from "../state/app_state.ts";
import { loadBoard } from "../state/board_loader.ts";
import { roomAction } from "../state/room_actions.ts";
import { TableSession } from "../state/table_session.ts";
import type { RoomInfo, Token } from "../web.ts";
import { say } from "../words/index.ts";
import { BoardMount } from "./board_mount.tsx";
import { Chat } from "./chat.tsx";
import { ConnectionBadge, OpenedElsewhere } from "./connection_badge.tsx";
import { LeaveGuard } from "./leave_guard.tsx";
import { type ChatMessage, Log } from "./log.tsx";
import { Result } from "./result.tsx";
import { Seats } from "./seats.tsx";
import { Score, useNextGame } from "./series.tsx";
import { Settings } from "./settings.tsx";

interface Props {
	readonly room: RoomInfo;
	readonly gameId: string;
	readonly chat: readonly ChatMessage[];
}

export function TableView({ room, gameId, chat }: Props) {
	const session = useSession(room, gameId);
	useNextGame(room);
	if (session === null) return <Loading />;
	return <LiveTable room={room} session={session} chat={chat} />;
}

function useSession(room: RoomInfo, gameId: string): TableSession | null {
	const [session, setSession] = useState<TableSession | null>(null);
	const { code, game } = room;
	useEffect(() => {
		let isHere = true;
		let opened: TableSession | null = null;
		const open = async () => {
			const board = await loadBoard(game);
			if (!isHere) return;
			opened = new TableSession(gameId, me.peek()?.player?.nickname ?? "", board, () => tokenFor(code, gameId));
			setSession(opened);
		};
		open().catch(showError);
		return () => {
			isHere = false;
			opened?.close();
			setSession(null);
		};
	}, [code, game, gameId]);
	return session;
}

/** The room may have moved on to its next table; then this one is about to unmount, and gets no token. */
async function tokenFor(code: string, gameId: string): Promise<Token> {
	const token = await post<Token>(`rooms/${code}/token`);
	if (token.game_id !== gameId) throw new Unreachable(`the table is ${token.game_id} now`);
	return token;
}

function LiveTable({ room, session, chat }: { room: RoomInfo; session: TableSession; chat: readonly ChatMessage[] }) {
	const shown = session.shown.value;
	const status = session.status.value;
	const snapshot = shown?.snapshot ?? null;
	const isWatching = snapshot !== null && snapshot.you === null;
	const sits = mySeat(room) !== undefined;
	const wasPlayed = useRef(false);
	if (snapshot !== null && !isOver(snapshot)) wasPlayed.current = true;
	return (
		<div class={session.board.showsSeats ? "table board-first" : "table"}>
			<div class="table-top">
				<Score room={room} />
				{isWatching && <span class="badge">{say("table.watching")}</span>}
				<ConnectionBadge status={status} />
				{snapshot !== null && isPlayedHere(status) && session.board.leavingCosts?.(snapshot) && <LeaveGuard />}
			</div>
			<div class="table-board">
				{status === "elsewhere" && <OpenedElsewhere session={session} />}
				{status === "refused" && <NoAccess />}
				{snapshot === null && status !== "refused" && <Loading />}
				<BoardMount session={session} game={room.game} />
			</div>
			<div class="table-seats">
				{shown !== null && <Seats shown={shown} withTime={!session.board.showsTime} />}
				{snapshot !== null && isOver(snapshot) && !session.isBehind.value && (
					<Result room={room} snapshot={snapshot} isNews={wasPlayed.current} />
				)}
			</div>
			<div class="table-side">
				<Log session={session} game={room.game} chat={chat} />
				{sits && <Chat code={room.code} />}
				{sits && snapshot !== null && <ResignActions room={room} session={session} isOver={isOver(snapshot)} />}
				<Settings room={room} />
			</div>
		</div>
	);
}

/** Otherwise another window has the table, or nobody does: leaving changes nothing. */
function isPlayedHere(status: ConnectionStatus): boolean {
	return status !== "elsewhere" && status !== "refused";
}

function ResignActions({ room, session, isOver }: { room: RoomInfo; session: TableSession; isOver: boolean }) {
	const [isBusy, run] = useMutation();
	const hasBegun = session.shown.value?.snapshot.view != null;
	const inSeries = room.series !== null && room.series.phase !== "over";
	if ((isOver || !hasBegun) && !inSeries) return null;
	return (
		<div class="actions">
			{!isOver && hasBegun && (
				<ConfirmButton
					label={say("table.resign")}
					question={say("table.resign.ask")}
					disabled={isBusy}
					onYes={() => run(() => session.resign())}
				/>
			)}
			{inSeries && (
				<ConfirmButton
					label={say("series.abandon")}
					question={say("series.abandon.ask")}
					detail={say("series.abandon.detail")}
					disabled={isBusy}
					onYes={() => run(() => changeRoom(() => roomAction(room.code, "abandon")))}
				/>
			)}
		</div>
	);
}

function NoAccess() {
	return (
		<div class="card notice" role="alert">
			<p>{say("link.refused.why")}</p>
			<a class="button" href="/">
				{say("result.lobby")}
			</a>
		</div>
	);
}
