// The lobby: the user's tables, the games, and who is playing. It must not know: any game.
import { useEffect } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { Page } from "../components/page.tsx";
import { GameCard } from "../lobby/game_card.tsx";
import { MyTable } from "../lobby/my_table.tsx";
import { Invited, OpenTable, Section, TableInPlay } from "../lobby/rooms.tsx";
import { showError } from "../state/alerts.ts";
import { games, loadLobby, loadMoreRooms, lobby, lobbyRooms, me, nextPage } from "../state/app_state.ts";
import type { RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";

export function LobbyPage() {
	useEffect(() => {
		loadLobby().catch(showError);
	}, []);
	const now = lobby.value;
	const rooms = lobbyRooms.value;
	const mine = me.value?.rooms ?? [];
	const others = rooms.filter((each) => !mine.includes(each.code));
	return (
		<Page title={say("lobby.title")} lead={say("lobby.lead")} wide>
			<div class="lobby">
				<Awaited rooms={rooms} />
				<section class="games" aria-label={say("lobby.games")}>
					{games.value.length === 0 && <p class="empty card">{say("lobby.no_games")}</p>}
					{games.value.map((each) => (
						<GameCard key={each.name} game={each} />
					))}
				</section>
				<div class="lists">
					<Section title={say("lobby.open")} empty={say("lobby.open.empty")}>
						{others
							.filter((each) => each.status === "open")
							.map((each) => (
								<OpenTable key={each.code} room={each} />
							))}
					</Section>
					<Section title={say("lobby.playing")} empty={say("lobby.playing.empty")}>
						{others
							.filter((each) => each.status === "playing")
							.map((each) => (
								<TableInPlay key={each.code} room={each} />
							))}
					</Section>
					{nextPage.value !== null && <MoreRooms />}
					{now !== null && <p class="soft online">{say("lobby.online", { n: now.online })}</p>}
				</div>
			</div>
		</Page>
	);
}

function MoreRooms() {
	const [isBusy, run] = useMutation();
	return (
		<button type="button" disabled={isBusy} onClick={() => run(loadMoreRooms)}>
			{say("lobby.more")}
		</button>
	);
}

/** Invitations and the user's own tables come first: further down, nobody sees them on a phone. */
function Awaited({ rooms }: { rooms: readonly RoomInfo[] }) {
	const [invitations, mine] = [me.value?.invitations ?? [], me.value?.rooms ?? []];
	if (invitations.length === 0 && mine.length === 0) return null;
	return (
		<div class="awaited">
			<Section title={say("lobby.invitations")}>
				{invitations.map((each) => (
					<Invited key={each.room} invitation={each} />
				))}
			</Section>
			<Section title={say("lobby.mine")}>
				{mine.map((code) => (
					<MyTable key={code} code={code} room={rooms.find((each) => each.code === code)} />
				))}
			</Section>
		</div>
	);
}
