import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Restores the sandbox to its initial state: jobs, journal, clock, faults, and scenario.
 *
 * @method reset()
 */
export const resetVerb: Verb<NoArguments, void> = defineVerb({
  route: {
    method: "POST",
    path: "/reset",
    worksUnread: true,
    summary: "Restore the sandbox to its initial state",
  },
  arguments: takesNothing,
  act: ({ host, sandbox }) => void host.sandboxes.reset(sandbox),
});
