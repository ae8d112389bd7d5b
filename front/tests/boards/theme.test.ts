// The theme's colours are readable: contrast by WCAG 2, computed from theme.css, light and dark.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const CSS = readFileSync(join(import.meta.dirname, "../../src/theme.css"), "utf8");
const THEMES = ["light", "dark"] as const;
const GROUNDS = ["ground", "surface", "raised"];

function colour(name: string, theme: (typeof THEMES)[number]): string {
	const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(CSS);
	const value = found?.[theme === "light" ? 1 : 2];
	if (value === undefined) throw new Error(`theme.css has no colour --${name}`);
	return value;
}

function luminance(hex: string): number {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)("in the %s", (theme) => {
	const texts = ["ink", "ink-soft", "accent", "good", "bad", "warn"];
	const pairs = [...texts.flatMap((text) => GROUNDS.map((ground) => [text, ground])), ["accent-ink", "accent"]];

	test.each(pairs as [string, string][])("%s on %s is text that can be read", (text, ground) => {
		expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
	});

	test.each(GROUNDS)("the focus stands out from %s", (ground) => {
		expect(contrast(colour("focus", theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
	});
});

test("nothing is fetched from elsewhere", () => {
	expect(CSS).not.toMatch(/@import|url\(/);
});
