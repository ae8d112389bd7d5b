// Who sits where at a new table: the user, a bot, or anybody. It must not know: what a seat is in the game.
import type { GameInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { botName, seatTitle } from "../words/names.ts";

/** "me", "bot:NAME", or null for open, as the API takes it. */
export type SeatWish = string | null;

interface Props {
	readonly game: GameInfo;
	readonly wishes: readonly SeatWish[];
	readonly onChange: (wishes: SeatWish[]) => void;
}

export function SeatForm({ game, wishes, onChange }: Props) {
	const choose = (seat: number, wish: SeatWish) => {
		onChange(wishes.map((each, index) => (index === seat ? wish : each === "me" && wish === "me" ? null : each)));
	};
	return (
		<fieldset class="seat-form">
			<legend>{say("new.seats")}</legend>
			{game.seats.map((title, seat) => (
				<div class="field" key={seat}>
					<label for={`seat-${seat}`}>{seatTitle(game.name, title)}</label>
					<select
						id={`seat-${seat}`}
						value={wishes[seat] ?? ""}
						onChange={(event) => choose(seat, event.currentTarget.value || null)}
					>
						<option value="me">{say("new.me")}</option>
						<option value="">{say("new.open")}</option>
						{game.bots.map((bot) => (
							<option key={bot} value={`bot:${bot}`}>
								{say("new.bot", { name: botName(bot) })}
							</option>
						))}
					</select>
				</div>
			))}
		</fieldset>
	);
}
