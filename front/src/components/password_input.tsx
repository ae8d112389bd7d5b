// A field for a password, of those that a browser's password manager fills in or makes up.
export function PasswordInput(field: {
	id: string;
	value: string;
	onInput: (value: string) => void;
	isNew?: boolean;
	required?: boolean;
}) {
	return (
		<input
			id={field.id}
			type="password"
			required={field.required ?? true}
			maxLength={128}
			autoComplete={field.isNew ? "new-password" : "current-password"}
			value={field.value}
			onInput={(event) => field.onInput(event.currentTarget.value)}
		/>
	);
}
