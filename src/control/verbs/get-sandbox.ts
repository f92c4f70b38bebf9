import type { SandboxReport } from "../reports.ts";
import { sandboxReport } from "../shared/sandbox-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Describes the sandbox and its contents.
 *
 * @method info()
 */
export const getSandboxVerb: Verb<NoArguments, SandboxReport> = defineVerb({
  route: "GET /sandbox",
  summary: "Show a summary of the sandbox",
  act: (scope) => sandboxReport(scope, scope.sandbox),
});
