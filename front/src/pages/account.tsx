// The account: nickname, login and language. It must not know: how passwords are stored.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { Page } from "../components/page.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { ensurePlayer, me, setMe, signUp, syncLanguage } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { chooseLanguage, language, say } from "../words/index.ts";
import { LANGUAGES, type Language } from "../words/languages.ts";
import { tokensText } from "../words/names.ts";
import { Credentials } from "./credentials.tsx";
import { EmailAddress } from "./email_address.tsx";
import { OwnData } from "./own_data.tsx";
import { Security } from "./security.tsx";

export function AccountPage() {
	const player = me.value?.player ?? null;
	const isMember = player !== null && !player.is_guest;
	const lead =
		player === null
			? say("account.nobody")
			: say(isMember ? "account.member" : "account.guest", { name: player.nickname });
	return (
		<Page title={say("account.title")} lead={lead}>
			{!isMember && hasFailed("github") && (
				<p class="error" role="alert">
					{say("account.github.failed")}
				</p>
			)}
			<section class="card">
				<h2>{say("account.you")}</h2>
				<Nickname key={player?.nickname ?? ""} now={player?.nickname ?? ""} />
				<LanguageChoice />
				{player !== null && <p>{say("tokens.have", { tokens: tokensText(me.value?.tokens ?? 0) })}</p>}
				{player !== null && (
					<div class="actions">
						<a class="button" href={`/player/${player.name}`}>
							{say("account.profile")}
						</a>
						{isMember && <LogOut />}
					</div>
				)}
			</section>
			{!isMember && <Credentials />}
			{isMember && me.value?.mail && me.value.has_password && <EmailAddress me={me.value} />}
			{isMember && <Security hasPassword={me.value?.has_password ?? false} />}
			{player !== null && <OwnData hasPassword={me.value?.has_password ?? false} />}
			{!isMember && me.value?.github && (
				<section class="card">
					<h2>GitHub</h2>
					<p>
						<a class="button" href="/accounts/github/login/">
							{say("account.github")}
						</a>
					</p>
				</section>
			)}
		</Page>
	);
}

/** Whether a login of this kind has just failed and led back here. */
function hasFailed(way: string): boolean {
	return new URLSearchParams(location.search).get("failed") === way;
}

function Nickname({ now }: { now: string }) {
	const [nickname, setNickname] = useState(now);
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const save = (event: Event) => {
		event.preventDefault();
		run(async () => {
			const wish = { nickname: nickname.trim() };
			if (me.value?.player == null) await signUp("me/guest", wish);
			else await setMe(await post<Me>("me/settings", wish));
			announce(say("account.saved"));
		});
	};
	return (
		<form class="field" onSubmit={save}>
			<label for="nickname">{say("account.nickname")}</label>
			<div class="row">
				<input
					id="nickname"
					type="text"
					required
					maxLength={32}
					autoComplete="nickname"
					value={nickname}
					onInput={(event) => setNickname(event.currentTarget.value)}
				/>
				<button type="submit" disabled={isBusy || nickname.trim() === "" || nickname.trim() === now}>
					{say("account.save")}
				</button>
			</div>
			<p class="note bad" role="alert">
				{note}
			</p>
		</form>
	);
}

function LanguageChoice() {
	const [, run] = useMutation();
	const pick = (wanted: Language) =>
		run(async () => {
			await chooseLanguage(wanted);
			await ensurePlayer();
			await syncLanguage();
		});
	return (
		<div class="field">
			<label for="language">{say("account.language")}</label>
			<select id="language" value={language.value} onChange={(event) => pick(event.currentTarget.value as Language)}>
				{Object.entries(LANGUAGES).map(([code, name]) => (
					<option key={code} value={code} lang={code}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}

function LogOut() {
	const [isBusy, run] = useMutation();
	return (
		<button type="button" disabled={isBusy} onClick={() => run(async () => setMe(await post<Me>("me/logout")))}>
			{say("account.logout")}
		</button>
	);
}
