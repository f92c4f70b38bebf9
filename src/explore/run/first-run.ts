import type { ClockSpec } from "../../core/clock-spec.ts";
import { assumptionsOf, valuesOf } from "../../spec/assumptions-of.ts";
import { asObject, asStrings } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import type { OperationToCall } from "../plan/call-map.ts";
import type { FirstRun } from "../plan/plan.ts";
import type { RunResult } from "./run-once.ts";

export function firstRunOf(
  { calls, findings, spec }: RunResult,
  clock: ClockSpec["mode"],
): Omit<FirstRun, "trials" | "lifecycles"> {
  return {
    calls,
    clock,
    hasExpiry: spec.hasState("expired"),
    hasFailedRows: spec.document["x-row-errors"] !== undefined,
    operations: operationFacts(spec),
    questions: assumptionsOf(spec.document).map((entry) => ({
      id: entry.id,
      question: entry.question,
      // A value that contradicts the interface document is not an answer that clients must expect.
      values: (valuesOf(entry) ?? []).filter((value) => !entry.deviations.includes(value)),
    })),
    answers: spec.assumptions,
    reliedOn: findings.flatMap(({ id, assumption }) =>
      id === "assumption-relied-on" && assumption !== undefined ? [assumption] : [],
    ),
  };
}

function operationFacts({ operations }: Spec): readonly OperationToCall[] {
  return operations
    .filter(({ server }) => server !== "origin")
    .map(({ operationId, use, served: { binding } }) => {
      const response = asObject(binding["response"]);
      const servesFormats = "format" in asObject(binding["request"]);
      return {
        operationId,
        use,
        errors: asStrings(binding["errors"]),
        formats: servesFormats ? Object.keys(response) : [],
      };
    })
    .sort((a, b) => Number(b.use === "createJob") - Number(a.use === "createJob"));
}
