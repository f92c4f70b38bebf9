import { render } from "preact";
import { readTraceLines } from "../control/shared/trace-text.ts";
import { readPlace } from "./model/place.ts";
import { recordedSource } from "./recorded/recorded-source.ts";
import { runInSlices } from "./recorded/run-in-slices.ts";
import { App } from "./ui/app.tsx";
import { type AppState, appState } from "./ui/app-state.ts";

/** Shows the trace that is in the page. */
async function open(): Promise<void> {
  const run = await runInSlices(readTraceLines(traceParts()));
  const first = run.report.sandboxes.length > 1 ? "sandboxes" : "findings";
  const source = recordedSource(run, readPlace(location.hash).sandbox);
  const state = appState(source, first);
  await runInSlices(prepared(state));
  const root = document.getElementById("app");
  if (root === null) return;
  // Rendering adds to what the page shows while it loads.
  root.replaceChildren();
  render(<App state={state} />, root);
}

/** Computes what the first rendering needs, one by one: together, they would block the page. */
function* prepared(state: AppState): Generator<undefined, void> {
  for (const part of [state.data.recording, state.findings, state.callsByJob, state.nextChange]) {
    part.value;
    yield;
  }
}

function* traceParts(): Generator<string> {
  for (const { textContent } of document.querySelectorAll(".trace")) yield textContent ?? "";
}

void open();
