// How the page of a GitGammon club is built: into the Python package, with plain names and relative addresses, so that a
// club can be served from any folder of any static host, and updated by copying over.
import { defineConfig } from "vite";

export default defineConfig({
	root: "club",
	base: "./",
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		outDir: "../../src/ludoteca/gitplay/page",
		emptyOutDir: true,
		target: "es2023",
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: { entryFileNames: "page/club.js", assetFileNames: "page/club[extname]", codeSplitting: false },
		},
	},
});
