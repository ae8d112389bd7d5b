// One of the user's own tables in the lobby: the game, the others, and whose turn it is. The lobby does not list
// private tables, so this asks for the room by its code. It must not know: what is played there.
import { useEffect } from "preact/hooks";
import { useLoad } from "../components/load.tsx";
import type { Snapshot } from "../net/types.ts";
import { seatName } from "../table/seat_names.ts";
import type { RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { Row } from "./rooms.tsx";

/** The lobby is not told of moves. */
const REFRESH_MS = 10_000;

export function MyTable({ code, room }: { code: string; room: RoomInfo | undefined }) {
	const { value } = useLoad<RoomInfo>(`rooms/${code}`);
	const found = room ?? value;
	const back = (
		<a class="button primary" href={`/room/${code}`}>
			{say("lobby.return")}
		</a>
	);
	if (found !== null) {
		return (
			<Row room={found} note={found.status === "playing" && <Turn code={code} />}>
				{back}
			</Row>
		);
	}
	return (
		<li>
			<p class="mono">{code}</p>
			<div class="actions">{back}</div>
		</li>
	);
}

function Turn({ code }: { code: string }) {
	const { value, reload } = useLoad<Snapshot>(`rooms/${code}/sync`);
	useEffect(() => {
		const timer = setInterval(reload, REFRESH_MS);
		return () => clearInterval(timer);
	}, []);
	const text = value === null ? "" : turnText(value);
	return text === "" ? null : <p class="turn">{text}</p>;
}

/** Empty if nobody is to move. */
function turnText(snapshot: Snapshot): string {
	const { you, to_act: toAct, outcome } = snapshot;
	if (outcome !== null || toAct.length === 0) return "";
	if (you !== null && toAct.includes(you)) return say("lobby.your_turn");
	return say("lobby.turn", { name: toAct.map((seat) => seatName(snapshot, seat)).join(", ") });
}
