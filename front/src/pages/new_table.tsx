// The form for a new table, made from the game's own description of its settings. It must not know: any game.
import { useMemo, useState } from "preact/hooks";
import { ErrorDetail } from "../components/error_detail.tsx";
import { useMutation } from "../components/mutation.ts";
import { NotFound } from "../components/not_found.tsx";
import { Page } from "../components/page.tsx";
import { changed, fieldsOf, startValues, type Values } from "../form/fields.ts";
import { Input } from "../form/input.tsx";
import { SeatForm, type SeatWish } from "../form/seats.tsx";
import { ApiError } from "../net/api.ts";
import { type Notice, noticeOf } from "../state/alerts.ts";
import { gameNamed } from "../state/app_state.ts";
import { localDefaults } from "../state/local_defaults.ts";
import { createRoom } from "../state/room_actions.ts";
import type { GameInfo } from "../web.ts";
import { inCatalogueOrder, say } from "../words/index.ts";
import { gameName, presetName } from "../words/names.ts";

export function NewTablePage({ name }: { name: string }) {
	const game = gameNamed(name);
	if (game === undefined) return <NotFound />;
	return (
		<Page title={say("new.title", { game: gameName(name) })} lead={say("new.lead")}>
			<NewTable game={game} />
		</Page>
	);
}

interface Wrong extends Notice {
	readonly field: string | null;
}

function NewTable({ game }: { game: GameInfo }) {
	const fields = useMemo(
		() => inCatalogueOrder(fieldsOf(game.config), (each) => `config.${game.name}.${each.name}`),
		[game],
	);
	const [preset, setPreset] = useState("");
	const [values, setValues] = useState<Values>(() => startValues(fields, game.defaults, localDefaults(game)));
	const [seats, setSeats] = useState<SeatWish[]>(() => game.seats.map((_, seat) => (seat === 0 ? "me" : null)));
	const [isPublic, setPublic] = useState(true);
	const [wrong, setWrong] = useState<Wrong | null>(null);
	const names = fields.map((each) => each.name);
	const [isBusy, run] = useMutation((error) =>
		setWrong({ field: fieldOf(error, names), ...noticeOf(error, game.name) }),
	);
	const filled = (name: string) => startValues(fields, game.defaults, game.presets[name] ?? {});
	const choosePreset = (name: string) => {
		setPreset(name);
		setValues({ ...filled(name), ...localDefaults(game, game.presets[name]) });
	};
	const submit = (event: Event) => {
		event.preventDefault();
		setWrong(null);
		const config = changed(fields, values, filled(preset));
		run(() => createRoom({ game: game.name, preset: preset || null, config, public: isPublic, seats }));
	};
	return (
		<form class="card settings" onSubmit={submit}>
			{wrong !== null && (
				<div class="error" role="alert" ref={bringIntoSight}>
					{wrong.text}
					<ErrorDetail text={wrong.detail} />
				</div>
			)}
			<Presets game={game} value={preset} onChange={choosePreset} />
			<SeatForm game={game} wishes={seats} onChange={setSeats} />
			<fieldset class="grid">
				<legend>{say("new.settings")}</legend>
				{fields.map((field) => (
					<Input
						key={`${preset}/${field.name}`}
						game={game.name}
						field={field}
						value={values[field.name]}
						error={wrong?.field === field.name ? wrong.text : undefined}
						onChange={(value) => setValues({ ...values, [field.name]: value })}
					/>
				))}
			</fieldset>
			<label class="tick">
				<input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)} />
				{say("new.public")}
			</label>
			<div class="actions end">
				<a class="button" href="/">
					{say("cancel")}
				</a>
				<button type="submit" class="primary" disabled={isBusy}>
					{say("new.create")}
				</button>
			</div>
		</form>
	);
}

function Presets({ game, value, onChange }: { game: GameInfo; value: string; onChange: (name: string) => void }) {
	const names = Object.keys(game.presets);
	if (names.length === 0) return null;
	return (
		<div class="field">
			<label for="preset">{say("new.preset")}</label>
			<select id="preset" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
				<option value="">{say("form.default")}</option>
				{names.map((each) => (
					<option key={each} value={each}>
						{presetName(game.name, each)}
					</option>
				))}
			</select>
		</div>
	);
}

/** The form may be longer than the screen, and its button is at the end. */
function bringIntoSight(element: HTMLElement | null): void {
	element?.scrollIntoView?.({ block: "center" });
}

/** The field that the server names, if the form has it. */
function fieldOf(error: unknown, names: readonly string[]): string | null {
	const facts = error instanceof ApiError ? error.facts : {};
	const named = [facts.where, facts.field].find((each) => typeof each === "string") as string | undefined;
	return names.find((each) => named?.split(/[.$[\]]+/).includes(each)) ?? null;
}
