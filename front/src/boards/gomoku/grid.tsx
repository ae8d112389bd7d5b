// The board as a grid of cells to click, tap and walk by keys: one tab stop, a label for each cell. It must not know
// rules or colours: it says which cell was chosen, and how surely.

// biome-ignore-all lint/a11y/useSemanticElements: a table's layout cannot lie exactly over the drawing
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus walks over cells, not over rows

import type { Ref } from "preact";
import { useRef } from "preact/hooks";
import { useTouch } from "../common/touch.ts";
import { moved } from "./keyboard.ts";
import type { Cell } from "./types.ts";

interface GridProps {
	readonly size: number;
	readonly label: string;
	readonly describedBy: string;
	readonly names: readonly (readonly string[])[];
	/** The cell of the tab stop. */
	readonly cursor: Cell;
	readonly isOpen: (cell: Cell) => boolean;
	readonly armed: Cell | null;
	readonly grid: Ref<HTMLDivElement>;
	/** A cell was chosen; `sure` unless by a finger, which may have slipped. */
	readonly onSelect: (cell: Cell, sure: boolean) => void;
	readonly onPoint: (cell: Cell | null) => void;
	/** The focus has moved to a cell, or has left the board. */
	readonly onCursor: (cell: Cell | null, byKey: boolean) => void;
}

export function Grid(props: GridProps) {
	const { size, cursor } = props;
	const touch = useTouch();
	const byKey = useRef(true);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.altKey || event.metaKey) return;
		byKey.current = true;
		if (event.key === "Enter" || event.key === " ") props.onSelect(cursor, true);
		else {
			const next = moved(cursor, event.key, event.ctrlKey, size);
			if (next === null) return;
			focusCell(event.currentTarget as Element, next);
		}
		event.preventDefault();
	};
	const onPointerDown = (event: PointerEvent) => {
		touch.press(event);
		byKey.current = false;
	};
	const onClick = (event: MouseEvent) => {
		const cell = cellOf(event.target);
		const sure = !touch.hasClicked();
		if (cell !== null) props.onSelect(cell, sure);
	};
	return (
		<div
			class={`gk-grid gk-of-${size}`}
			role="grid"
			aria-label={props.label}
			aria-describedby={props.describedBy}
			aria-rowcount={size}
			aria-colcount={size}
			ref={props.grid}
			onKeyDown={onKeyDown}
			onClick={onClick}
			onPointerDown={onPointerDown}
			onFocusIn={(event) => props.onCursor(cellOf(event.target), byKey.current)}
			onFocusOut={() => {
				props.onCursor(null, true);
				byKey.current = true;
			}}
			onPointerOver={(event) => props.onPoint(event.pointerType === "touch" ? null : cellOf(event.target))}
			onPointerLeave={() => props.onPoint(null)}
		>
			{props.names.map((row, y) => (
				<div key={y} role="row" aria-label={String(size - y)} class="gk-grid-row">
					{row.map((name, x) => (
						<GridCell key={x} x={x} y={y} name={name} props={props} />
					))}
				</div>
			))}
		</div>
	);
}

function GridCell({ x, y, name, props }: { x: number; y: number; name: string; props: GridProps }) {
	const open = props.isOpen({ x, y });
	const here = props.cursor.x === x && props.cursor.y === y;
	return (
		<div
			role="gridcell"
			class={open ? "gk-cell gk-open" : "gk-cell"}
			data-x={x}
			data-y={y}
			tabIndex={here ? 0 : -1}
			aria-label={name}
			aria-disabled={!open}
			aria-selected={props.armed?.x === x && props.armed?.y === y}
		/>
	);
}

export function focusCell(grid: Element | null, { x, y }: Cell): void {
	grid?.querySelector<HTMLElement>(`[data-x="${x}"][data-y="${y}"]`)?.focus();
}

function cellOf(target: EventTarget | null): Cell | null {
	const cell = target instanceof Element ? target.closest<HTMLElement>("[data-x]") : null;
	return cell === null ? null : { x: Number(cell.dataset.x), y: Number(cell.dataset.y) };
}
