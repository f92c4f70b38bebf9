import type { Expectation } from "../../findings/expected-finding.ts";
import { FINDING_IDS, KEYLESS } from "../../findings/finding-table.ts";
import type { FindingExpectation } from "../arguments.ts";
import type { VerbScope } from "../host.ts";
import { sandboxSlug } from "../shared/sandbox-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Declares that a test provokes a finding on purpose, in this sandbox by default. An expected
 * finding that doesn't occur is itself a finding.
 *
 * @method expectFinding(options: FindingExpectation)
 */
export const expectFindingVerb: Verb<FindingExpectation, void> = defineVerb({
  route: "POST /findings/expected",
  summary: "Declare that a test provokes a finding on purpose",
  body: "json",
  isOfServer: "all",
  example: { id: "gave-up", sandbox: "s", all: true },
  arguments: ({ z, optionalFlag, keys, optional, sandboxName }) => {
    const id = z.enum(FINDING_IDS, { error: "the ID of a finding" });
    return keys({
      id: optional(id, "The finding's ID. Default: any finding."),
      sandbox: optional(
        sandboxName,
        "Name of the sandbox, which need not exist yet. Default: the caller's sandbox or, for `key-malformed` and `key-unknown`, any sandbox.",
      ),
      all: optionalFlag(
        "Expect the finding in any sandbox, unless `sandbox` names one. If true, the call needs no API key. Default: false.",
      ),
    });
  },
  act: (scope, expected) => scope.host.judge.expectFinding(placed(scope, expected)),
});

function placed(
  { host, sandbox: own }: VerbScope,
  { id, sandbox, all }: FindingExpectation,
): Expectation {
  const what = id === undefined ? {} : { id };
  if (sandbox !== undefined)
    return { ...what, sandbox: sandboxSlug(sandbox, host.digest), title: sandbox };
  const isAnywhere = all === true || (id !== undefined && KEYLESS.has(id));
  return isAnywhere ? what : { ...what, sandbox: own.name, title: own.state.title ?? own.name };
}
