// The board as a grid of cells to click, tap, drag from and walk by keys: one tab stop, a label for each cell. It must
// not know rules: it says which cell was chosen.

// biome-ignore-all lint/a11y/useSemanticElements: a table's layout cannot lie exactly over the drawing
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus walks over cells, not over rows

import type { Ref } from "preact";
import type { Drag } from "../common/drag.ts";
import { type Box, cellBox, type Layout } from "./geometry.ts";
import { CELLS, type Cell, isSame, type Spot, spotAt } from "./spots.ts";
import type { Side } from "./types.ts";

interface GridProps {
	readonly layout: Layout;
	readonly bottom: Side;
	readonly label: string;
	readonly describedBy: string;
	readonly name: (spot: Spot) => string;
	/** Whether a click would do something. */
	readonly isOpen: (spot: Spot) => boolean;
	readonly isSource: (spot: Spot) => boolean;
	readonly held: Spot | null;
	readonly cursor: Cell;
	readonly grid: Ref<HTMLDivElement>;
	readonly dragging: Drag<Spot>;
	readonly onSelect: (spot: Spot) => void;
	readonly onCursor: (cell: Cell) => void;
	/** Where a key leads from the cursor; null if nowhere. `Escape` is passed on like any other key. */
	readonly onKey: (key: string) => Cell | null;
}

export function Grid(props: GridProps) {
	const { layout, bottom, dragging } = props;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.altKey || event.metaKey || event.ctrlKey) return;
		if (event.key === "Enter" || event.key === " ") props.onSelect(spotAt(props.cursor, bottom));
		else {
			const next = props.onKey(event.key);
			if (next === null) return;
			focusCell(event.currentTarget as Element, next);
		}
		event.preventDefault();
	};
	const onClick = (event: MouseEvent) => {
		const cell = cellFrom(event.target);
		if (cell !== null) props.onSelect(spotAt(cell, bottom));
	};
	return (
		<div
			class="bg-grid"
			role="grid"
			aria-label={props.label}
			aria-describedby={props.describedBy}
			aria-rowcount={2}
			aria-colcount={14}
			ref={props.grid}
			onKeyDown={onKeyDown}
			onClick={onClick}
			onFocusIn={(event) => {
				const cell = cellFrom(event.target);
				if (cell !== null) props.onCursor(cell);
			}}
			onPointerDown={(event) => {
				const cell = cellFrom(event.target);
				const spot = cell && spotAt(cell, bottom);
				dragging.onPointerDown(event, spot !== null && props.isSource(spot) ? spot : null);
			}}
			onPointerMove={dragging.onPointerMove}
			onPointerUp={dragging.onPointerUp}
			onPointerCancel={dragging.onPointerCancel}
		>
			{CELLS.map((row, y) => (
				<div key={y} role="row">
					{row.map((cell) => (
						<GridCell key={cell.col} cell={cell} box={cellBox(layout, cell)} {...props} />
					))}
				</div>
			))}
		</div>
	);
}

function GridCell({ cell, box, layout, bottom, cursor, held, ...props }: GridProps & { cell: Cell; box: Box }) {
	const spot = spotAt(cell, bottom);
	const open = props.isOpen(spot);
	const drags = props.isSource(spot) ? " bg-drags" : "";
	return (
		<div
			role="gridcell"
			class={`bg-cell${open ? " bg-open" : ""}${drags}`}
			style={percent(box, layout)}
			data-row={cell.row}
			data-col={cell.col}
			data-spot={spot}
			tabIndex={isSame(cursor, cell) ? 0 : -1}
			aria-label={props.name(spot)}
			aria-disabled={!open}
			aria-selected={held === spot}
		/>
	);
}

/** A box of the drawing as a CSS box over it. */
export function percent({ x, y, w, h }: Box, { width, height }: Layout): Record<string, string> {
	const part = (length: number, of: number) => `${((100 * length) / of).toFixed(3)}%`;
	return { left: part(x, width), top: part(y, height), width: part(w, width), height: part(h, height) };
}

export function focusCell(grid: Element | null, { row, col }: Cell): void {
	grid?.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`)?.focus({ preventScroll: true });
}

function cellFrom(target: EventTarget | null): Cell | null {
	const cell = target instanceof Element ? target.closest<HTMLElement>("[data-col]") : null;
	return cell === null ? null : { row: cell.dataset.row === "0" ? 0 : 1, col: Number(cell.dataset.col) };
}
