// A page: its title in the window and as its only heading. After navigation the focus goes to the heading. It must not
// know: what is on it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { navigations } from "../router.ts";

interface Props {
	readonly title: string;
	readonly lead?: ComponentChildren;
	readonly wide?: boolean;
	/** The page needs the space itself. */
	readonly small?: boolean;
	readonly children: ComponentChildren;
}

export function Page({ title, lead, wide, small, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = title === "Ludoteca" ? title : `${title} · Ludoteca`;
	}, [title]);
	useEffect(() => {
		if (navigations.peek() > 0) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<div class={wide ? "page wide" : "page"}>
			<header class={small ? "page-head small" : "page-head"}>
				<h1 ref={heading} tabIndex={-1}>
					{title}
				</h1>
				{lead && <p class="lead">{lead}</p>}
			</header>
			{children}
		</div>
	);
}
