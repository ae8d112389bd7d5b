// How long a test waits for the page: longer than a busy machine needs. Waiting in vain still fails. And the date: it
// stands still, or moves as a test says (`vi.useFakeTimers`), never by itself.
import { configure } from "@testing-library/preact";
import { afterEach, vi } from "vitest";

const STILL = { now: Date.UTC(2026, 0, 31, 12), toFake: ["Date" as const, "performance" as const] };

configure({ asyncUtilTimeout: 60_000 });
vi.useFakeTimers(STILL);
afterEach(() => {
	vi.useFakeTimers(STILL);
});
