import { useState } from "preact/hooks";
import type { JobTimeline, PreviewedFault, PreviewedResponse } from "../../control/job-reports.ts";
import { counted } from "../../core/counted.ts";
import { nextChangeAt } from "../../core/job/view.ts";
import { timeText } from "../model/instants.ts";
import { useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";
import { useLoaded } from "./hooks.ts";
import { PanelSection } from "./panel.tsx";
import { Sign } from "./signs.tsx";

export type OfJob = { readonly timeline: JobTimeline };

/** Shows the responses about a job at the selected instant or, in a recording, the latest ones. */
export function JobPreviewSection({ timeline }: OfJob) {
  const { data, callsByJob, words, instant } = useApp();
  const at = instant.value;
  const { noun, plural } = words.value;
  const [isPlain, setPlain] = useState(false);
  const loaded = usePreview({ timeline });
  const { value: preview, error } = loaded;
  if ("value" in loaded && preview === undefined)
    return (
      <PanelSection title="What a client would see">
        <p class="dim">
          {at < timeline.plan.createdAt
            ? `The ${noun} does not exist yet.`
            : `Not recorded: a trace contains responses about at most 500 ${plural} and 50,000 rows.`}
        </p>
      </PanelSection>
    );
  const isPast = at < data.now.value;
  const calls = isPast
    ? callsByJob.value.get(timeline.jobId)?.filter((call) => call.at === at)
    : [];
  /** The fault in the newest call at a past instant; if there was none, the previewed fault. */
  const faultOf = ({ operationId, fault }: PreviewedResponse): PreviewedFault | undefined => {
    const call = calls?.findLast((each) => each.operationId === operationId && each.fault);
    return call?.fault ? { rule: call.fault, kind: "", status: call.status } : fault;
  };
  const { responses = [] } = preview ?? {};
  return (
    <PanelSection title="What a client would see">
      {error !== undefined && <p class="problem">{error}</p>}
      {responses.some(faultOf) && (
        <Button aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
          Without faults
        </Button>
      )}
      {responses.map((response) => {
        const fault = isPlain ? undefined : faultOf(response);
        return <ResponseLine key={response.path} {...{ response, fault }} />;
      })}
      <p class="dim small">
        {data.live !== undefined
          ? "Previewing doesn't move the clock."
          : `As recorded for ${timeText(preview?.from ?? at)}.`}
        {isPast ? " For past instants, only faults that changed a call are known." : ""}
      </p>
    </PanelSection>
  );
}

/** The responses about a job at an instant, reread whenever they may have changed. */
function usePreview({ timeline }: OfJob) {
  const { data, instant } = useApp();
  const at = instant.value;
  const isLive = data.live !== undefined;
  const { timelines, faults } = data.recording.value;
  const { jobId } = timeline;
  // A running clock can't change the responses about an ended job, so they aren't reread.
  const isOver = at === data.now.value && nextChangeAt(timeline, at) === undefined;
  const time = isLive && isOver ? "over" : Math.floor(isLive ? at / 1000 : at);
  // A change to a job changes the timelines, and therefore the responses to clients.
  return useLoaded([jobId, time, timelines, faults], () => data.preview(jobId, at));
}

type LineProps = {
  readonly response: PreviewedResponse;
  readonly fault: PreviewedFault | undefined;
};

function ResponseLine({ response, fault }: LineProps) {
  const { operationId, method, path, body, numRows } = response;
  const status = fault?.status ?? response.status;
  return (
    <details class="would" open={operationId !== "getJob"}>
      <summary title={`${method} ${path}`}>
        {operationId}{" "}
        <span class={`status status-${Math.floor(status / 100)}`}>
          {status === 0 ? "no response" : status}
        </span>
        {fault !== undefined && (
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
            ? `The fault ${fault.kind} changes the response. Without the fault, the status would be ${response.status}.`
            : `A fault replaces the response. Without the fault, the status would be ${response.status}.`}
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
