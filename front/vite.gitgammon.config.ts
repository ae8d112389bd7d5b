// How the page of a GitGammon repository is built: into the Python package, with plain names and relative addresses, so
// that it can be served from any folder of any static host, and updated by copying over.
import { defineConfig } from "vite";

export default defineConfig({
	root: "gitgammon",
	base: "./",
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		outDir: "../../src/ludoteca/gitplay/page",
		emptyOutDir: true,
		target: "es2023",
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: { entryFileNames: "page/gitgammon.js", assetFileNames: "page/gitgammon[extname]", codeSplitting: false },
		},
	},
});
