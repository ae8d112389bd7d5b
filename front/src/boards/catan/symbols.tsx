// The symbols of lands and resources, each drawn in a box of 48 around its centre. They tell the lands apart without
// colour. It must not know where they are shown.

import type { Terrain } from "./types.ts";

export function LandSign({ land }: { land: Terrain }) {
	switch (land) {
		case "LUMBER":
			return <Trees />;
		case "BRICK":
			return <Bricks />;
		case "WOOL":
			return <Sheep />;
		case "GRAIN":
			return <Ears />;
		case "ORE":
			return <Peaks />;
		default:
			return <Dunes />;
	}
}

const FIR = "M0-21 8-9H4.500L12 2H7.500L15 14H-15L-7.500 2H-12L-4.500-9H-8Z";

function Trees() {
	return (
		<g class="ct-trees">
			{[
				[-13, 5, 0.72],
				[13, 5, 0.72],
				[0, 2, 0.98],
			].map(([x, y, size]) => (
				<g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
					<path class="ct-trunk" d="M-2.500 13h5v8h-5z" />
					<path class="ct-fir" d={FIR} />
					<path class="ct-fir-light" d="M0-21 8-9H4.500L12 2H7.500L15 14H0Z" />
				</g>
			))}
		</g>
	);
}

function Bricks() {
	const rows = [
		[-8, -15],
		[-16.5, -5],
		[0.5, -5],
		[-25, 5],
		[-8, 5],
		[9, 5],
	];
	return (
		<g class="ct-bricks">
			{rows.map(([x, y]) => (
				<g key={`${x} ${y}`}>
					<rect class="ct-brick" x={x} y={y} width="16" height="9" rx="1.500" />
					<path class="ct-brick-light" d={`M${(x ?? 0) + 2} ${(y ?? 0) + 2.4}h12`} />
				</g>
			))}
		</g>
	);
}

function Sheep() {
	return (
		<g class="ct-sheep">
			<path class="ct-legs" d="M-8 10v9M-3 11v8M7 11v8M12 9v9" />
			<path
				class="ct-fleece"
				d="M-12 10a7 7 0 0 1-3-12 7 7 0 0 1 8-9 8 8 0 0 1 13-1 8 8 0 0 1 11 6 7 7 0 0 1 1 12 7 7 0 0 1-9 6 9 9 0 0 1-13 0 6 6 0 0 1-8-2Z"
			/>
			<path class="ct-curl" d="M-4-4a4 4 0 1 0 6 3M8-5a4 4 0 1 1-3 5" />
			<path class="ct-head" d="M-21-6c1-5 9-6 10-1s0 10-4 10-7-4-6-9Z" />
			<path class="ct-ear" d="M-12-6c3-2 5-1 6 1-2 2-4 2-6 1Z" />
		</g>
	);
}

function Ears() {
	return (
		<g class="ct-ears">
			{[-22, 22, 0].map((turn) => (
				<g key={turn} transform={`rotate(${turn} 0 22)`}>
					<path class="ct-stalk" d="M0 22V-8" />
					<path class="ct-kernel" d="M0-22c4 4 4 9 0 12-4-3-4-8 0-12Z" />
					{[-9, -2, 5].map((y) => (
						<g key={y}>
							<path class="ct-kernel" d={`M0 ${y + 5}c0-6 3-9 8-10 1 6-2 10-8 10Z`} />
							<path class="ct-kernel" d={`M0 ${y + 5}c0-6-3-9-8-10-1 6 2 10 8 10Z`} />
						</g>
					))}
				</g>
			))}
		</g>
	);
}

function Peaks() {
	return (
		<g class="ct-peaks">
			<path class="ct-rock-far" d="M-4 19 9-9 25 19Z" />
			<path class="ct-snow" d="M9-9 3.400 3 7 0.500 10 4 13 0.500 16 3.500Z" />
			<path class="ct-rock" d="M-25 19-8-19 10 19Z" />
			<path class="ct-rock-shade" d="M-8-19 10 19H-6L-10-2Z" />
			<path class="ct-snow" d="M-8-19-14.500-4-11-7-8-2-4-7 0.500-2Z" />
		</g>
	);
}

function Dunes() {
	return (
		<g class="ct-dunes">
			<circle class="ct-sun" cx="15" cy="-14" r="5.500" />
			<path
				class="ct-cactus"
				d="M-3 16V-16a4 4 0 0 1 8 0V2h3v-7a3 3 0 0 1 6 0v10a4 4 0 0 1-4 4H5v7ZM-3 8h-5a4 4 0 0 1-4-4v-8a3 3 0 0 1 6 0v6h3Z"
			/>
			<path class="ct-dune" d="M-24 19c9-8 16-5 22-2s13 2 26-4v6Z" />
		</g>
	);
}
