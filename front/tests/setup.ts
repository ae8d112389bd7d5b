// How long a test waits for what a page does in its own time: longer than a busy machine needs. Waiting in vain still fails.
import { configure } from "@testing-library/preact";

configure({ asyncUtilTimeout: 60_000 });
