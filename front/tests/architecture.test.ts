// The import graph of the page: no cycle between files, and between folders exactly the arrows drawn here.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const FRONT = join(import.meta.dirname, "..");
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()"(\.[^"]+\.tsx?)"/g;

/** Every arrow points down. `boards/GAME` is the folder of one game, which may not import another game's. */
const PICTURE = `
main            -> app net router state theme
app             -> components pages router state words
pages           -> boards/board components form lobby net replay state table web words
lobby           -> components net router state table web words
replay          -> boards/board components fairness net state table web words
table           -> boards/board components form net router state web words
components      -> boards/board net router state theme web words
state           -> boards/board boards/registry fairness net router web words
form            -> web words
gitgammon       -> boards/GAME boards/common fairness net words
boards/registry -> boards/board boards/GAME words
boards/GAME     -> boards/board boards/common games net wire words
boards/common   -> boards/board net
boards/board    -> net words
fairness        -> web
net             -> web wire
words           ->
router          ->
theme           ->
games           -> wire
web             -> wire
wire            ->
`;

const DRAWN = PICTURE.trim()
	.split("\n")
	.map((line): [string, string[]] => {
		const [part = "", targets = ""] = line.split("->");
		return [part.trim(), targets.split(" ").filter((each) => each !== "")];
	});

type Graph = ReadonlyMap<string, readonly string[]>;

function filesIn(folder: string): string[] {
	const found = readdirSync(join(FRONT, folder), { recursive: true, encoding: "utf-8" });
	return found.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
}

function importsOf(file: string): string[] {
	const text = readFileSync(join(FRONT, file), "utf-8");
	return [...text.matchAll(IMPORT)].map(([, target]) => relative(FRONT, join(FRONT, dirname(file), target ?? "")));
}

const GRAPH: Graph = new Map(
	[...filesIn("src"), ...filesIn("gitgammon")].sort().map((file) => [file, importsOf(file)]),
);

/** The files of a cycle in order, the first one again at the end; null if there is none. */
function cycleIn(graph: Graph): string[] | null {
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]): string[] | null => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return null;
		for (const target of graph.get(file) ?? []) {
			const cycle = visit(target, [...path, file]);
			if (cycle !== null) return cycle;
		}
		done.add(file);
		return null;
	};
	for (const file of graph.keys()) {
		const cycle = visit(file, []);
		if (cycle !== null) return cycle;
	}
	return null;
}

/** The part of the picture that a file belongs to. */
function partOf(file: string): string {
	const [top = "", folder = "", ...rest] = file.replace(/\.tsx?$/, "").split("/");
	if (top === "gitgammon") return "gitgammon";
	if (folder !== "boards") return folder;
	if (rest.length > 1) return rest[0] === "common" ? "boards/common" : "boards/GAME";
	return rest[0] === "board" ? "boards/board" : "boards/registry";
}

function lineOf(part: string, targets: readonly string[]): string {
	return `${part} -> ${[...targets].sort().join(" ")}`;
}

function picture(graph: Graph): string[] {
	const arrows = new Map<string, Set<string>>();
	for (const [file, targets] of graph) {
		const part = arrows.get(partOf(file)) ?? new Set();
		for (const target of targets) if (partOf(target) !== partOf(file)) part.add(partOf(target));
		arrows.set(partOf(file), part);
	}
	return [...arrows].map(([part, targets]) => lineOf(part, [...targets])).sort();
}

test("there is no import cycle", () => {
	expect(cycleIn(GRAPH)?.join(" -> ") ?? null).toBeNull();
});

test("folders import each other as drawn", () => {
	expect(picture(GRAPH)).toEqual(DRAWN.map(([part, targets]) => lineOf(part, targets)).sort());
});

test("every arrow of the picture points down", () => {
	const lines = PICTURE.trim()
		.split("\n")
		.map((line) => line.split("->"));
	const order = lines.map(([part = ""]) => part.trim());
	const up = lines.flatMap(([part = "", targets = ""]) =>
		targets.split(" ").filter((each) => each !== "" && order.indexOf(each) <= order.indexOf(part.trim())),
	);
	expect(up).toEqual([]);
});

test("no game's board imports another game's", () => {
	const game = (file: string) => /^src\/boards\/([^/]+)\//.exec(file)?.[1];
	const crossings = [...GRAPH].flatMap(([file, targets]) =>
		partOf(file) !== "boards/GAME"
			? []
			: targets
					.filter((each) => partOf(each) === "boards/GAME" && game(each) !== game(file))
					.map((each) => [file, each]),
	);
	expect(crossings).toEqual([]);
});

test("a cycle is found, and its files are named in order", () => {
	const graph = new Map([
		["a", ["b"]],
		["b", ["c", "d"]],
		["c", []],
		["d", ["b"]],
	]);
	expect(cycleIn(graph)).toEqual(["b", "d", "b"]);
});
