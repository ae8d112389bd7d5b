// Forms from schemas: what is shown is read back as the same value.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed, type Field, fieldsOf, read, show, startValues } from "../src/form/fields.ts";

interface Case {
	readonly schema: Record<string, unknown>;
	readonly value: unknown;
}

const boolean = fc.boolean().map((value): Case => ({ schema: { type: "boolean" }, value }));
const integer = fc.tuple(fc.integer(), fc.nat(1_000_000), fc.nat()).map(([minimum, more, at]): Case => {
	const schema = { type: "integer", minimum, maximum: minimum + more };
	return { schema, value: minimum + (at % (more + 1)) };
});
const choice = fc
	.uniqueArray(fc.oneof(fc.string(), fc.integer()), { minLength: 1 })
	.chain((values) => fc.constantFrom(...values).map((value): Case => ({ schema: { enum: values }, value })));
const text = fc.string().map((value): Case => ({ schema: { type: "string" }, value }));
const simple = fc.oneof(boolean, integer, choice, text);
const nullable = fc.tuple(simple, fc.boolean()).map(([{ schema, value }, isNull]): Case => {
	const isEmpty = isNull || (schema.type === "string" && value === "");
	return { schema: { anyOf: [schema, { type: "null" }] }, value: isEmpty ? null : value };
});
const name = fc.constantFrom("size", "turn_ms", "rule", "a_b", "long_ms");
const form = fc.dictionary(name, fc.oneof(simple, nullable));

function schemaOf(cases: Record<string, Case>): Record<string, unknown> {
	const entries = Object.entries(cases).map(([key, each]) => [key, { ...each.schema, default: each.value }]);
	const Config = { type: "object", properties: Object.fromEntries(entries) };
	return { $ref: "#/$defs/Config", $defs: { Config } };
}

describe("a form from a schema", () => {
	// **Feature: settings-form, Property 1: what a field shows of its default is read back as the same value**
	it("round-trips defaults", () => {
		fc.assert(
			fc.property(form, (cases) => {
				const fields = fieldsOf(schemaOf(cases));
				expect(fields.map((each) => each.name)).toEqual(Object.keys(cases));
				const values = startValues(fields);
				for (const field of fields) {
					expect(values[field.name]).toEqual(cases[field.name]?.value);
					expect(read(field, show(field, values[field.name]))).toEqual(values[field.name]);
				}
				expect(changed(fields, values, startValues(fields))).toEqual({});
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: settings-form, Property 2: whatever is typed, what is read is allowed by the schema**
	it("reads nothing that the schema forbids", () => {
		fc.assert(
			fc.property(integer, fc.oneof(fc.string(), fc.integer().map(String)), ({ schema }, typed) => {
				const [field] = fieldsOf({ properties: { size: schema } }) as [Field];
				const value = read(field, typed);
				if (value === undefined) return;
				expect(Number.isInteger(value)).toBe(true);
				expect(value).toBeGreaterThanOrEqual(schema.minimum as number);
				expect(value).toBeLessThanOrEqual(schema.maximum as number);
			}),
			{ numRuns: 200 },
		);
	});

	it("leaves out what cannot be a simple input", () => {
		const properties = {
			players: { anyOf: [{ type: "array" }, { type: "null" }] },
			nested: { type: "object" },
			either: { anyOf: [{ type: "integer" }, { type: "string" }] },
			size: { enum: [15, 19] },
		};
		expect(fieldsOf({ properties }).map((each) => each.name)).toEqual(["size"]);
	});

	it("makes a choice of what can be unset, and of a few numbers", () => {
		const properties = {
			swap: { anyOf: [{ type: "boolean" }, { type: "null" }], default: null },
			opener: { type: "integer", minimum: 0, maximum: 1 },
		};
		expect(fieldsOf({ properties })).toMatchObject([
			{ kind: "choice", options: [null, true, false] },
			{ kind: "choice", options: [0, 1] },
		]);
	});

	it("applies a preset over the defaults", () => {
		const fields = fieldsOf({ properties: { size: { enum: [15, 19], default: 15 }, on: { type: "boolean" } } });
		expect(startValues(fields, { size: 15 }, { size: 19 })).toEqual({ size: 19, on: false });
	});
});
