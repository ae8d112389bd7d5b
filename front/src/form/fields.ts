// A form from a JSON Schema: its fields, how a value is shown in one, and how it is read back.
// Laws kept here: what is shown is read back as the same value; a property that no simple input can hold is left out.
// It must not know: any game, the document.

type Schema = Readonly<Record<string, unknown>>;
export type Values = Readonly<Record<string, unknown>>;

const HANDFUL = 8;

export interface Field {
	readonly name: string;
	readonly kind: "tick" | "choice" | "number" | "text";
	/** Of a choice: its values, in the schema's order. */
	readonly options: readonly unknown[];
	readonly min: number | null;
	readonly max: number | null;
	readonly maxLength: number | null;
	/** Whether it may be empty, which is null. */
	readonly nullable: boolean;
	readonly isInteger: boolean;
	/** How many of the schema's units make one of those shown: milliseconds are shown as seconds. */
	readonly unit: number;
	readonly fallback: unknown;
}

export function fieldsOf(schema: Schema): Field[] {
	const root = resolve(schema, schema);
	const properties = (root.properties ?? {}) as Record<string, Schema>;
	return Object.entries(properties).flatMap(([name, each]) => fieldOf(name, each, schema) ?? []);
}

/** The initial values: the game's defaults, where the schema has none. */
export function startValues(fields: readonly Field[], ...layers: Values[]): Record<string, unknown> {
	const given: Values = Object.assign({}, ...layers);
	return Object.fromEntries(fields.map((each) => [each.name, given[each.name] ?? each.fallback ?? emptyOf(each)]));
}

/** The values that differ from the server's defaults. */
export function changed(fields: readonly Field[], values: Values, from: Values): Record<string, unknown> {
	return Object.fromEntries(
		fields.filter(({ name }) => values[name] !== from[name]).map(({ name }) => [name, values[name]]),
	);
}

export function show(field: Field, value: unknown): string {
	if (field.kind === "choice") return String(field.options.indexOf(value));
	if (value === null || value === undefined) return "";
	return field.kind === "number" ? String(Number(value) / field.unit) : String(value);
}

/** Undefined if this is not a value of the field. */
export function read(field: Field, text: string): unknown {
	if (field.kind === "choice") return field.options[Number(text)];
	if (field.kind === "tick") return text === "true";
	if (field.kind === "text") return text === "" && field.nullable ? null : text;
	if (text.trim() === "") return field.nullable ? null : undefined;
	const value = Number(text) * field.unit;
	const whole = field.isInteger ? Math.round(value) : value;
	return Number.isFinite(whole) && inRange(field, whole) ? whole : undefined;
}

function inRange({ min, max }: Field, value: number): boolean {
	return (min === null || value >= min) && (max === null || value <= max);
}

function emptyOf(field: Field): unknown {
	if (field.nullable) return null;
	return { tick: false, choice: field.options[0], number: field.min ?? 0, text: "" }[field.kind];
}

function resolve(schema: Schema, root: Schema): Schema {
	if (typeof schema.$ref !== "string") return schema;
	const defs = (root.$defs ?? {}) as Record<string, Schema>;
	return { ...resolve(defs[schema.$ref.replace("#/$defs/", "")] ?? {}, root), ...schema, $ref: undefined };
}

function fieldOf(name: string, given: Schema, root: Schema): Field | null {
	const { type, nullable } = plain(resolve(given, root), root);
	if (type === null) return null;
	const fallback = resolve(given, root).default;
	const base = { name, nullable, fallback, options: [], isInteger: type.type === "integer", unit: 1 };
	const bounds = { min: number(type.minimum), max: number(type.maximum), maxLength: number(type.maxLength) };
	const choices = choicesOf(type, nullable);
	if (choices !== null) return { ...base, ...bounds, kind: "choice", options: choices };
	if (type.type === "boolean") return { ...base, ...bounds, kind: "tick" };
	if (type.type === "string") return { ...base, ...bounds, kind: "text" };
	if (type.type === "integer" || type.type === "number") {
		return { ...base, ...bounds, kind: "number", unit: name.endsWith("_ms") ? 1000 : 1 };
	}
	return null;
}

/** Its only type besides null; null if it has several. */
function plain(schema: Schema, root: Schema): { type: Schema | null; nullable: boolean } {
	if (Array.isArray(schema.type)) {
		const types = schema.type.filter((each) => each !== "null");
		const type = types.length === 1 ? { ...schema, type: types[0] } : null;
		return { type, nullable: types.length < schema.type.length };
	}
	if (!Array.isArray(schema.anyOf)) return { type: schema, nullable: false };
	const all = (schema.anyOf as Schema[]).map((each) => resolve(each, root));
	const others = all.filter((each) => each.type !== "null");
	return { type: others.length === 1 ? (others[0] ?? null) : null, nullable: others.length < all.length };
}

function choicesOf(type: Schema, nullable: boolean): unknown[] | null {
	const values = Array.isArray(type.enum) ? (type.enum as unknown[]) : null;
	if (values !== null) return nullable && !values.includes(null) ? [null, ...values] : [...values];
	const few = fewOf(type);
	if (few !== null) return nullable ? [null, ...few] : few;
	return type.type === "boolean" && nullable ? [null, true, false] : null;
}

/** The values of an integer with few possible ones. */
function fewOf({ type, minimum, maximum }: Schema): number[] | null {
	const [min, max] = [number(minimum), number(maximum)];
	if (type !== "integer" || min === null || max === null || max - min >= HANDFUL) return null;
	return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

function number(value: unknown): number | null {
	return typeof value === "number" ? value : null;
}
