import type { Health } from "../reports.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Shows how the server's process is doing.
 *
 * @method health()
 */
export const getHealthVerb: Verb<NoArguments, Health> = defineVerb({
  route: {
    method: "GET",
    path: "/health",
    isOfServer: true,
    isPublic: true,
    summary: "Check that the server responds, and how it is doing",
  },
  arguments: takesNothing,
  response: ({ z, optional, wholeNumber, zeroOrMore }) => {
    const ms = z.number().min(0);
    return z.strictObject({
      status: z.enum(["ok", "failing"]).meta({
        description: "`failing` while the store can't be written to.",
      }),
      version: z.string(),
      role: z.enum(["single", "leader", "follower"]).meta({
        description: "Of the process that responds: `single` if it shares its state with no other.",
      }),
      leader: optional(
        z.string(),
        "Where replicas reach the leader, as `host:port`, if it is known.",
      ),
      term: optional(wholeNumber(1), "Number of the leader's term, if it is known."),
      uptimeMs: ms.meta({ description: "Wall-clock milliseconds since the start." }),
      eventLoopDelay: z
        .strictObject({ p50Ms: ms, p99Ms: ms, worstMs: ms })
        .meta({ description: "How late the event loop was in the last minute or two." }),
      heap: z
        .strictObject({ usedBytes: zeroOrMore, limitBytes: zeroOrMore })
        .meta({ description: "JavaScript's heap; beyond the limit, the process is aborted." }),
      storeProblem: optional(z.string(), "Why the store can't be written to, if it can't."),
      sandboxes: zeroOrMore,
      jobs: zeroOrMore.meta({ description: "Jobs in all sandboxes." }),
      exchanges: zeroOrMore.meta({ description: "Number of exchanges in all journals." }),
      unreadSandboxes: optional(
        wholeNumber(1),
        "How many of the sandboxes are still being read from the store, if any: their jobs and exchanges don't count.",
      ),
    });
  },
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
