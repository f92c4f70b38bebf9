import type { FindingId } from "../../findings/finding-id.ts";
import { FINDING_IDS } from "../../findings/finding-table.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Findings about requests whose key identifies no sandbox: they are always in the default one. */
const KEYLESS: ReadonlySet<FindingId> = new Set<FindingId>(["key-malformed", "key-unknown"]);

/** Declares that a finding is provoked on purpose. */
export const expectFindingVerb: Verb<{ readonly id?: FindingId }, void> = defineVerb({
  route: {
    method: "POST",
    path: "/findings/expected",
    body: "json",
    summary: "Declare that a finding is provoked on purpose",
  },
  arguments: ({ z, keys, optional }) => {
    const id = z.enum(FINDING_IDS, { error: "the ID of a finding" });
    return keys({ id: optional(id, "Its ID. Default: any finding of the sandbox.") });
  },
  response: ({ noResponse }) => noResponse,
  act: ({ host, sandbox }, { id }) => {
    if (id === undefined) host.judge.expectFinding({ sandbox: sandbox.name });
    else host.judge.expectFinding(KEYLESS.has(id) ? { id } : { id, sandbox: sandbox.name });
  },
});
