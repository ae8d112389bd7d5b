// Paths, their parameters, and navigation.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockNavigation, go, match, navigations, path, startRouter } from "../src/router.ts";

describe("the router", () => {
	// **Feature: router, Property 1: what a path is made of is what is read from it**
	it("reads back the parameters of a path", () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), (name) => {
				expect(match("/player/:name", `/player/${encodeURIComponent(name)}`)).toEqual({ name });
			}),
			{ numRuns: 200 },
		);
	});

	it("matches no other paths", () => {
		expect(match("/", "/")).toEqual({});
		expect(match("/room/:code", "/room")).toBeNull();
		expect(match("/room/:code", "/player/x")).toBeNull();
		expect(match("/room/:code", "/room/%E0%A4%A")).toEqual({ code: "%E0%A4%A" });
	});

	it("follows links within the site, and no others", () => {
		startRouter();
		document.body.innerHTML = '<a id="in" href="/account">in</a><a id="out" href="/api/matches/X/record">out</a>';
		const before = navigations.value;
		document.getElementById("in")?.click();
		expect(path.value).toBe("/account");
		document.getElementById("out")?.addEventListener("click", (event) => event.preventDefault());
		document.getElementById("out")?.click();
		expect(path.value).toBe("/account");
		go("/");
		expect(navigations.value).toBe(before + 2);
	});

	it("stays while navigation is blocked, for links and for going back", () => {
		go("/room/ABCD");
		const asked: string[] = [];
		const release = blockNavigation((to) => asked.push(to));
		go("/account");
		history.replaceState(null, "", "/"); // as the browser does before it says so
		dispatchEvent(new PopStateEvent("popstate"));
		expect(asked).toEqual(["/account", "/"]);
		expect([path.value, location.pathname]).toEqual(["/room/ABCD", "/room/ABCD"]);
		release();
		go("/account");
		expect(path.value).toBe("/account");
	});
});
