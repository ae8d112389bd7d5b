// The tables of a repository: from `tables/index.json`, or else those whose boards are in its README. A static host cannot
// list a folder. It must not know the document.

import { isFields } from "../src/net/messages.ts";
import { fetched } from "./poller.ts";

export interface TableSummary {
	readonly id: string;
	readonly status?: string;
	readonly winner?: string | null;
	readonly activePlayer?: string;
	readonly players?: { readonly white: string; readonly black: string };
}

const ID = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/;
const MARK = /^<!-- table (\S+) -->$/gm;

export function isTable(id: string): boolean {
	return ID.test(id);
}

/** Null if the repository has no list of its tables. */
export async function listTables(): Promise<readonly TableSummary[] | null> {
	const listed = readIndex((await fetched("tables/index.json")).tree);
	if (listed !== null) return listed;
	try {
		const answer = await fetch("README.md", { cache: "no-store" });
		return answer.ok ? inReadme(await answer.text()) : null;
	} catch {
		return null;
	}
}

export function readIndex(tree: unknown): readonly TableSummary[] | null {
	if (!isFields(tree) || !Array.isArray(tree.tables)) return null;
	const entries = tree.tables.map((each) => (typeof each === "string" ? { id: each } : each));
	return entries.filter(
		(each): each is TableSummary => isFields(each) && typeof each.id === "string" && isTable(each.id),
	);
}

export function inReadme(text: string): readonly TableSummary[] {
	const ids = [...text.matchAll(MARK)].map((found) => found[1] ?? "");
	return [...new Set(ids)].filter(isTable).map((id) => ({ id }));
}
