import type { JSX } from "preact";
import type { JobTimeline, PreviewedResponse } from "../../control/job-reports.ts";
import { nextChangeAt } from "../../core/job/change.ts";
import type { Instant } from "../../core/time.ts";
import { useApp } from "./app-state.ts";
import { PanelSection } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

/** What the service would respond about a job at an instant; only a running simulator can tell. */
export function JobPreviewSection({
  timeline,
  at,
}: {
  readonly timeline: JobTimeline;
  readonly at: Instant;
}): JSX.Element | null {
  const { data } = useApp();
  const { live } = data;
  const known = data.recording.value?.timelines;
  // A new fact changes the timelines, and with them what a client would see.
  const version = known === undefined ? "" : versionOf(known);
  const { jobId } = timeline;
  // A running clock changes nothing for a job that is over.
  const isOver = at === data.now.value && nextChangeAt(timeline, at) === undefined;
  const instant = isOver ? "over" : Math.floor(at / 1000);
  const { value, error } = useLoaded(`${jobId} ${instant} ${version}`, async () =>
    live === undefined ? undefined : live.preview(jobId, at),
  );
  if (live === undefined) return null;
  return (
    <PanelSection title="What a client would see">
      {error === undefined ? null : <p class="problem">{error}</p>}
      {value?.responses.map((response) => (
        <ResponseLine key={response.operationId} {...response} />
      ))}
      <p class="dim small">Before faults. Looking doesn't move the clock.</p>
    </PanelSection>
  );
}

const versions = new WeakMap<object, number>();
let lastVersion = 0;

function versionOf(value: object): number {
  const known = versions.get(value) ?? ++lastVersion;
  versions.set(value, known);
  return known;
}

function ResponseLine(props: PreviewedResponse): JSX.Element {
  const { operationId, method, path, status, body, numRows } = props;
  return (
    <details class="would" open={operationId !== "getJob"}>
      <summary title={`${method} ${path}`}>
        {operationId} <span class={`status status-${Math.floor(status / 100)}`}>{status}</span>
      </summary>
      {numRows === undefined ? (
        <pre>{JSON.stringify(body, null, 2)}</pre>
      ) : (
        <p class="dim">
          {numRows} {numRows === 1 ? "row" : "rows"}
        </p>
      )}
    </details>
  );
}
