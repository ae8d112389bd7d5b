// Writes the TypeScript types of everything that is said over the wire, from the JSON Schemas under docs/schemas:
// src/wire.ts (any table), src/web.ts (the JSON API), src/games/NAME.ts (one per game). A type that is in wire.ts is
// imported from there by the others. With --check it only compares.
// It must not know any of the types by name.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Schema = Readonly<Record<string, unknown>>;

const SCHEMAS = join(import.meta.dirname, "../../docs/schemas");
const SOURCE = join(import.meta.dirname, "../src");
const COMMON = "wire.json";
const SHELL = new Set(["wire", "web"]);
const PLAIN: Record<string, string> = {
	string: "string",
	integer: "number",
	number: "number",
	boolean: "boolean",
	null: "null",
};

class Writer {
	private readonly named = new Map<string, Schema>();
	private readonly schema: Schema;
	private readonly shared: ReadonlySet<string>;
	private readonly imported = new Set<string>();

	/** `common`: definitions whose types another file has; those that are the same here are imported. */
	constructor(schema: Schema, common: Readonly<Record<string, Schema>>) {
		this.schema = schema;
		const all = Object.entries(definitions(schema));
		this.shared = new Set(all.filter(([name, each]) => isSame(each, common[name])).map(([name]) => name));
		for (const [name, each] of all) if (!this.shared.has(name)) this.named.set(name, each);
	}

	write(from: string): string {
		const messages = this.messages();
		const parts: string[] = [];
		for (const [name, each] of this.named) parts.push(this.declaration(name, each)); // grows while it is read
		return [...this.imports(from), ...parts, ...messages].join("\n");
	}

	private imports(from: string): string[] {
		const names = [...this.imported].sort();
		return names.length === 0 ? [] : [`import type { ${names.join(", ")} } from "${from}";\n`];
	}

	/** What the schema names at its root, where that is more than another name for one of its types. */
	private messages(): string[] {
		const named = (this.schema.anyOf ?? []) as Schema[];
		const root = named.map(({ title, ...each }): [string, Schema] => [title as string, each]);
		const lines = root
			.filter(([name, each]) => each.$ref !== `#/$defs/${name}`)
			.map(([name, each]) => `\t${key(name)}: ${this.type(each)};`);
		return lines.length === 0 ? [] : [`export interface Messages {\n${lines.join("\n")}\n}\n`];
	}

	private declaration(name: string, schema: Schema): string {
		const comment = typeof schema.description === "string" ? `/** ${schema.description.replace(/\s+/g, " ")} */\n` : "";
		if (schema.properties === undefined) return `${comment}export type ${name} = ${this.type(schema)};\n`;
		const lines = this.fields(schema, false).map((each) => `\t${each}\n`);
		return `${comment}export interface ${name} {\n${lines.join("")}}\n`;
	}

	private fields(schema: Schema, all: boolean): string[] {
		const required = new Set((schema.required ?? []) as string[]);
		return Object.entries(schema.properties as Record<string, Schema>).map(
			([name, each]) => `readonly ${key(name)}${all || required.has(name) ? "" : "?"}: ${this.type(each)};`,
		);
	}

	private object(schema: Schema, all: boolean): string {
		return `{ ${this.fields(schema, all).join(" ")} }`;
	}

	private type(schema: Schema): string {
		if (typeof schema.$ref === "string") return this.reference(schema.$ref.replace("#/$defs/", ""));
		if ("const" in schema) return JSON.stringify(schema.const);
		if (schema.enum !== undefined) return (schema.enum as unknown[]).map((each) => JSON.stringify(each)).join(" | ");
		if (schema.anyOf !== undefined) return this.several(schema.anyOf as Schema[], " | ");
		if (schema.allOf !== undefined) return this.several(schema.allOf as Schema[], " & ");
		if (Array.isArray(schema.type)) return schema.type.map((each) => PLAIN[each] ?? "unknown").join(" | ");
		if (schema.type === "array") return this.array(schema);
		if (schema.properties !== undefined) return this.inner(schema);
		if (schema.items !== undefined) return this.array(schema);
		if (schema.type === "object") return `Readonly<Record<string, ${this.values(schema)}>>`;
		return PLAIN[schema.type as string] ?? "unknown";
	}

	private reference(name: string): string {
		if (this.shared.has(name)) this.imported.add(name);
		return name;
	}

	/** An object within another: by its title if that is free, else as it stands. What narrows a type requires its fields. */
	private inner(schema: Schema): string {
		const title = schema.title as string | undefined;
		if (title === undefined) return this.object(schema, true);
		const known = this.named.get(title);
		if (known === undefined) this.named.set(title, schema);
		return known === undefined || JSON.stringify(known) === JSON.stringify(schema) ? title : this.object(schema, false);
	}

	private several(schemas: Schema[], between: string): string {
		return schemas
			.map((each) =>
				each.anyOf === undefined && each.enum === undefined && each.allOf === undefined
					? this.type(each)
					: `(${this.type(each)})`,
			)
			.join(between);
	}

	private array(schema: Schema): string {
		if (schema.prefixItems !== undefined) {
			return `readonly [${(schema.prefixItems as Schema[]).map((each) => this.type(each)).join(", ")}]`;
		}
		const item = schema.items === undefined ? "unknown" : this.type(schema.items as Schema);
		return `readonly ${/^\w+$/.test(item) ? item : `(${item})`}[]`;
	}

	private values(schema: Schema): string {
		return typeof schema.additionalProperties === "object"
			? this.type(schema.additionalProperties as Schema)
			: "unknown";
	}
}

function key(name: string): string {
	return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function definitions(schema: Schema): Readonly<Record<string, Schema>> {
	return (schema.$defs ?? {}) as Readonly<Record<string, Schema>>;
}

function isSame(one: Schema, other: Schema | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function read(file: string): Schema {
	return JSON.parse(readFileSync(join(SCHEMAS, file), "utf8")) as Schema;
}

function generated(file: string): string {
	const common = file === COMMON ? {} : definitions(read(COMMON));
	const from = SHELL.has(file.replace(".json", "")) ? "./wire.ts" : "../wire.ts";
	const text = new Writer(read(file), common).write(from);
	return `// Made by \`npm run types\` from docs/schemas/${file}. Do not edit.\n\n${text}`;
}

function main(check: boolean): number {
	let stale = 0;
	for (const file of readdirSync(SCHEMAS).filter((each) => each.endsWith(".json"))) {
		const name = file.replace(".json", "");
		const path = join(SOURCE, SHELL.has(name) ? `${name}.ts` : `games/${name}.ts`);
		const text = generated(file);
		if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
		if (check) console.error(`${path} is not what docs/schemas/${file} says: run \`npm run types\``);
		else {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
		}
		stale += 1;
	}
	return check && stale > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.includes("--check"));
