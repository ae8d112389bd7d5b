// "Are you sure?": a button that asks before it does something that cannot be undone. It must not know: what that is.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { say } from "../words/index.ts";

interface Props {
	readonly label: string;
	readonly question: string;
	readonly detail?: string;
	readonly disabled?: boolean;
	readonly onYes: () => void;
}

export function ConfirmButton({ label, question, detail, disabled, onYes }: Props) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<button type="button" class="quiet danger" disabled={disabled} onClick={() => setOpen(true)}>
				{label}
			</button>
			{isOpen && (
				<ConfirmDialog
					question={question}
					detail={detail}
					yes={label}
					onAnswer={(isYes) => {
						setOpen(false);
						if (isYes) onYes();
					}}
				/>
			)}
		</>
	);
}

interface DialogProps {
	readonly question: string;
	readonly detail?: string;
	readonly yes: string;
	/** Whether it cannot be undone. */
	readonly isDanger?: boolean;
	readonly children?: ComponentChildren;
	readonly onAnswer: (isYes: boolean) => void;
}

/** The dialog alone. */
export function ConfirmDialog({ question, detail, yes, isDanger = true, children, onAnswer }: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useId();
	useEffect(() => {
		const element = dialog.current;
		element?.showModal();
		return () => element?.close();
	}, []);
	return (
		<dialog ref={dialog} class="ask" aria-labelledby={title} onCancel={() => onAnswer(false)}>
			<h2 id={title}>{question}</h2>
			{detail && <p>{detail}</p>}
			{children}
			<div class="actions end">
				<button type="button" onClick={() => onAnswer(false)}>
					{say("cancel")}
				</button>
				<button type="button" class={isDanger ? "primary danger" : "primary"} onClick={() => onAnswer(true)}>
					{yes}
				</button>
			</div>
		</dialog>
	);
}
