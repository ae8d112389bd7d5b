// The theme: light, dark, or the system's; stored in this browser. It must not know: what the colours are.
import { signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";

const STORAGE_KEY = "ludoteca.theme";
const NEXT: Readonly<Record<Theme, Theme>> = { auto: "light", light: "dark", dark: "auto" };

export const theme = signal<Theme>("auto");

export function startTheme(): void {
	const kept = localStorage.getItem(STORAGE_KEY);
	use(kept === "light" || kept === "dark" ? kept : "auto");
}

export function nextTheme(): void {
	use(NEXT[theme.value]);
	localStorage.setItem(STORAGE_KEY, theme.value);
}

function use(wanted: Theme): void {
	theme.value = wanted;
	if (wanted === "auto") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = wanted;
}
