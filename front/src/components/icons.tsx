// Icons beside labels. They are hidden from screen readers: the labels say everything.
import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
			{children}
		</svg>
	);
}

export const SunIcon = () => (
	<Icon>
		<circle cx="12" cy="12" r="4" />
		<path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M4.9 19.1L7 17M17 7l2.1-2.1" />
	</Icon>
);
export const MoonIcon = () => (
	<Icon>
		<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
	</Icon>
);
export const AutoIcon = () => (
	<Icon>
		<circle cx="12" cy="12" r="9" />
		<path d="M12 3a9 9 0 0 1 0 18Z" class="filled" />
	</Icon>
);
export const UserIcon = () => (
	<Icon>
		<circle cx="12" cy="8" r="4" />
		<path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7" />
	</Icon>
);
export const BotIcon = () => (
	<Icon>
		<rect x="4" y="8" width="16" height="12" rx="3" />
		<path d="M12 8V4M9 13v2M15 13v2" />
		<circle cx="12" cy="3.5" r="1" />
	</Icon>
);
export const FriendIcon = () => (
	<Icon>
		<circle cx="9" cy="8" r="3.5" />
		<path d="M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.4c2.2.9 3.5 2.9 3.5 5.6" />
	</Icon>
);
export const ClockIcon = () => (
	<Icon>
		<circle cx="12" cy="13" r="8" />
		<path d="M12 9v4l3 2M9 2h6" />
	</Icon>
);
export const CopyIcon = () => (
	<Icon>
		<rect x="8" y="8" width="12" height="12" rx="2" />
		<path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2" />
	</Icon>
);
export const TrophyIcon = () => (
	<Icon>
		<path d="M7 4h10v5a5 5 0 0 1-10 0ZM7 6H3.5c0 3 1.5 5 4 5M17 6h3.5c0 3-1.5 5-4 5M12 14v4M8 21h8M9 18h6v3" />
	</Icon>
);
export const GearIcon = () => (
	<Icon>
		<path d="M4 7h10M18 7h2M4 17h2M10 17h10" />
		<circle cx="16" cy="7" r="2" />
		<circle cx="8" cy="17" r="2" />
	</Icon>
);
export const EyeIcon = () => (
	<Icon>
		<path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
		<circle cx="12" cy="12" r="3" />
	</Icon>
);
export const CrossIcon = () => (
	<Icon>
		<path d="M6 6l12 12M18 6L6 18" />
	</Icon>
);
export const PlayIcon = () => (
	<Icon>
		<path d="M7 4.5v15L19 12Z" class="filled" />
	</Icon>
);
export const PauseIcon = () => (
	<Icon>
		<path d="M8 5v14M16 5v14" />
	</Icon>
);
export const ForwardIcon = () => (
	<Icon>
		<path d="M9 5l7 7-7 7" />
	</Icon>
);
export const BackIcon = () => (
	<Icon>
		<path d="M15 5l-7 7 7 7" />
	</Icon>
);
export const LastIcon = () => (
	<Icon>
		<path d="M6 5l7 7-7 7M18 5v14" />
	</Icon>
);
export const FirstIcon = () => (
	<Icon>
		<path d="M18 5l-7 7 7 7M6 5v14" />
	</Icon>
);
export const WarningIcon = () => (
	<Icon>
		<path d="M12 3.5L22 20.500H2ZM12 10v4.500M12 17.300v.2" />
	</Icon>
);
export const BookIcon = () => (
	<Icon>
		<path d="M12 6C9.500 4.500 6.500 4 3 4v14.500c3.500 0 6.500.5 9 2 2.500-1.500 5.500-2 9-2V4c-3.500 0-6.500.5-9 2ZM12 6v14.500" />
	</Icon>
);
