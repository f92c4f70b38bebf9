import { type Control, connect } from "../../src/index.ts";
import type { TestSimulator } from "../support/simulator.ts";

/** The ways to reach a simulator's control API, for the suite that runs with both. */
export const REACHES: readonly (readonly [string, (sim: TestSimulator) => Control])[] = [
  ["in process", (sim) => sim.control],
  ["over HTTP", (sim) => connect(sim.controlUrl ?? "", { apiKey: sim.apiKey })],
];

/** The error with which a promise rejects, as plain data; throws if it doesn't reject. */
export async function rejection(promise: Promise<unknown>): Promise<{
  code: unknown;
  message: unknown;
  issues: unknown;
}> {
  const error: unknown = await promise.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (reason: unknown) => reason,
  );
  const { code, message, issues } = error as { code: unknown; message: unknown; issues: unknown };
  return { code, message, issues };
}
