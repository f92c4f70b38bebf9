import { formatClockSpec } from "../core/clock-spec.ts";
import type { SandboxRecipe } from "../state/sandbox.ts";

/** How a stored sandbox was created, and how this start would create it. */
export type KeptRecipe = { readonly kept: SandboxRecipe; readonly current: SandboxRecipe };

/** What stored sandboxes keep although this start has other options; undefined if nothing differs. */
export function keptNotice(recipes: readonly KeptRecipe[]): string | undefined {
  const found = recipes.map(differences).filter((each) => each.length > 0);
  const [example] = found;
  if (example === undefined) return undefined;
  const who =
    found.length === 1 ? "A stored sandbox keeps" : `${found.length} stored sandboxes keep`;
  const what = found.length === 1 ? "it was" : "they were";
  return `${who} what ${what} created with: ${example.join(", ")}. Reset a sandbox, or use another key, for those of this start.`;
}

function differences({ kept, current }: KeptRecipe): readonly string[] {
  const found: string[] = [];
  if (kept.seed !== current.seed) found.push(`the seed ${kept.seed} (this start: ${current.seed})`);
  const [clock, now] = [formatClockSpec(kept.clock), formatClockSpec(current.clock)];
  if (clock !== now) found.push(`the clock \`${clock}\` (this start: \`${now}\`)`);
  const { name } = kept.scenario;
  if (name !== current.scenario.name)
    found.push(`the scenario \`${name}\` (this start: \`${current.scenario.name}\`)`);
  else if (JSON.stringify(kept.scenario) !== JSON.stringify(current.scenario))
    found.push(`an earlier version of the scenario \`${name}\``);
  return found;
}
