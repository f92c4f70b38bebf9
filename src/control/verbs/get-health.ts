import type { Health } from "../reports.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Shows the health of the server's process.
 *
 * @method health()
 */
export const getHealthVerb: Verb<NoArguments, Health> = defineVerb({
  route: "GET /health",
  summary: "Check that the server responds, and show its health",
  isOfServer: true,
  isPublic: true,
  act: ({ host }) => {
    const all = host.sandboxes.all();
    const read = all.filter(({ loading }) => loading === undefined);
    const unread = all.length - read.length;
    const problem = host.storeProblem();
    return {
      status: problem === undefined ? ("ok" as const) : ("failing" as const),
      version: host.version,
      ...host.probes.status(),
      ...host.vitals(),
      ...(problem === undefined ? {} : { storeProblem: problem }),
      sandboxes: all.length,
      jobs: read.reduce((sum, { state }) => sum + state.jobs.size, 0),
      exchanges: read.reduce((sum, { journal }) => sum + journal.length, 0),
      ...(unread === 0 ? {} : { unreadSandboxes: unread }),
    };
  },
});
