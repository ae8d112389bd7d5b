// How long a test waits for what a page does in its own time: longer than a busy machine needs. Waiting in vain still fails.
// What time it is: a date that stands still, or goes on as a test says (`vi.useFakeTimers`), never by itself.
import { configure } from "@testing-library/preact";
import { afterEach, vi } from "vitest";

const STILL = { now: Date.UTC(2026, 0, 31, 12), toFake: ["Date" as const, "performance" as const] };

configure({ asyncUtilTimeout: 60_000 });
vi.useFakeTimers(STILL);
afterEach(() => {
	vi.useFakeTimers(STILL);
});
