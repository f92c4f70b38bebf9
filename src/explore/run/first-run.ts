import { parseClockSpec } from "../../core/clock-spec.ts";
import { readData } from "../../simulator/package-file.ts";
import { assumptionsOf, valuesOf } from "../../spec/assumptions-of.ts";
import { asObject, asStrings } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import type { OperationToCall } from "../plan/call-map.ts";
import type { LifecycleTable } from "../plan/lifecycles.ts";
import { type Plan, planExperiments } from "../plan/plan-experiments.ts";
import type { TrialTable } from "../plan/trials.ts";
import type { RunResult } from "./run-once.ts";

/** Plans the experiments for a first run; `clock` has the format of the `clock` option. */
export async function planFor({ calls, findings, spec }: RunResult, clock: string): Promise<Plan> {
  return planExperiments({
    calls,
    clock: parseClockSpec(clock)?.mode ?? "poll",
    hasExpiry: spec.hasState("expired"),
    hasFailedRows: spec.document["x-row-errors"] !== undefined,
    operations: operationFacts(spec),
    questions: assumptionsOf(spec.document).map((entry) => ({
      id: entry.id,
      question: entry.question,
      // Omits values that contradict the interface document: clients need not expect them.
      values: (valuesOf(entry) ?? []).filter((value) => !entry.deviations.includes(value)),
    })),
    answers: spec.assumptions,
    reliedOn: findings.flatMap(({ id, assumption }) =>
      id === "assumption-relied-on" && assumption !== undefined ? [assumption] : [],
    ),
    trials: await readData<TrialTable>("trials"),
    lifecycles: await readData<LifecycleTable>("lifecycles"),
  });
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
