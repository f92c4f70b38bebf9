import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Restores the sandbox's initial state, including jobs, clock, faults, scenario, and journal.
 *
 * @method reset()
 */
export const resetVerb: Verb<NoArguments, void> = defineVerb({
  route: "POST /reset",
  summary: "Restore the sandbox to its initial state",
  worksUnread: true,
  act: ({ host, sandbox }) => void host.sandboxes.reset(sandbox),
});
