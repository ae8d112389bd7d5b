// Names of players and bots, the same everywhere. It must not know: where.
import type { PlayerInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { botName } from "../words/names.ts";
import { BotIcon } from "./icons.tsx";

/** A name in one line: one that is too long is cut short, and the tooltip has all of it. */
export function PlayerName({ children }: { children: string }) {
	return (
		<span class="name" title={children}>
			{children}
		</span>
	);
}

export function PlayerLink({ player }: { player: PlayerInfo }) {
	if (player.is_guest) {
		return (
			<span class="who">
				<PlayerName>{player.nickname}</PlayerName> <span class="badge">{say("guest")}</span>
			</span>
		);
	}
	return (
		<a class="who" href={`/player/${player.name}`}>
			<PlayerName>{player.nickname}</PlayerName>
			{player.is_staff && (
				<>
					{" "}
					<span class="badge" title={say("staff.title")}>
						{say("staff")}
					</span>
				</>
			)}
		</a>
	);
}

function BotLabel({ bot }: { bot: string }) {
	return (
		<span class="who">
			<BotIcon /> <PlayerName>{botName(bot)}</PlayerName> <span class="badge">{say("bot")}</span>
		</span>
	);
}

/** Who has the seat, as plain text. */
export function occupantName(seat: { player: PlayerInfo | null; bot: string | null }): string {
	if (seat.player !== null) return seat.player.nickname;
	return seat.bot === null ? say("seat.free") : botName(seat.bot);
}

export function Occupant({ player, bot }: { player: PlayerInfo | null; bot: string | null }) {
	if (player !== null) return <PlayerLink player={player} />;
	if (bot !== null) return <BotLabel bot={bot} />;
	return <span class="free">{say("seat.free")}</span>;
}
