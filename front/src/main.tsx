// The entry point.
import { render } from "preact";
import "./theme.css";
import "./shell.css";
import { App } from "./app.tsx";
import { onWake } from "./net/browser.ts";
import { startRouter } from "./router.ts";
import { checkConnection, start } from "./state/app_state.ts";
import { startTheme } from "./theme.ts";

startTheme();
startRouter();
onWake(checkConnection);
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void start();
