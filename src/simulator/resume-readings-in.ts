import { resumeReadings } from "../engine/read-late.ts";
import type { Services } from "../engine/world.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { Staging } from "./staging.ts";

/** Reads the inputs that an earlier process had not read completely, in all sandboxes. */
export function resumeReadingsIn(
  sandboxes: Sandboxes,
  { services, staging }: { readonly services: Services; readonly staging: Staging },
): void {
  for (const sandbox of sandboxes.all()) {
    const rules = staging.specOf(sandbox.scenario);
    const create = rules.operations.find(({ use }) => use === "createJob");
    resumeReadings({ sandbox, rules, services }, create?.wireName ?? String);
  }
}
