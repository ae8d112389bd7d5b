// How others come to a room: by its link, or by their name. It must not know: who they are.
import { useState } from "preact/hooks";
import { CopyIcon } from "../parts/icons.tsx";
import { useWork } from "../parts/work.ts";
import { announce, whyText } from "../state/alerts.ts";
import { myName } from "../state/house.ts";
import { inRoom } from "../state/rooms.ts";
import type { Room } from "../web.ts";
import { say } from "../words/index.ts";

export function InviteCard({ room }: { room: Room }) {
	const sits = room.seats.some((each) => each.player !== null && each.player.name === myName.value);
	return (
		<section class="card invite">
			<h2>{say("invite.title")}</h2>
			<p class="soft">{say("invite.how")}</p>
			{isOnlyHere() && <OnlyHere />}
			<Copy link={`${location.origin}/room/${room.code}`} isMine={sits} />
			{sits && <ByName room={room} />}
		</section>
	);
}

/** The option is one thing, to be typed as it stands: no line breaks within it. */
function OnlyHere() {
	const [before, after] = say("invite.only_here").split("{option}");
	return (
		<p class="note">
			{before}
			<code class="unbroken">--listen 0.0.0.0:8000</code>
			{after}
		</p>
	);
}

function Copy({ link, isMine }: { link: string; isMine: boolean }) {
	const [isCopied, setCopied] = useState(false);
	const copy = async () => {
		await navigator.clipboard.writeText(link);
		setCopied(true);
		announce(say("invite.copied"));
		setTimeout(() => setCopied(false), 2500);
	};
	return (
		<div class="row">
			<input
				id="invite-link"
				type="text"
				readOnly
				value={link}
				aria-label={say("invite.link")}
				onFocus={(event) => event.currentTarget.select()}
			/>
			<button type="button" class={isMine ? "primary" : ""} onClick={() => void copy().catch(() => select())}>
				<CopyIcon /> {say(isCopied ? "invite.copied" : "invite.copy")}
			</button>
		</div>
	);
}

/** Whether this address means this very machine, wherever it is opened. */
function isOnlyHere(): boolean {
	return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** Where nothing may be copied, it is at least selected. */
function select(): void {
	const field = document.getElementById("invite-link");
	if (field instanceof HTMLInputElement) field.select();
}

function ByName({ room }: { room: Room }) {
	const [name, setName] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, work] = useWork((error) => setNote(whyText(error)));
	const send = (event: Event) => {
		event.preventDefault();
		work(async () => {
			await inRoom<unknown>(room.code, "invite", { name: name.trim() });
			setNote(say("invite.sent", { name: name.trim() }));
			setName("");
		});
	};
	return (
		<form class="by-name" onSubmit={send}>
			<label for="invite-name">{say("invite.name")}</label>
			<div class="row">
				<input
					id="invite-name"
					type="text"
					required
					maxLength={32}
					autoComplete="off"
					autoCapitalize="none"
					spellcheck={false}
					value={name}
					onInput={(event) => setName(event.currentTarget.value)}
				/>
				<button type="submit" disabled={isBusy || name.trim() === ""}>
					{say("invite.send")}
				</button>
			</div>
			<p class="note" role="status">
				{note}
			</p>
		</form>
	);
}
