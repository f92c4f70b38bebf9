import type { SandboxReport } from "../reports.ts";
import { sandboxReport } from "../shared/sandbox-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists all of the server's sandboxes: the default one first, then the others, least recently used
 * first.
 *
 * @method sandboxes()
 */
export const listSandboxesVerb: Verb<NoArguments, readonly SandboxReport[]> = defineVerb({
  route: "GET /sandboxes",
  summary: "List the server's sandboxes",
  isOfServer: true,
  act: async (scope) => {
    await scope.host.loaded();
    return scope.host.sandboxes.all().map((sandbox) => sandboxReport(scope, sandbox));
  },
});
