import { computed, signal } from "@preact/signals";
import { type RecordedRun, readTraceLines } from "../../control/shared/trace-text.ts";
import { hasText } from "../../core/exchange.ts";
import { readPlace } from "../model/place.ts";
import { NOTHING_READ, recordedSandboxes, recordingOf, shownPreview } from "../model/recording.ts";
import { type AppState, appState, type DataSource, type Opening } from "../ui/app-state.ts";

/** Opens a trace, given in parts of whole lines. Rejects with a RangeError if it is invalid. */
export async function tracedApp(parts: Iterable<string>, opening: Opening = {}): Promise<AppState> {
  const run: RecordedRun = await runInSlices(readTraceLines(parts));
  const first = run.report.sandboxes.length > 1 ? "sandboxes" : "findings";
  const source = recordedSource(run, readPlace(location.hash).sandbox);
  const state = appState(source, { first, ...opening });
  await runInSlices(prepared(state));
  return state;
}

/** Computes the first rendering's data in steps, because doing it at once would block the page. */
function* prepared(state: AppState): Generator<undefined, void> {
  for (const part of [state.data.recording, state.findings, state.callsByJob, state.nextChange]) {
    part.value;
    yield;
  }
}

/** Maximum time without a pause, in milliseconds, so that the page stays responsive. */
const SLICE_MS = 10;

/** Runs a generator to completion, with pauses in which the browser can do other work. */
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

/** A recorded run, which never changes; the views show one of its sandboxes. */
function recordedSource(run: RecordedRun, wanted: string): DataSource {
  const sandboxes = recordedSandboxes(run);
  const name = signal(wanted || (sandboxes[0]?.name ?? ""));
  const traced = computed(() =>
    run.trace.sandboxes.find((each) => each.sandbox.name === name.value),
  );
  const exchanges = computed(() => traced.value?.exchanges ?? []);
  const found = computed(() => recordingOf(run, name.value));
  const recording = computed(() => found.value ?? NOTHING_READ);
  return {
    recording,
    sandboxes: signal(sandboxes),
    missing: computed(() => (sandboxes.length === 0 || found.value ? undefined : name.value)),
    now: computed(() => recording.value.sandbox.now),
    exchange: async (id) => exchanges.value.find((each) => each.id === id),
    findInBodies: async (text) =>
      new Set(exchanges.value.filter((each) => hasText(each, text)).map(({ id }) => id)),
    preview: async (jobId, at) => {
      const job = traced.value?.jobs.find(({ timeline }) => timeline.jobId === jobId);
      return shownPreview(job?.previews ?? [], at);
    },
    readRun: async () => run,
    readExchanges: async () => exchanges.value,
    origin: "http://127.0.0.1:4010",
    version: run.trace.version,
    run: run.trace.run,
    report: run.report,
    select: (sandbox) => {
      name.value = sandbox || (sandboxes[0]?.name ?? "");
    },
  };
}
