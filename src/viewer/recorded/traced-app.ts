import { type RecordedRun, readTraceLines } from "../../control/shared/trace-text.ts";
import { readPlace } from "../model/place.ts";
import { type AppState, appState, type Opening } from "../ui/app-state.ts";
import { recordedSource } from "./recorded-source.ts";

/**
 * The page's state over a trace, whose parts consist of whole lines. Throws a RangeError with the
 * place of what is wrong.
 */
export async function tracedApp(parts: Iterable<string>, opening: Opening = {}): Promise<AppState> {
  const run: RecordedRun = await runInSlices(readTraceLines(parts));
  const first = run.report.sandboxes.length > 1 ? "sandboxes" : "findings";
  const source = recordedSource(run, readPlace(location.hash).sandbox);
  const state = appState(source, { first, ...opening });
  await runInSlices(prepared(state));
  return state;
}

/** Computes what the first rendering needs, one by one: together, they would block the page. */
function* prepared(state: AppState): Generator<undefined, void> {
  for (const part of [state.data.recording, state.findings, state.callsByJob, state.nextChange]) {
    part.value;
    yield;
  }
}

/** Longest time without a pause, in milliseconds: the page stays responsive. */
const SLICE_MS = 10;

/**
 * Runs a generator to its end in tasks of its own, with pauses in which the browser can do
 * other work.
 */
async function runInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let startedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (performance.now() - startedAt > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      startedAt = performance.now();
    }
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
