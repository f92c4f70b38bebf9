import { nextChangeAt } from "../../core/job/view.ts";
import { redactJson } from "../../core/redact.ts";
import type { Instant } from "../../core/time.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { ControlHost } from "../host.ts";
import type { JobTimeline, PreviewedResponse, RecordedPreview } from "../job-reports.ts";

/** Maximum number of instants for one job: each forced state adds one. */
const MAX_INSTANTS = 16;

/**
 * Records the responses about a job at its submission, at each change, and now, without secrets.
 * Progress isn't a change: a response that counts rows has the count at that instant. Undefined if
 * the responses can't be made, for example if the author's `output` function fails: a run's trace
 * must not fail with it.
 */
export async function recordedPreviews(
  host: Pick<ControlHost, "responsesAt" | "specOf">,
  sandbox: Sandbox,
  { job, timeline }: { readonly job: StoredJob; readonly timeline: JobTimeline },
): Promise<readonly RecordedPreview[] | undefined> {
  const known = new Map<string, string>();
  const previews: RecordedPreview[] = [];
  const { signatureNames } = host.specOf(sandbox);
  const redacted = (response: PreviewedResponse): { path: string; text: string } => {
    const text = redactJson(JSON.stringify(response), signatureNames);
    return { path: `${response.method} ${response.path}`, text };
  };
  try {
    for (const from of instantsOf(timeline, sandbox.clock.now())) {
      const all = (await host.responsesAt(sandbox, job, from)).map(redacted);
      const responses = all.filter(({ path, text }) => known.get(path) !== text);
      for (const { path, text } of responses) known.set(path, text);
      previews.push({ from, responses: responses.map(({ text }) => JSON.parse(text)) });
    }
    return previews;
  } catch {
    return undefined;
  }
}

function instantsOf(timeline: JobTimeline, now: Instant): readonly Instant[] {
  const instants = [timeline.plan.createdAt];
  for (const at of instants) {
    const next = nextChangeAt(timeline, at);
    if (next !== undefined && instants.length < MAX_INSTANTS) instants.push(next);
  }
  return [...new Set([...instants, now])].sort((a, b) => a - b);
}
