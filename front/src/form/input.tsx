// One field of a generated form. It must not know: which game it is for, beyond its name in the catalogue.
import { useId, useState } from "preact/hooks";
import { say } from "../words/index.ts";
import { settingHelp, settingName, settingValue } from "../words/names.ts";
import { type Field, read, show } from "./fields.ts";

interface Props {
	readonly game: string;
	readonly field: Field;
	readonly value: unknown;
	readonly error?: string;
	readonly onChange: (value: unknown) => void;
}

export function Input(props: Props) {
	const { game, field, error } = props;
	const id = useId();
	const help = settingHelp(game, field.name);
	const note = error ?? help;
	const label = `${settingName(game, field.name)}${field.unit === 1 ? "" : ` (${say("form.seconds")})`}`;
	const inner = { ...props, id, note };
	if (field.kind === "tick") return <Tick {...inner} label={label} />;
	return (
		<div class={error ? "field wrong" : "field"}>
			<label for={id}>{label}</label>
			{field.kind === "choice" ? <Choice {...inner} /> : <Typed {...inner} />}
			<Note {...inner} />
		</div>
	);
}

type Inner = Props & { readonly id: string; readonly note: string };

function Note({ id, note }: { id: string; note: string }) {
	if (note === "") return null;
	return (
		<p class="note" id={`${id}-note`}>
			{note}
		</p>
	);
}

/** An empty note has no element to point to. */
function noteId({ id, note }: Inner): string | undefined {
	return note === "" ? undefined : `${id}-note`;
}

function Choice(inner: Inner) {
	const { game, field, value, error, id, onChange } = inner;
	return (
		<select
			id={id}
			value={show(field, value)}
			aria-invalid={error ? "true" : undefined}
			aria-describedby={noteId(inner)}
			onChange={(event) => onChange(read(field, event.currentTarget.value))}
		>
			{field.options.map((each, index) => (
				<option key={index} value={String(index)}>
					{settingValue(game, field.name, each)}
				</option>
			))}
		</select>
	);
}

function Typed(inner: Inner) {
	const { field, value, error, id, onChange } = inner;
	const [text, setText] = useState<string | null>(null);
	const common = {
		id,
		value: text ?? show(field, value),
		"aria-invalid": error ? ("true" as const) : undefined,
		"aria-describedby": noteId(inner),
		onInput: (event: { currentTarget: HTMLInputElement }) => {
			setText(event.currentTarget.value);
			const now = read(field, event.currentTarget.value);
			if (now !== undefined) onChange(now);
		},
		required: !field.nullable && field.kind === "number",
		onBlur: () => {
			if (text !== null && read(field, text) !== undefined) setText(null); // invalid text stays, for the user to see
		},
	};
	if (field.kind === "text") return <input type="text" maxLength={field.maxLength ?? undefined} {...common} />;
	return (
		<input
			type="number"
			step={field.isInteger && field.unit === 1 ? 1 : "any"}
			min={field.min === null ? undefined : field.min / field.unit}
			max={field.max === null ? undefined : field.max / field.unit}
			{...common}
		/>
	);
}

function Tick({ label, ...inner }: Inner & { label: string }) {
	const { field, value, id, onChange } = inner;
	return (
		<div class="field">
			<label class="tick" for={id}>
				<input
					id={id}
					type="checkbox"
					checked={value === true}
					aria-describedby={noteId(inner)}
					onChange={(event) => onChange(read(field, String(event.currentTarget.checked)))}
				/>
				{label}
			</label>
			<Note {...inner} />
		</div>
	);
}
