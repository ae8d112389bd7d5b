// The shell: header, page and footer, and which path shows which page. It must not know: any game.

import { Alerts } from "./components/alerts.tsx";
import { Loading } from "./components/load.tsx";
import { NotFound } from "./components/not_found.tsx";
import { QueueBar } from "./components/queue_bar.tsx";
import { SiteHeader } from "./components/site_header.tsx";
import { AccountPage } from "./pages/account.tsx";
import { ConfirmEmailPage } from "./pages/confirm_email.tsx";
import { LeaderboardPage } from "./pages/leaderboard.tsx";
import { LobbyPage } from "./pages/lobby.tsx";
import { MatchPage } from "./pages/match.tsx";
import { NewPasswordPage } from "./pages/new_password.tsx";
import { NewTablePage } from "./pages/new_table.tsx";
import { PlayerPage } from "./pages/player.tsx";
import { ReplayPage } from "./pages/replay.tsx";
import { RoomPage } from "./pages/room.tsx";
import { RulesPage } from "./pages/rules.tsx";
import { UnreachablePage } from "./pages/unreachable.tsx";
import { match, path } from "./router.ts";
import { isReady, startError } from "./state/app_state.ts";
import { say } from "./words/index.ts";

type Params = Record<string, string>;

const PAGES: readonly [string, (params: Params) => preact.JSX.Element][] = [
	["/", () => <LobbyPage />],
	["/new/:game", ({ game = "" }) => <NewTablePage key={game} name={game} />],
	["/room/:code", ({ code = "" }) => <RoomPage key={code} code={code.toUpperCase()} />],
	["/player/:name", ({ name = "" }) => <PlayerPage key={name} name={name} />],
	["/leaderboard/:game", ({ game = "" }) => <LeaderboardPage key={game} game={game} />],
	["/match/:id/replay", ({ id = "" }) => <ReplayPage key={id} id={id} />],
	["/rules/:game", ({ game = "" }) => <RulesPage key={game} game={game} />],
	["/match/:id", ({ id = "" }) => <MatchPage key={id} id={id} />],
	["/account", () => <AccountPage />],
	["/email", () => <ConfirmEmailPage />],
	["/password", () => <NewPasswordPage />],
];

export function App() {
	return (
		<>
			<a class="skip" href="#main">
				{say("nav.skip")}
			</a>
			<SiteHeader />
			{isReady.value && <QueueBar />}
			<main id="main" tabIndex={-1}>
				<Here />
			</main>
			<footer class="bottom">
				<p>{say("footer")}</p>
			</footer>
			<Alerts />
		</>
	);
}

function Here() {
	if (startError.value !== null) return <UnreachablePage why={startError.value} />;
	if (!isReady.value) return <Loading />;
	for (const [pattern, page] of PAGES) {
		const params = match(pattern, path.value);
		if (params !== null) return page(params);
	}
	return <NotFound />;
}
