import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redactor } from "../../record/redactor.ts";
import { openDocument } from "../../simulator/open-document.ts";
import { startSimulator } from "../../simulator/start-simulator.ts";
import { createSpecs } from "../../spec/spec.ts";
import { type PlanSize, probePlanOf } from "../../verify/plan/plan.ts";
import type { Simulate } from "../../verify/run/explain.ts";
import { runPlan } from "../../verify/run/run-plan.ts";

/** Each state lasts longer than the time between two polls. */
const SCENARIO = { name: "verify", profiles: [{ queued: "6s", starting: "6s", running: "6s" }] };
const PACE = { pollMs: 5000, timeoutMs: 3_600_000 };

/**
 * Runs a plan against simulators of a document, under other assumptions or with another overlay.
 */
export function simulatedBy(overlays: readonly string[], size: PlanSize): Simulate {
  return async ({ assumptions = {}, overlay }) => {
    const folder = overlay === undefined ? undefined : await mkdtemp(join(tmpdir(), "batch-sim-"));
    try {
      const own = folder === undefined ? [] : [join(folder, "verified.yaml")];
      for (const file of own) await writeFile(file, overlay ?? "");
      return await simulated([...overlays, ...own], assumptions, size);
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true });
    }
  };
}

async function simulated(
  overlays: readonly string[],
  assumptions: Parameters<Simulate>[0]["assumptions"] & {},
  size: PlanSize,
): ReturnType<Simulate> {
  const spec = createSpecs(await openDocument(overlays))(assumptions);
  await using sim = await startSimulator({
    ...{ overlays, clock: "manual", scenario: { ...SCENARIO, assumptions } },
    onNotice: () => {},
  });
  const target = {
    baseUrl: new URL(sim.baseUrl),
    deploymentUrl: new URL(sim.deploymentUrl),
    apiKey: sim.apiKey,
    now: () => 0,
    wait: (ms: number) => sim.clock.advance(ms),
  };
  const parts = { spec, pace: PACE, redactor: new Redactor(spec) };
  return { exchanges: await runPlan(probePlanOf(spec, size), target, parts), spec };
}
