import { computed, signal } from "@preact/signals";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { recordedSandboxes, recordingOf } from "../model/recorded-run.ts";
import { shownPreview } from "../model/shown-preview.ts";
import type { DataSource } from "../ui/app-state.ts";

/** A recorded run, which never changes; the views show one of its sandboxes. */
export function recordedSource(run: RecordedRun, wanted: string): DataSource {
  const sandboxes = recordedSandboxes(run);
  const first = sandboxes.find(({ name }) => name === wanted) ?? sandboxes[0];
  const name = signal(first?.name ?? "");
  const traced = computed(() =>
    run.trace.sandboxes.find(({ sandbox }) => sandbox.name === name.value),
  );
  const recording = computed(() => recordingOf(run, name.value));
  return {
    recording,
    sandboxes: signal(sandboxes),
    now: computed(() => recording.value?.sandbox.now ?? 0),
    reading: undefined,
    exchange: async (id) => traced.value?.exchanges.find((each) => each.id === id),
    preview: async (jobId, at) => {
      const job = traced.value?.jobs.find(({ timeline }) => timeline.jobId === jobId);
      return shownPreview(job?.previews ?? [], at);
    },
    origin: "http://127.0.0.1:4010",
    version: run.trace.version,
    report: run.report,
    select: (sandbox) => {
      name.value = sandbox;
    },
    live: undefined,
  };
}
