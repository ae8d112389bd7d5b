// A table's line: who one is first, then the rest; and what happens when it is cut.
import { describe, expect, it } from "vitest";
import { Refused, Unreachable } from "../../src/net/api.ts";
import { Table } from "../../src/net/table.ts";
import type { Result } from "../../src/net/types.ts";
import type { Token } from "../../src/web.ts";
import { FakeBrowser, settled } from "./fake.ts";
import { frame, GAME_ID, ModelTable } from "./model.ts";

const MINUTE = 60_000;

function at(browser: FakeBrowser, give: (count: number) => Partial<Token> | Error = () => ({})) {
	let count = 0;
	const token = async (): Promise<Token> => {
		count += 1;
		const given = give(count);
		if (given instanceof Error) throw given;
		const base = { game_id: GAME_ID, token: `t${count}`, ws_url: `/table/${GAME_ID}`, player_id: 0 };
		return { ...base, role: "player", expires_at: browser.now() + 10 * MINUTE, ...given };
	};
	const wish = { gameId: GAME_ID, name: "Ada", clientSeed: "5eed", words: false, token, changed: () => {} };
	const table = new Table(wish, browser);
	return { table, asked: () => count };
}

async function connected(browser: FakeBrowser, table: Table): Promise<void> {
	await table.open();
	browser.line.ear.opened();
	await settled();
}

describe("a table's line", () => {
	it("says who it is, then joins", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		expect(browser.line.url).toBe(`/table/${GAME_ID}`);
		expect(browser.line.sent).toMatchObject([
			{ message_type: "hello", payload: { token: "t1" } },
			{ message_type: "join", payload: { name: "Ada", client_seed: "5eed", last_seq: 0 } },
		]);
		expect(table.link).toBe("connected");
	});

	it("only asks, where it looks on", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser, () => ({ role: "observer", player_id: null }));
		await connected(browser, table);
		await browser.pass(100);
		expect(browser.line.sent.map((each) => each.message_type)).toEqual(["hello", "sync"]);
	});

	it("comes back after a cut, and joins again", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		browser.line.ear.closed(1006);
		expect(table.link).toBe("reconnecting");
		await browser.pass(1000);
		expect(browser.lines).toHaveLength(2);
		browser.line.ear.opened();
		expect(browser.line.sent.map((each) => each.message_type)).toEqual(["hello", "join"]);
		expect(asked()).toBe(1);
	});

	it("fetches a new token when the old one is not accepted", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		browser.line.ear.closed(4401);
		await browser.pass(1000);
		expect(asked()).toBe(2);
	});

	it("renews its token in time", async () => {
		const browser = new FakeBrowser();
		const { table, asked } = at(browser);
		await connected(browser, table);
		await browser.pass(9 * MINUTE + 1000);
		expect(asked()).toBe(2);
		expect(browser.line.sent.filter((each) => each.message_type === "hello")).toHaveLength(2);
		expect(browser.lines).toHaveLength(1);
	});

	it("stops when it is opened elsewhere, until it is taken back", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		browser.line.ear.heard(frame("error", { code: "duplicate_connection_handled", reason: "" }));
		browser.line.ear.closed(4409);
		expect(table.link).toBe("elsewhere");
		await browser.pass(10 * MINUTE);
		expect(browser.lines).toHaveLength(1);
		await table.takeBack();
		browser.line.ear.opened();
		expect(browser.lines).toHaveLength(2);
		expect(table.link).toBe("connected");
		expect(browser.line.sent.map((each) => each.message_type)).toEqual(["hello", "join"]);
	});

	it("gives up where there is nothing to enter, and tries again where nobody answers", async () => {
		const browser = new FakeBrowser();
		const gone = at(browser, () => new Refused(404, { code: "not_found" }));
		await gone.table.open();
		expect(gone.table.link).toBe("refused");
		const silent = at(browser, (count) => (count === 1 ? new Unreachable("x") : {}));
		await silent.table.open();
		expect(silent.table.link).toBe("reconnecting");
		await browser.pass(1000);
		expect(browser.lines).toHaveLength(1);
	});

	it("answers every action, if only that it is lost", async () => {
		const browser = new FakeBrowser();
		const { table } = at(browser);
		await connected(browser, table);
		const results: Result[] = [];
		void table.act({ type: "add" }).then((each) => results.push(each));
		table.close();
		void table.act({ type: "add" }).then((each) => results.push(each));
		await settled();
		expect(results).toMatchObject([{ status: "lost" }, { status: "lost" }]);
	});

	it("shows what the table says", async () => {
		const browser = new FakeBrowser();
		const model = new ModelTable();
		const { table } = at(browser);
		await connected(browser, table);
		const answer = () => {
			for (const each of browser.line.sent.splice(0).filter((each) => each.message_type !== "hello")) {
				for (const text of model.hear(JSON.stringify(each))) browser.line.ear.heard(text);
			}
		};
		answer();
		await browser.pass(100);
		answer();
		const done = table.act({ type: "add" });
		expect(table.follower.isBusy).toBe(true);
		answer();
		await browser.pass(100);
		answer();
		expect((await done).status).toBe("ok");
		expect(table.follower.snapshot?.view).toEqual({ count: 1 });
		expect(table.follower.isBusy).toBe(false);
	});
});
