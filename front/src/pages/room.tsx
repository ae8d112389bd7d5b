// A room: waiting for players, or its table in play. It must not know: any game.
import { useEffect, useState } from "preact/hooks";
import { Loading } from "../components/load.tsx";
import { NotFound } from "../components/not_found.tsx";
import { Page } from "../components/page.tsx";
import { tableName } from "../components/table_name.ts";
import { ApiError } from "../net/api.ts";
import { serverNow } from "../net/server_clock.ts";
import { announce, showError } from "../state/alerts.ts";
import { leaveRoom, loadRoom, room as roomSignal, said } from "../state/app_state.ts";
import type { ChatMessage } from "../table/log.tsx";
import { OpenRoom } from "../table/open_room.tsx";
import { RulesLink } from "../table/rules_link.tsx";
import { TableView } from "../table/table_view.tsx";
import { say } from "../words/index.ts";
import { gameName, phraseText } from "../words/names.ts";

export function RoomPage({ code }: { code: string }) {
	const [isMissing, setMissing] = useState(false);
	useEffect(() => {
		loadRoom(code).catch((error) => {
			if (error instanceof ApiError && error.status < 500) setMissing(true);
			else showError(error);
		});
		return leaveRoom;
	}, [code]);
	const chat = useChat();
	const room = roomSignal.value;
	if (isMissing) return <NotFound />;
	if (room === null || room.code !== code) {
		return (
			<Page title={say("room.title", { code })}>
				<Loading />
			</Page>
		);
	}
	return (
		<Page title={`${gameName(room.game)} · ${tableName(room)}`} lead={<RulesLink game={room.game} />} wide small>
			{room.game_id === null ? (
				<Waiting status={room.status} />
			) : (
				<TableView key={room.game_id} room={room} gameId={room.game_id} chat={chat} />
			)}
		</Page>
	);
}

function Waiting({ status }: { status: string }) {
	const room = roomSignal.value;
	if (room === null) return null;
	return status === "open" ? (
		<OpenRoom room={room} />
	) : (
		<p class="card">{say(status === "playing" ? "loading" : "room.closed")}</p>
	);
}

/** What has been said since the page was opened. */
function useChat(): readonly ChatMessage[] {
	const [chat, set] = useState<readonly ChatMessage[]>([]);
	const latest = said.value;
	useEffect(() => {
		if (latest === null) return;
		set((before) => [...before, { at: serverNow(), said: latest }].slice(-200));
		announce(`${latest.sender.nickname}: ${phraseText(latest.phrase)}`);
	}, [latest]);
	return chat;
}
