import { render } from "preact";
import { readTraceLines } from "../control/shared/trace-text.ts";
import { readPlace } from "./model/place.ts";
import { recordedSource } from "./recorded/recorded-source.ts";
import { runInSlices } from "./recorded/run-in-slices.ts";
import { App } from "./ui/app.tsx";
import { appState } from "./ui/app-state.ts";

/** Shows the trace that is in the page. */
async function open(): Promise<void> {
  const trace = document.getElementById("trace")?.textContent ?? "";
  const run = await runInSlices(readTraceLines(trace));
  const state = appState(recordedSource(run, readPlace(location.hash).sandbox));
  const root = document.getElementById("app");
  if (root !== null) render(<App state={state} />, root);
}

void open();
