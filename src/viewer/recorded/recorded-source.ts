import { computed, signal } from "@preact/signals";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { type Exchange, hasText } from "../../core/exchange.ts";
import { recordedSandboxes, recordingOf } from "../model/recorded-run.ts";
import { shownPreview } from "../model/shown-preview.ts";
import type { DataSource } from "../ui/app-state.ts";

/** A recorded run, which never changes; the views show one of its sandboxes. */
export function recordedSource(run: RecordedRun, wanted: string): DataSource {
  const sandboxes = recordedSandboxes(run);
  const name = signal(wanted || (sandboxes[0]?.name ?? ""));
  const traced = computed(() =>
    run.trace.sandboxes.find(({ sandbox }) => sandbox.name === name.value),
  );
  const recording = computed(() => recordingOf(run, name.value));
  return {
    recording,
    sandboxes: signal(sandboxes),
    missing: computed(() =>
      sandboxes.length === 0 || sandboxes.some((each) => each.name === name.value)
        ? undefined
        : name.value,
    ),
    now: computed(() => recording.value?.sandbox.now ?? 0),
    reading: undefined,
    exchange: async (id) => traced.value?.exchanges.find((each) => each.id === id),
    findInBodies: async (text) => new Set(withText(traced.value?.exchanges ?? [], text)),
    preview: async (jobId, at) => {
      const job = traced.value?.jobs.find(({ timeline }) => timeline.jobId === jobId);
      return shownPreview(job?.previews ?? [], at);
    },
    readRun: async () => run,
    readExchanges: async () => traced.value?.exchanges ?? [],
    origin: "http://127.0.0.1:4010",
    version: run.trace.version,
    run: run.trace.run,
    report: run.report,
    select: (sandbox) => {
      name.value = sandbox || (sandboxes[0]?.name ?? "");
    },
    live: undefined,
  };
}

/** The IDs of the exchanges whose recorded bodies contain a string. */
function withText(exchanges: readonly Exchange[], text: string): readonly number[] {
  return exchanges.filter((each) => hasText(each, text)).map(({ id }) => id);
}
