// The tests run in a simulated browser.
import { defineConfig } from "vitest/config";

export default defineConfig({
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	test: {
		environment: "happy-dom",
		pool: "vmThreads", // sets the environment up once per worker, not per file: two fifths of the time
		include: ["tests/**/*.test.{ts,tsx}"],
		setupFiles: ["tests/setup.ts"],
		testTimeout: 120_000, // longer than a wait of setup.ts, whose error says what was waited for
	},
});
