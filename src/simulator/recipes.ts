import { createHash, randomUUID } from "node:crypto";
import type { RecipeChange } from "../control/host.ts";
import { DEFAULT_API_KEY, MADE_KEY_PREFIX } from "../core/api-key.ts";
import { formatClockSpec } from "../core/clock-spec.ts";
import type { Scenario } from "../core/scenario.ts";
import { namedKey } from "../options/forms.ts";
import type { Settings } from "../options/settings.ts";
import type { SandboxRecipe } from "../state/sandbox.ts";
import type { ServerParts } from "./server-parts.ts";

const DEFAULT_SEED = 1;

export class Recipes {
  scenario: Scenario;
  /** The keys from the `apiKeys` option; empty if the server accepts every key. */
  readonly keys: readonly string[];
  /** The key of the sandbox that properties of `Simulator`, such as `clock`, refer to. */
  readonly ownKey: string;
  readonly #settings: Settings;
  readonly #titles: ReadonlyMap<string, string | undefined>;

  constructor({ settings, staged, ownTitle }: ServerParts) {
    const named = settings.apiKeys.map(namedKey);
    this.scenario = staged.scenario;
    this.keys = named.map(({ key }) => key);
    this.ownKey = this.keys[0] ?? DEFAULT_API_KEY;
    this.#settings = settings;
    this.#titles = new Map([
      [this.ownKey, ownTitle],
      ...named.flatMap(({ key, name }) => (name === undefined ? [] : [[key, name] as const])),
    ]);
  }

  /** Returns the recipe for a key's sandbox or, without a key, for the default sandbox. */
  for(key: string | undefined): SandboxRecipe {
    const title = this.#titles.get(key ?? "");
    return this.renewed({
      key,
      // The sandbox's IDs depend on this name, so only someone with the key can guess them.
      name: key === undefined ? "default" : sha256(JSON.stringify(["sandbox", key])).slice(0, 16),
      asked: title === undefined ? {} : { title },
    });
  }

  /** Makes a recipe with a new, unguessable key. */
  made(name: string, change: RecipeChange): SandboxRecipe {
    const { name: _, ...asked } = change;
    return this.renewed({ key: `${MADE_KEY_PREFIX}${randomUUID()}`, name, asked });
  }

  /** Completes a recipe. The request's values override the options, which override the scenario. */
  renewed({ key, name, asked }: Pick<SandboxRecipe, "key" | "name" | "asked">): SandboxRecipe {
    const scenario = asked.scenario ?? this.scenario;
    const seed = asked.seed ?? seedOf(this.#settings, scenario);
    const clock = asked.clock ?? this.#settings.clock ?? scenario.clock ?? { mode: "real" };
    return { key, name, scenario, seed, clock, asked };
  }

  /** Whether the server accepts a key although it is not in `keys`. */
  accepts(key: string | undefined): boolean {
    if (key === undefined || this.keys.includes(key)) return false;
    return this.keys.length === 0 || key.startsWith(MADE_KEY_PREFIX);
  }

  /** Whether the server rejects a key, which it may accept again with other options. */
  rejects(key: string | undefined): boolean {
    return key !== undefined && !this.keys.includes(key) && !this.accepts(key);
  }

  /** A notice about stored sandboxes whose settings aren't current; undefined if there are none. */
  keptNotice(kept: readonly SandboxRecipe[]): string | undefined {
    const found = kept
      .map((recipe) => differences(recipe, this.renewed(recipe)))
      .filter((each) => each.length > 0);
    const [example] = found;
    if (example === undefined) return undefined;
    const who =
      found.length === 1 ? "A stored sandbox keeps" : `${found.length} stored sandboxes keep`;
    const what = found.length === 1 ? "it was created with:" : "they were created with, such as";
    return `${who} the settings that ${what} ${example.join(", ")}. Reset a sandbox, or use another key, to use the current settings.`;
  }
}

function differences(kept: SandboxRecipe, current: SandboxRecipe): readonly string[] {
  const found: string[] = [];
  if (kept.seed !== current.seed) found.push(`the seed ${kept.seed} (now: ${current.seed})`);
  const [clock, now] = [formatClockSpec(kept.clock), formatClockSpec(current.clock)];
  if (clock !== now) found.push(`the clock \`${clock}\` (now: \`${now}\`)`);
  const { name } = kept.scenario;
  if (name !== current.scenario.name)
    found.push(`the scenario \`${name}\` (now: \`${current.scenario.name}\`)`);
  else if (JSON.stringify(kept.scenario) !== JSON.stringify(current.scenario))
    found.push(`an earlier version of the scenario \`${name}\``);
  return found;
}

export function seedOf({ seed }: Settings, scenario: Scenario): number {
  return seed ?? scenario.seed ?? DEFAULT_SEED;
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
