// The settings of a room as a list. It must not know: what they mean.
import { fieldsOf } from "../form/fields.ts";
import { gameNamed } from "../state/app_state.ts";
import type { RoomInfo } from "../web.ts";
import { inCatalogueOrder, say } from "../words/index.ts";
import { settingName, settingValue } from "../words/names.ts";

export function Settings({ room }: { room: RoomInfo }) {
	const game = gameNamed(room.game);
	if (game === undefined) return null;
	const fields = inCatalogueOrder(fieldsOf(game.config), (each) => `config.${game.name}.${each.name}`);
	if (fields.length === 0) return null;
	return (
		<details class="card facts-list">
			<summary>{say("room.settings")}</summary>
			<dl>
				{fields.map((field) => {
					const value = room.config[field.name] ?? game.defaults[field.name] ?? field.fallback ?? null;
					return (
						<div key={field.name}>
							<dt>{settingName(room.game, field.name)}</dt>
							<dd>{settingValue(room.game, field.name, value)}</dd>
						</div>
					);
				})}
			</dl>
		</details>
	);
}
