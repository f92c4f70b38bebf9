import { render } from "preact";
import { readPlace } from "./model/place.ts";
import type { RecordedRun } from "./model/recorded-run.ts";
import { recordedSource } from "./recorded/recorded-source.ts";
import { App } from "./ui/app.tsx";
import { appState } from "./ui/app-state.ts";

const data = document.getElementById("run")?.textContent ?? "";
const run: RecordedRun = JSON.parse(data);
const state = appState(recordedSource(run, readPlace(location.hash).sandbox));
const root = document.getElementById("app");
if (root !== null) render(<App state={state} />, root);
