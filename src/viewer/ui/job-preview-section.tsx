import { useState } from "preact/hooks";
import type { JobTimeline, PreviewedResponse } from "../../control/job-reports.ts";
import type { ExchangeSummary } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import { nextChangeAt } from "../../core/job/view.ts";
import { timeText } from "../model/instants.ts";
import { useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";
import { useLoaded } from "./hooks.ts";
import { PanelSection } from "./panel.tsx";
import { Sign } from "./signs.tsx";

export type OfJob = { readonly timeline: JobTimeline };

/**
 * Shows the service's responses about a job at the selected instant. A running simulator has
 * responses for every instant, a recording only for the main ones.
 */
export function JobPreviewSection({ timeline }: OfJob) {
  const { data, callsByJob, words, instant } = useApp();
  const at = instant.value;
  const { noun, plural } = words.value;
  const [isPlain, setPlain] = useState(false);
  const { jobId } = timeline;
  const { value, error } = usePreview({ timeline });
  if (value !== undefined && value.preview === undefined)
    return (
      <PanelSection title="What a client would see">
        <p class="dim">
          {at < timeline.plan.createdAt
            ? `The ${noun} does not exist yet.`
            : `Not recorded: a trace contains responses about at most 500 ${plural} and 50,000 rows.`}
        </p>
      </PanelSection>
    );
  const faulted = callsByJob.value.get(jobId)?.filter((call) => call.at === at && call.fault) ?? [];
  const responses = (value?.preview?.responses ?? []).map((response) => ({
    ...response,
    ...(at < data.now.value && pastFault(faulted, response.operationId)),
  }));
  const hasFault = responses.some(({ fault }) => fault !== undefined);
  return (
    <PanelSection title="What a client would see">
      {error === undefined ? null : <p class="problem">{error}</p>}
      {hasFault ? (
        <Button aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
          Without faults
        </Button>
      ) : null}
      {responses.map(({ fault, ...response }) => (
        <ResponseLine key={response.path} {...response} {...(!isPlain && fault && { fault })} />
      ))}
      <p class="dim small">
        {data.live !== undefined
          ? "Previewing doesn't move the clock."
          : `As recorded for ${timeText(value?.preview?.from ?? at)}.`}
        {at < data.now.value
          ? " For past instants, only faults that changed a call are known."
          : ""}
      </p>
    </PanelSection>
  );
}

/** The responses about a job at an instant, which are read again when they may have changed. */
function usePreview({ timeline }: OfJob) {
  const { data, instant } = useApp();
  const at = instant.value;
  const isLive = data.live !== undefined;
  const { timelines, faults } = data.recording.value;
  const { jobId } = timeline;
  // A running clock doesn't change an ended job.
  const isOver = at === data.now.value && nextChangeAt(timeline, at) === undefined;
  const time = isLive && isOver ? "over" : Math.floor(isLive ? at / 1000 : at);
  // A new fact changes the timelines, and therefore the responses to clients.
  return useLoaded([jobId, time, timelines, faults], async () => ({
    preview: await data.preview(jobId, at),
  }));
}

/** The fault that shaped a call at the instant; the newest if there are several. */
function pastFault(
  calls: readonly ExchangeSummary[],
  operationId: string,
): Pick<PreviewedResponse, "fault"> {
  const call = calls.findLast((each) => each.operationId === operationId);
  if (call?.fault === undefined) return {};
  return { fault: { rule: call.fault, kind: "", status: call.status } };
}

function ResponseLine(props: PreviewedResponse) {
  const { operationId, method, path, body, numRows, fault } = props;
  const status = fault?.status ?? props.status;
  return (
    <details class="would" open={operationId !== "getJob"}>
      <summary title={`${method} ${path}`}>
        {operationId}{" "}
        <span class={`status status-${Math.floor(status / 100)}`}>
          {status === 0 ? "no response" : status}
        </span>
        {fault === undefined ? null : (
          <>
            {" "}
            <Sign kind="fault" />
            <code>{fault.rule}</code>
          </>
        )}
      </summary>
      {fault !== undefined ? (
        <p class="dim">
          {fault.status === undefined
            ? `The fault ${fault.kind} changes the response, whose status would be ${props.status}.`
            : `A fault replaces the response, whose status would be ${props.status}.`}
        </p>
      ) : numRows === undefined ? (
        <pre>{JSON.stringify(body, null, 2)}</pre>
      ) : (
        <p class="dim">
          {counted(numRows, "row")} at <code>{path}</code>
        </p>
      )}
    </details>
  );
}
