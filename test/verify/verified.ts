import { simulatedBy } from "../../src/cli/commands/verify.ts";
import { Redactor } from "../../src/record/redactor.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { type PlanSize, probesOf } from "../../src/verify/plan/probes.ts";
import { type VerifyReport, verifyReport } from "../../src/verify/report/verify-report.ts";
import { type Explanation, explain, type Simulate } from "../../src/verify/run/explain.ts";
import { runPlan } from "../../src/verify/run/run-plan.ts";
import { KEY, type SecretService } from "./secret-service.ts";

/** The results of verifying a service. */
export type Verified = Explanation & { readonly report: VerifyReport };

export const DEEP: PlanSize = { jobs: 1, isDeep: true };

/** Sends the plan for a spec with these overlays to a service, and advances its clock while it is polled. */
export async function sent(
  service: SecretService,
  size: PlanSize = DEEP,
  overlays: readonly string[] = [],
) {
  const spec = createSpecs(await openDocument(overlays))({});
  const baseUrl = new URL(service.url);
  let now = 0;
  const wait = (ms: number): Promise<unknown> => {
    now += ms;
    return service.advance(ms);
  };
  return await runPlan(
    probesOf(spec, size),
    { baseUrl, deploymentUrl: new URL(baseUrl.origin), apiKey: KEY, now: () => now, wait },
    { spec, pace: { pollMs: 5000, timeoutMs: 600_000 }, redactor: new Redactor(spec) },
  );
}

/** Verifies a service against a simulator without overlays, unless `simulated` has some. */
export async function verified(
  service: SecretService,
  simulated: Simulate = simulate,
  size: PlanSize = DEEP,
  overlays: readonly string[] = [],
): Promise<Verified> {
  const { exchanges, problem } = await sent(service, size, overlays);
  if (problem !== undefined) throw new Error(problem);
  const explanation = await explain(exchanges, simulated);
  const report = verifyReport({
    ...{ version: "0.0.0", against: "the service", exchanges, problem },
    explanation,
  });
  return { ...explanation, report };
}

let base: ReturnType<Simulate> | undefined;

/** Deep runs against the simulator. The run without changes is shared. */
export const simulate: Simulate = (change) => {
  if (Object.keys(change).length > 0) return simulatedBy([], DEEP)(change);
  base ??= simulatedBy([], DEEP)({});
  return base;
};
