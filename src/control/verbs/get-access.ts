import { JOB_STATES } from "../../core/job/state.ts";
import type { SandboxAccess } from "../reports.ts";
import { firstRequest } from "../shared/first-request.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Shows how clients use the sandbox: its key, a command that creates a job, and the jobs' states.
 *
 * @method access()
 */
export const getAccessVerb: Verb<NoArguments, SandboxAccess> = defineVerb({
  route: { method: "GET", path: "/sandbox/access", summary: "Show how clients use the sandbox" },
  arguments: takesNothing,
  response: ({ z, list, jobState }) =>
    z.strictObject({
      apiKey: z.exactOptional(z.string()),
      createJob: z.exactOptional(z.string()),
      states: list(jobState),
    }),
  act: ({ host, sandbox }) => {
    const { key: apiKey } = sandbox.recipe;
    const spec = host.specOf(sandbox);
    const states = JOB_STATES.filter((state) => spec.hasState(state));
    if (apiKey === undefined) return { states };
    const createJob = firstRequest({ ...host.urls(), apiKey }, spec);
    return { apiKey, ...(createJob !== undefined && { createJob }), states };
  },
});
