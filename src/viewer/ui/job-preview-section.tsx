import type { JSX } from "preact";
import type { JobTimeline, PreviewedResponse } from "../../control/job-reports.ts";
import { nextChangeAt } from "../../core/job/change.ts";
import type { Instant } from "../../core/time.ts";
import { timeText } from "../model/instant-text.ts";
import { useApp } from "./app-state.ts";
import { PanelSection } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

/**
 * Shows the service's responses about a job at an instant. A running simulator has them for every
 * instant, a recording only for the main ones.
 */
export function JobPreviewSection({
  timeline,
  at,
}: {
  readonly timeline: JobTimeline;
  readonly at: Instant;
}): JSX.Element {
  const { data } = useApp();
  const isLive = data.live !== undefined;
  const known = data.recording.value?.timelines;
  // A new fact changes the timelines, and with them what a client would see.
  const version = known === undefined ? "" : versionOf(known);
  const { jobId } = timeline;
  // A running clock changes nothing for a job that is over.
  const isOver = at === data.now.value && nextChangeAt(timeline, at) === undefined;
  const instant = isLive && isOver ? "over" : Math.floor(isLive ? at / 1000 : at);
  const { value, error } = useLoaded(`${jobId} ${instant} ${version}`, async () => ({
    preview: await data.preview(jobId, at),
  }));
  if (value !== undefined && value.preview === undefined)
    return (
      <PanelSection title="What a client would see">
        <p class="dim">{missingText(timeline, at)}</p>
      </PanelSection>
    );
  return (
    <PanelSection title="What a client would see">
      {error === undefined ? null : <p class="problem">{error}</p>}
      {value?.preview?.responses.map((response) => (
        <ResponseLine key={response.operationId} {...response} />
      ))}
      <p class="dim small">
        {isLive
          ? "Before faults. Looking doesn't move the clock."
          : `As recorded for ${timeText(value?.preview?.from ?? at)}, before faults.`}
      </p>
    </PanelSection>
  );
}

function missingText({ plan: { createdAt } }: JobTimeline, at: Instant): string {
  return at < createdAt
    ? "The job does not exist yet."
    : "Not recorded: a trace has the responses about 500 jobs at most, and about 50,000 rows.";
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
