// Shows alerts and reads announcements out. It must not know: what they are about.
import { alerts, announced, dismiss } from "../state/alerts.ts";
import { say } from "../words/index.ts";
import { ErrorDetail } from "./error_detail.tsx";
import { CrossIcon } from "./icons.tsx";

export function Alerts() {
	return (
		<>
			<div class="alerts" role="alert" aria-live="assertive">
				{alerts.value.map((each) => (
					<div class="alert" key={each.id}>
						<div class="why">
							<p>{each.text}</p>
							<ErrorDetail text={each.detail} />
						</div>
						<button type="button" class="icon-only" aria-label={say("close")} onClick={() => dismiss(each.id)}>
							<CrossIcon />
						</button>
					</div>
				))}
			</div>
			<div class="visually-hidden" role="status" aria-live="polite">
				{announced.value}
			</div>
		</>
	);
}
