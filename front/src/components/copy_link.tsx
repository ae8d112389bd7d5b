// A link to share, with a button that copies it. It must not know: where it leads.
import { useRef, useState } from "preact/hooks";
import { announce } from "../state/alerts.ts";
import { say } from "../words/index.ts";
import { CopyIcon } from "./icons.tsx";

const SHOWN_MS = 2500;

export function CopyLink({ link, label, isPrimary }: { link: string; label: string; isPrimary: boolean }) {
	const field = useRef<HTMLInputElement>(null);
	const [copied, setCopied] = useState<string | null>(null);
	const [isRefused, setRefused] = useState(false);
	const copy = async () => {
		await navigator.clipboard.writeText(link);
		setCopied(link);
		announce(say("invite.copied"));
		setTimeout(() => setCopied(null), SHOWN_MS);
	};
	/** Where the clipboard is not allowed, the link is selected. */
	const select = () => {
		field.current?.select();
		setRefused(true);
		announce(say("invite.selected"));
	};
	return (
		<>
			<div class="row">
				<input
					ref={field}
					type="text"
					readOnly
					value={link}
					aria-label={label}
					onFocus={(event) => event.currentTarget.select()}
				/>
				<button type="button" class={isPrimary ? "primary" : ""} onClick={() => void copy().catch(select)}>
					<CopyIcon /> {say(copied === link ? "invite.copied" : "invite.copy")}
				</button>
			</div>
			{isRefused && <p class="soft small">{say("invite.selected")}</p>}
		</>
	);
}
