// Where the link in a mail leads that confirms an address. A button, not the visit, confirms: programs that look through
// mails visit links too. It must not know: what is in the link.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { Page } from "../components/page.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { setMe } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { say } from "../words/index.ts";

export function ConfirmEmailPage() {
	const [note, setNote] = useState("");
	const [isDone, setDone] = useState(false);
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const confirm = () =>
		run(async () => {
			await setMe(await post<Me>("me/email/confirm", { link: location.hash.slice(1) }));
			setDone(true);
			setNote(say("email.confirmed"));
			announce(say("email.confirmed"));
		});
	return (
		<Page title={say("email.title")}>
			<section class="card">
				{!isDone && <p>{say("email.confirm.why")}</p>}
				<p role="alert">{note}</p>
				<p class="actions">
					{!isDone && (
						<button type="button" class="primary" disabled={isBusy} onClick={confirm}>
							{say("email.confirm")}
						</button>
					)}
					<a class="button" href="/account">
						{say("nav.account")}
					</a>
				</p>
			</section>
		</Page>
	);
}
