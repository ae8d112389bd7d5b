// Temporary panels beside the board: the colours just assigned, and the confirmation of a tap. They must not know when:
// `board.tsx` says.

import type { BoardContext } from "../board.ts";
import type { Assignment } from "./status.ts";
import { StoneSign } from "./stone.tsx";

interface AssignedProps {
	readonly given: Assignment;
	readonly context: BoardContext;
	readonly onClose: () => void;
}

export function Assigned({ given, context, onClose }: AssignedProps) {
	const { say, seatName } = context;
	return (
		<section class="gk-panel gk-assigned" aria-label={say("gomoku.assigned.title")}>
			<h3>{say("gomoku.assigned.title")}</h3>
			<p>
				<StoneSign mark="X" /> <span>{say("gomoku.assigned.black", { name: seatName(given.black) })}</span>
			</p>
			<p>
				<StoneSign mark="O" /> <span>{say("gomoku.assigned.white", { name: seatName(given.white) })}</span>
			</p>
			<p class="gk-first">{say("gomoku.assigned.first", { name: seatName(given.first) })}</p>
			<button type="button" class="primary" onClick={onClose}>
				{say("gomoku.assigned.close")}
			</button>
		</section>
	);
}

interface ConfirmProps {
	readonly cell: string;
	readonly context: BoardContext;
	readonly onPlace: () => void;
	readonly onCancel: () => void;
}

export function Confirm({ cell, context, onPlace, onCancel }: ConfirmProps) {
	return (
		<div class="gk-confirm">
			<button type="button" class="quiet" onClick={onCancel}>
				{context.say("gomoku.cancel")}
			</button>
			<button type="button" class="primary" onClick={onPlace}>
				{context.say("gomoku.place", { cell })}
			</button>
		</div>
	);
}
