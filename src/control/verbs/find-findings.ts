import type { Finding } from "../../findings/finding.ts";
import type { Judging } from "../../findings/findings-of.ts";
import { FINDING_SCHEMA } from "../../findings/report/report-schema.ts";
import { judgingGrammar } from "../shared/judging-grammar.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Lists what the sandbox's clients did wrong, worst first; with `strict`, an `info` counts as a
 * warning.
 *
 * @method findings(options?: Judging)
 */
export const findFindingsVerb: Verb<Judging, readonly Finding[]> = defineVerb({
  route: {
    method: "GET",
    path: "/findings",
    query: { strict: "boolean" },
    usesRecords: true,
    summary: "Find what the key's clients did wrong, worst first",
  },
  arguments: judgingGrammar,
  response: ({ list, jsonSchemaGrammar }) => list(jsonSchemaGrammar<Finding>(FINDING_SCHEMA)),
  act: async ({ host, sandbox }, judging) => {
    await sandbox.readings.all(sandbox.clock.now());
    const { findings } = await host.judge.reportOn(sandbox, judging);
    return findings;
  },
});
