// The top of a board: what is going on and what it means for the reader, in two lines, marked while something is asked of
// him. Where a board needs another measure, its own stylesheet has it. It must not know: any game.
import type { ComponentChildren } from "preact";
import "./header.css";

interface Props {
	readonly title: string;
	readonly text: string;
	readonly isAsked: boolean;
	/** Where the board is all there is on a page, its title is the page's. */
	readonly heading?: "h1" | "h2";
	/** What stands before the words. */
	readonly sign?: ComponentChildren;
	/** What stands after them. */
	readonly children?: ComponentChildren;
}

export function BoardHeader({ title, text, isAsked, heading: Heading = "h2", sign, children }: Props) {
	return (
		<header class={`board-header${isAsked ? " board-asked" : ""}`}>
			{sign}
			<div class="board-words">
				{/* Here the focus can be put when what had it is gone. */}
				<Heading class="board-title" tabIndex={-1}>
					{title}
				</Heading>
				<p class="board-text">{text}</p>
			</div>
			{children}
		</header>
	);
}
