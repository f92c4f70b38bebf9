import { createHash, randomUUID } from "node:crypto";
import type { RecipeChange } from "../control/host.ts";
import { STALL_CURE } from "../core/stall-cure.ts";
import { datasetEvents } from "../engine/place-datasets.ts";
import { DEFAULT_API_KEY } from "../options/default-api-key.ts";
import type { Settings } from "../options/settings.ts";
import { openSandbox } from "../state/open-sandbox.ts";
import type { Sandbox, SandboxRecipe } from "../state/sandbox.ts";
import { MADE_KEY_PREFIX, Sandboxes } from "../state/sandboxes.ts";
import { DropNotices } from "./drop-notices.ts";
import { changedDatasets } from "./reload-scenario.ts";
import type { StagedScenario, Staging } from "./staging.ts";
import { heapLimitBytes } from "./vitals.ts";

/** The seed if neither the options nor the scenario set one. */
const DEFAULT_SEED = 1;

/** The part of JavaScript's heap that sandboxes may fill: the rest is for requests, reports, and garbage. */
const HEAP_SHARE = 1 / 3;

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A server's sandboxes, and their default scenario. */
export class OpenSandboxes {
  readonly sandboxes: Sandboxes;
  /** The key whose sandbox the simulator's own properties are about. */
  readonly ownKey: string;
  /** Called with each sandbox that ends: reset, deleted, or dropped. */
  onEnd: (sandbox: Sandbox) => void = () => {};
  readonly #settings: Settings;
  readonly #staging: Staging;
  #staged: StagedScenario;
  #made = 0;

  constructor(settings: Settings, staging: Staging, staged: StagedScenario) {
    this.#settings = settings;
    this.#staging = staging;
    this.#staged = staged;
    this.ownKey = settings.apiKeys[0] ?? DEFAULT_API_KEY;
    const limits = {
      maxSandboxes: settings.maxSandboxes,
      maxBytes: settings.maxSandboxBytes,
      maxHeapBytes: heapLimitBytes() * HEAP_SHARE,
      maxDiskBytes: settings.maxSandboxDiskBytes,
    };
    const drops = new DropNotices(limits);
    this.sandboxes = new Sandboxes({
      recipeFor: (key) => this.#recipe(key, sandboxNameOf(key), {}),
      open: (recipe) => this.#open(recipe),
      keys: settings.apiKeys,
      ownKey: this.ownKey,
      limits,
      onFull: (message) => settings.onNotice(`SIM_MEMORY: ${message}`),
      onDrop: ({ name }, limit) => {
        const notice = drops.noticeOf(name, limit);
        if (notice !== undefined) settings.onNotice(notice);
      },
    });
  }

  /** The own key's sandbox. */
  get own(): Sandbox {
    return this.sandboxes.forKey(this.ownKey) ?? this.sandboxes.default;
  }

  /** The server's scenario. */
  get staged(): StagedScenario {
    return this.#staged;
  }

  /** A recipe with a new key that can't be guessed. */
  newRecipe({ name = this.#freeName(), ...change }: RecipeChange): SandboxRecipe {
    return this.#recipe(`${MADE_KEY_PREFIX}${randomUUID()}`, name, change);
  }

  /** Replaces the server's scenario in the sandboxes that play it. Existing jobs continue unchanged. */
  replaceScenario(next: StagedScenario): void {
    const before = this.#staged;
    const datasets = changedDatasets(next, before);
    for (const sandbox of this.sandboxes.all()) {
      if (sandbox.scenario !== before.scenario) continue;
      const now = sandbox.clock.now();
      sandbox.transact((state) => ({
        events: [
          { kind: "scenarioPlayed", scenario: next.scenario },
          ...datasetEvents(state, datasets, now),
        ],
        result: undefined,
      }));
    }
    this.#staged = next;
  }

  #freeName(): string {
    const name = `sandbox-${++this.#made}`;
    return this.sandboxes.named(name) === undefined ? name : this.#freeName();
  }

  /** The request takes precedence over the server's options, and those over the scenario. */
  #recipe(key: string | undefined, name: string, asked: RecipeChange): SandboxRecipe {
    const { seed, clock } = this.#settings;
    const scenario = asked.scenario ?? this.#staged.scenario;
    return {
      key,
      name,
      scenario,
      seed: asked.seed ?? seed ?? scenario.seed ?? DEFAULT_SEED,
      clock: asked.clock ?? clock ?? scenario.clock ?? { mode: "real" },
      renewed: () => this.#recipe(key, name, asked),
    };
  }

  #open(recipe: SandboxRecipe): Sandbox {
    const { onNotice, maxJournalExchanges, maxJournalBytes } = this.#settings;
    const sandbox = openSandbox(recipe, {
      journalLimits: { maxExchanges: maxJournalExchanges, maxBytes: maxJournalBytes },
      onStall: (sentence) => onNotice(`Sandbox \`${recipe.name}\`: ${sentence} ${STALL_CURE}`),
    });
    const datasets = this.#staging.datasetsOf(recipe.scenario);
    const now = sandbox.clock.now();
    sandbox.transact((state) => ({
      events: datasetEvents(state, datasets, now),
      result: undefined,
    }));
    sandbox.ended.addEventListener("abort", () => this.onEnd(sandbox));
    return sandbox;
  }
}

/** The name is derived from the key, and every ID from the name, so only someone who has the key can guess them. */
export function sandboxNameOf(key: string | undefined): string {
  return key === undefined ? "default" : sha256(JSON.stringify(["sandbox", key])).slice(0, 16);
}
