import type { Services } from "../engine/call-context.ts";
import { resumeReadings } from "../engine/read-late.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Staging } from "./staging.ts";

/** Reads the inputs that an earlier process had not read completely in a sandbox. */
export function resumeReadingsIn(
  sandbox: Sandbox,
  { services, staging }: { readonly services: Services; readonly staging: Staging },
): void {
  const rules = staging.specOf(sandbox.scenario);
  const create = rules.operations.find(({ use }) => use === "createJob");
  resumeReadings({ sandbox, rules, services }, create?.wireName ?? String);
}
