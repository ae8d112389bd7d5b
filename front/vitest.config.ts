// How the tests run: in a model of a browser, without one.
import { defineConfig } from "vitest/config";

export default defineConfig({
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	test: {
		environment: "happy-dom",
		pool: "vmThreads", // the model is made once a worker, not once a file: two fifths of the time
		include: ["tests/**/*.test.{ts,tsx}"],
		setupFiles: ["tests/setup.ts"],
		testTimeout: 120_000, // longer than one wait of setup.ts, which can say what was waited for
	},
});
