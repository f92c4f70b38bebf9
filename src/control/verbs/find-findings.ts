import type { Finding } from "../../findings/finding.ts";
import type { Judging } from "../../findings/findings-of.ts";
import { defineVerb, type Verb } from "../verb.ts";

export const STRICT = "Treat `info` findings as warnings. Default: false.";

/**
 * Lists the mistakes of the sandbox's clients, most serious first; with `strict`, an `info` finding
 * counts as a warning.
 *
 * @method findings(options?: Judging)
 */
export const findFindingsVerb: Verb<Judging, readonly Finding[]> = defineVerb({
  route: "GET /findings",
  summary: "List the findings about the sandbox's clients, most serious first",
  usesRecords: true,
  arguments: ({ keys, optionalFlag }) => keys({ strict: optionalFlag(STRICT) }),
  act: async ({ host, sandbox }, judging) => {
    await sandbox.readings.all(sandbox.clock.now());
    const { findings } = await host.judge.reportOn(sandbox, judging);
    return findings;
  },
});
