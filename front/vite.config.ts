// Builds the page into the Python package, with hashed names, served from /assets/.
import { defineConfig } from "vite";

export default defineConfig({
	base: "/",
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		outDir: "../src/ludoteca/web/page",
		emptyOutDir: true,
		target: "es2023",
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
	server: {
		proxy: {
			"/api": "http://127.0.0.1:8000",
			"/boards": "http://127.0.0.1:8000",
			"/accounts": "http://127.0.0.1:8000",
			"/live": { target: "ws://127.0.0.1:8000", ws: true },
			"/table": { target: "ws://127.0.0.1:8000", ws: true },
		},
	},
});
