import { counted } from "../../core/counted.ts";
import { isTerminal } from "../../core/job/state.ts";
import { type JobView, viewAt } from "../../core/job/view.ts";
import { formatDuration } from "../../core/time.ts";
import { instantText, timeText } from "../model/instants.ts";
import { outcomeOf, webhookTexts } from "../model/marks.ts";
import { NO_JOB } from "../model/place.ts";
import { useApp } from "./app-state.ts";
import { Button, CopyButton, Fact } from "./basics.tsx";
import { JobPreviewSection, type OfJob } from "./job-preview-section.tsx";
import { FindingNotes, Panel, PanelSection } from "./panel.tsx";
import { Sign, StateChip } from "./signs.tsx";

const MAX_CALLS = 200;

/** Shows everything known about a job at the selected instant. */
export function JobPanel({ jobId }: { readonly jobId: string }) {
  const { data, goTo, words, findings } = useApp();
  const { noun, title } = words.value;
  const timeline = data.recording.value.timelines.find((each) => each.jobId === jobId);
  const isNone = jobId === NO_JOB;
  const head = isNone ? (
    <span class="panel-title">Calls without a {noun}</span>
  ) : (
    <>
      <code class="panel-title">{jobId}</code>
      <CopyButton text={jobId} />
    </>
  );
  return (
    <Panel label={title} head={head} onClose={() => goTo({ job: "" })}>
      {isNone ? (
        <Calls jobId="" />
      ) : timeline === undefined ? (
        <p class="dim">This sandbox has no such {noun}.</p>
      ) : (
        <>
          <Now timeline={timeline} />
          <FindingNotes findings={findings.value.ofJob(jobId)} />
          <JobPreviewSection timeline={timeline} />
          <Origin timeline={timeline} />
          <History timeline={timeline} />
          <Calls jobId={jobId} />
        </>
      )}
    </Panel>
  );
}

function Now({ timeline }: OfJob) {
  const { data, goTo, isLost, words, instant } = useApp();
  const at = instant.value;
  const view = viewAt(timeline, at);
  const { state, rowsCompleted, numRows, failureReason } = view;
  const nowTitle = data.live === undefined ? "At the end" : "Now";
  return (
    <PanelSection title={at === data.now.value ? nowTitle : instantText(at)}>
      {at < timeline.plan.createdAt ? (
        <p class="dim">Not submitted yet.</p>
      ) : (
        <>
          <p class="panel-state">
            <StateChip state={state} />
            <span class="num">
              {rowsCompleted} of {counted(numRows, "row")}
            </span>
          </p>
          {failureReason !== undefined && <p>{failureReason}</p>}
          <p class="dim">{resultsText(view, timeline.isDryRun, words.value.noun)}</p>
        </>
      )}
      {data.live === undefined || isLost.value ? null : (
        <Button onClick={() => goTo({ view: "steer" })}>Force a state…</Button>
      )}
    </PanelSection>
  );
}

function resultsText({ state, results }: JobView, isDryRun: boolean, noun: string): string {
  switch (results.kind) {
    case "never":
      if (isDryRun) return "A dry run has no results.";
      return `The ${noun} ${isTerminal(state) ? "ended without" : "will have no"} results.`;
    case "ready":
      return results.expiresAt === undefined
        ? "Results can be downloaded."
        : `Results can be downloaded until ${instantText(results.expiresAt)}.`;
    case "notReady":
      return results.readyAt === undefined
        ? "No results yet."
        : `Results will be ready at ${timeText(results.readyAt)}.`;
    case "expired":
      return `The results expired at ${instantText(results.at)}.`;
  }
}

function Origin({ timeline }: OfJob) {
  const { scenario, modelId, isDryRun } = timeline;
  return (
    <PanelSection title="Submitted with">
      <dl class="facts">
        <Fact name="Scenario">{scenario}</Fact>
        <Fact name="Model">{modelId && modelId + (isDryRun ? ", dry run" : "")}</Fact>
      </dl>
    </PanelSection>
  );
}

function History({ timeline }: OfJob) {
  const { data, goTo, words } = useApp();
  const { stateOf } = words.value;
  const now = data.now.value;
  const { jobId, phases, interference } = timeline;
  const events = [
    ...phases.map((phase, index) => {
      const to = phases[index + 1]?.from;
      const lasts = to === undefined ? "" : ` for ${formatDuration(to - phase.from)}`;
      return { at: phase.from, text: `${stateOf(phase.state)}${lasts}` };
    }),
    ...interference.map((fact) => ({
      at: fact.at,
      text: fact.type === "forced" ? `forced into ${stateOf(fact.state)}` : "cancel requested",
    })),
    ...webhookTexts(data.recording.value, jobId),
  ].toSorted((a, b) => a.at - b.at);
  return (
    <PanelSection title="History">
      <ul class="plain steps">
        {events.map(({ at, text }, index) => (
          <li key={index} class={at > now ? "step-future" : ""}>
            <Button class="link num" onClick={() => goTo({ at })}>
              {timeText(at)}
            </Button>{" "}
            {text}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Calls({ jobId }: { readonly jobId: string }) {
  const { callsByJob, goTo } = useApp();
  const calls = callsByJob.value.get(jobId) ?? [];
  return (
    <PanelSection title={`Calls (${calls.length})`}>
      <ul class="plain steps">
        {calls.slice(-MAX_CALLS).map((call) => (
          <li key={call.id}>
            <Button class="link call" onClick={() => goTo({ exchange: call.id })}>
              <Sign kind={outcomeOf(call)} />
              <span class="num">{timeText(call.at)}</span> {call.operationId ?? call.method}
              <span class="num dim">{call.status === 0 ? "–" : call.status}</span>
              {call.fault !== undefined && <Sign kind="fault" />}
            </Button>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
