// The gradients of wood, felt and checkers, once per drawing, under its own ids. It must not know what is drawn.

export function Gradients({ id }: { id: string }) {
	return (
		<defs>
			<linearGradient id={`${id}-wood`} x1="0" y1="0" x2="0.25" y2="1">
				<stop offset="0" class="bg-wood-1" />
				<stop offset="0.5" class="bg-wood-2" />
				<stop offset="1" class="bg-wood-1" />
			</linearGradient>
			<radialGradient id={`${id}-felt`} cx="0.5" cy="0.5" r="0.75">
				<stop offset="0" class="bg-felt-1" />
				<stop offset="1" class="bg-felt-2" />
			</radialGradient>
			<radialGradient id={`${id}-white`} cx="0.36" cy="0.3" r="0.85">
				<stop offset="0" class="bg-white-1" />
				<stop offset="0.65" class="bg-white-2" />
				<stop offset="1" class="bg-white-3" />
			</radialGradient>
			<radialGradient id={`${id}-black`} cx="0.36" cy="0.3" r="0.85">
				<stop offset="0" class="bg-black-1" />
				<stop offset="0.55" class="bg-black-2" />
				<stop offset="1" class="bg-black-3" />
			</radialGradient>
			<radialGradient id={`${id}-shadow`}>
				<stop offset="0.7" stop-color="#0a0602" stop-opacity="0.5" />
				<stop offset="1" stop-color="#0a0602" stop-opacity="0" />
			</radialGradient>
		</defs>
	);
}
