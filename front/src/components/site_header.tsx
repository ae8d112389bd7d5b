// The top of every page: home, account and theme. It must not know: the page below.
import { path } from "../router.ts";
import { me } from "../state/app_state.ts";
import { nextTheme, theme } from "../theme.ts";
import { say } from "../words/index.ts";
import { AutoIcon, MoonIcon, SunIcon, UserIcon } from "./icons.tsx";

export function SiteHeader() {
	return (
		<header class="top">
			<a class="brand" href="/">
				<Mark />
				<span>Ludoteca</span>
			</a>
			<nav aria-label={say("nav.main")}>
				<a href="/" aria-current={path.value === "/" ? "page" : undefined}>
					{say("nav.lobby")}
				</a>
				<a class="me" href="/account" aria-current={path.value === "/account" ? "page" : undefined}>
					<UserIcon />
					<span>{me.value?.player?.nickname ?? say("nav.account")}</span>
				</a>
				<ThemeButton />
			</nav>
		</header>
	);
}

function Mark() {
	return (
		<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
			<rect x="1" y="1" width="30" height="30" rx="8" />
			<circle cx="12" cy="12" r="4.5" />
			<circle class="hollow" cx="20" cy="20" r="4.5" />
		</svg>
	);
}

function ThemeButton() {
	const Picture = { auto: AutoIcon, light: SunIcon, dark: MoonIcon }[theme.value];
	return (
		<button type="button" class="icon-only quiet" onClick={nextTheme} aria-label={say(`theme.${theme.value}`)}>
			<Picture />
		</button>
	);
}
