import { storedJob } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";
import type { Call, RowContext } from "./call-context.ts";
import type { ReadInputs } from "./submission.ts";

export function inputsEvent(jobId: string, { outcome, rows }: ReadInputs): StateEvent {
  return { kind: "inputsRead", jobId, outcome, rows };
}

/** Reads inputs after the response. If reading fails, the next view that needs them tries again. */
export function readLate(context: RowContext, wireName: Call["wireName"], jobId: string): void {
  const { sandbox } = context;
  const [{ submission, model, assumptions }] = storedJob(sandbox.state, jobId).facts;
  sandbox.readings.add(jobId, async () => {
    const { readInputs } = await import("./read-inputs.ts");
    const inputs = await readInputs({
      context: { ...context, rules: { ...context.rules, assumptions } },
      call: { wireName },
      ...{ submission, model, isKnownModel: true },
    });
    sandbox.record(inputsEvent(jobId, inputs));
  });
}

/** Reads the inputs that an earlier process did not finish reading. */
export function resumeReadings(context: RowContext, wireName: Call["wireName"]): void {
  for (const { jobId, facts } of context.sandbox.state.jobs.values())
    if (!facts.some(({ type }) => type === "inputs")) readLate(context, wireName, jobId);
}
