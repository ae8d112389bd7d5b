// Where the page begins.
import { render } from "preact";
import "./theme.css";
import "./shell.css";
import { App } from "./app.tsx";
import { startRouter } from "./router.ts";
import { retryNow, start } from "./state/house.ts";
import { startTheme } from "./theme.ts";

startTheme();
startRouter();
addEventListener("online", retryNow);
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void start();
