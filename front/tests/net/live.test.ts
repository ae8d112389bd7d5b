// The live socket: what it says, and that it comes back.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { socketUrl } from "../../src/net/around.ts";
import { Live, type LiveMessage } from "../../src/net/live.ts";
import { backoff } from "../../src/net/pace.ts";
import { FakeBrowser } from "./fake.ts";

function started() {
	const browser = new FakeBrowser();
	const heard: LiveMessage[] = [];
	const opened: boolean[] = [];
	const live = new Live("/live", browser, {
		heard: (each) => heard.push(each),
		opened: (isFirst) => opened.push(isFirst),
	});
	live.open();
	return { browser, live, heard, opened };
}

describe("the live socket", () => {
	it("says which room is looked at, again after every cut", async () => {
		const { browser, live, opened } = started();
		browser.line.ear.opened();
		live.watch("ABC123");
		expect(browser.line.sent).toEqual([{ type: "watch", room: "ABC123" }]);
		browser.line.ear.closed(1006);
		await browser.pass(2000);
		browser.line.ear.opened();
		expect(browser.line.sent).toEqual([{ type: "watch", room: "ABC123" }]);
		expect(opened).toEqual([true, false]);
	});

	it("asks after a long silence, and looks for a new line if nothing comes", async () => {
		const { browser, live, opened } = started();
		browser.line.ear.opened();
		live.watch("ABC123");
		browser.line.ear.heard('{"type":"room"}');
		await browser.pass(44_000);
		expect(browser.line.sent).toHaveLength(1);
		await browser.pass(1000);
		expect(browser.line.sent).toEqual(new Array(2).fill({ type: "watch", room: "ABC123" }));
		browser.line.ear.heard('{"type":"room"}');
		await browser.pass(54_000);
		expect(browser.lines).toHaveLength(1);
		await browser.pass(2000);
		expect(browser.lines).toHaveLength(2);
		expect(browser.lines[0]?.isClosed).toBe(true);
		browser.line.ear.opened();
		expect(opened).toEqual([true, false]);
	});

	it("finds out at once whether the line carries, when the network or the reader is back", async () => {
		const { browser, live } = started();
		browser.line.ear.opened();
		browser.line.ear.heard('{"type":"lobby"}');
		live.check();
		expect(browser.line.sent).toEqual([{ type: "watch", room: null }]);
		await browser.pass(5000);
		live.check();
		await browser.pass(4999);
		expect(browser.lines).toHaveLength(1);
		await browser.pass(1000);
		expect(browser.lines).toHaveLength(2);
	});

	it("gives up a line that does not come about", async () => {
		const { browser } = started();
		await browser.pass(16_000);
		expect(browser.lines).toHaveLength(2);
		expect(browser.lines[0]?.isClosed).toBe(true);
	});

	// **Feature: browser-live, Property 2: a line over which something comes at least every 45 s is kept**
	it("stays with a line that speaks", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 54_999 }), { maxLength: 50 }), async (pauses) => {
				const { browser } = started();
				browser.line.ear.opened();
				for (const pause of pauses) {
					await browser.pass(pause);
					browser.line.ear.heard("{}");
				}
				expect(browser.lines).toHaveLength(1);
			}),
			{ numRuns: 50 },
		);
	});

	it("hears what can be read", () => {
		const { browser, heard } = started();
		browser.line.ear.opened();
		for (const text of ["", "nonsense", "[]", '{"type":"go","room":"ABC123"}']) browser.line.ear.heard(text);
		expect(heard).toEqual([{ type: "go", room: "ABC123" }]);
	});

	// **Feature: browser-live, Property 1: the wait before a new connection is bounded, and never nothing**
	it("waits neither too long nor not at all", () => {
		fc.assert(
			fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
				const wait = backoff(tries, () => chance);
				expect(wait).toBeGreaterThanOrEqual(250);
				expect(wait).toBeLessThanOrEqual(15_000);
			}),
			{ numRuns: 200 },
		);
	});

	it("makes an address of a path", () => {
		expect(socketUrl("/table/A", { protocol: "https:", host: "x.org" })).toBe("wss://x.org/table/A");
		expect(socketUrl("table/A", { protocol: "http:", host: "x:8000" })).toBe("ws://x:8000/table/A");
		expect(socketUrl("ws://y/table/A", { protocol: "https:", host: "x.org" })).toBe("ws://y/table/A");
	});
});
