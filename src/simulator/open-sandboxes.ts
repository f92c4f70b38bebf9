import { createHash, randomUUID } from "node:crypto";
import type { RecipeChange } from "../control/host.ts";
import { DEFAULT_API_KEY, MADE_KEY_PREFIX } from "../core/api-key.ts";
import { STALL_CURE } from "../core/clock-spec.ts";
import type { Scenario } from "../core/scenario.ts";
import { formatDuration } from "../core/time.ts";
import { datasetEvents } from "../engine/datasets.ts";
import { scenarioEndpointEvents } from "../engine/webhooks/new-endpoint.ts";
import { namedKey } from "../options/named-key.ts";
import type { Settings } from "../options/settings.ts";
import {
  continueSandbox,
  MAX_UNSTORED_MS,
  type OpeningOptions,
  openSandbox,
} from "../state/open-sandbox.ts";
import type { AskedRecipe, Sandbox, SandboxRecipe } from "../state/sandbox.ts";
import type { SandboxLimits } from "../state/sandbox-limits.ts";
import { Sandboxes } from "../state/sandboxes.ts";
import { SteadyClock } from "../state/steady-clock.ts";
import type { StoredSandbox } from "../state/stored-sandbox.ts";
import { wallNow } from "../state/wall-timer.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { beyondLimits, DropNotices } from "./beyond-limits.ts";
import { type KeptRecipe, keptNotice } from "./kept-recipes.ts";
import { replaceIn } from "./reload-scenario.ts";
import { SandboxLoader } from "./sandbox-loader.ts";
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

/** What a server's sandboxes depend on. */
export type OpenSandboxesParts = {
  readonly settings: Settings;
  readonly staging: Staging;
  readonly staged: StagedScenario;
  /** Title of the own key's sandbox, unless the key has a name. */
  readonly ownTitle?: string | undefined;
  /** Where they are stored; undefined if they end with the process. */
  readonly saved: SandboxStore | undefined;
};

type TimedParts = OpenSandboxesParts & { readonly clock: SteadyClock };

/** A stored sandbox that continues. */
type Restored = StoredSandbox & { readonly sandbox: Sandbox };

/** A server's sandboxes, and their default scenario. Stored ones have to be loaded: `loader` does it. */
export class OpenSandboxes {
  readonly sandboxes: Sandboxes;
  readonly loader: SandboxLoader;
  /** The key whose sandbox the simulator's own properties are about. */
  readonly ownKey: string;
  /** Called with each sandbox that ends: reset, deleted, or dropped. */
  onEnd: (sandbox: Sandbox) => void;
  /** Stored sandboxes that have already ended, but whose clients have not been judged. */
  readonly unjudged: readonly Sandbox[];
  /** Called with each stored sandbox once its state has been read. */
  onLoaded: (sandbox: Sandbox) => void = () => {};
  /** Names of ended sandboxes, which reports still mention, and of stored ones, which an earlier process named. */
  readonly takenNames: Set<string>;
  /** Called with each sandbox that is opened later. */
  onOpen: (sandbox: Sandbox) => void = () => {};
  readonly #settings: Settings;
  readonly #staging: Staging;
  readonly #saved: SandboxStore | undefined;
  readonly #clock: SteadyClock;
  #restored: ReadonlyMap<string | undefined, Sandbox>;
  #staged: StagedScenario;
  #made = 0;

  /** Continues the stored sandboxes that the server accepts, and opens those that it always has. */
  static async open(parts: OpenSandboxesParts): Promise<OpenSandboxes> {
    const { saved, settings } = parts;
    const stored = (await saved?.all()) ?? [];
    const clock = clockOf(settings, saved, stored);
    if (saved !== undefined) saved.toldNow = () => clock.now();
    const past = stored.map((each) => {
      const sandbox = continueSandbox(each, openingOf(each.recipe, settings, clock));
      return { ...each, sandbox };
    });
    return new OpenSandboxes({ ...parts, clock }, past);
  }

  private constructor(
    { settings, staging, staged, saved, clock, ownTitle }: TimedParts,
    past: readonly Restored[],
  ) {
    this.#clock = clock;
    this.#settings = settings;
    this.#staging = staging;
    this.#staged = staged;
    this.#saved = saved;
    this.ownKey = this.#keys[0] ?? DEFAULT_API_KEY;
    const limits = limitsOf(settings);
    const drops = new DropNotices(limits);
    const onDrop = ({ name }: Sandbox, limit: keyof SandboxLimits): void => {
      const notice = drops.noticeOf(name, limit);
      if (notice !== undefined) settings.onNotice(notice);
    };
    const unjudged: Sandbox[] = [];
    this.unjudged = unjudged;
    this.onEnd = (sandbox) => void unjudged.push(sandbox);
    for (const { sandbox, hasEnded } of past) {
      this.#watch(sandbox);
      if (hasEnded) sandbox.end();
    }
    this.takenNames = new Set(past.map(({ sandbox }) => sandbox.name));
    const going = past.filter(({ hasEnded }) => !hasEnded);
    this.#restored = new Map(going.map(({ sandbox }) => [sandbox.recipe.key, sandbox]));
    this.sandboxes = new Sandboxes({
      recipeFor: (key) => this.#recipe(key, sandboxNameOf(key), titled(settings, key, ownTitle)),
      open: (recipe) => this.#restored.get(recipe.key) ?? this.#open(recipe),
      renewed: ({ key, name, asked }) => this.#recipe(key, name, asked),
      keys: this.#keys,
      ownKey: this.ownKey,
      limits,
      onFull: (message) => settings.onNotice(`SIM_MEMORY: ${message}`),
      onDrop,
    });
    const accepted = going.filter(({ sandbox: { recipe } }) => this.#isAccepted(recipe.key));
    for (const { sandbox, isUsed } of accepted) this.sandboxes.adopt(sandbox, isUsed);
    const notice = keptNotice(this.sandboxes.all().flatMap(({ recipe }) => this.#kept(recipe)));
    if (notice !== undefined) settings.onNotice(notice);
    // A reset makes a new sandbox.
    this.#restored = new Map();
    for (const { sandbox } of going) {
      sandbox.loading?.whenDone(() => this.#noteLoaded(sandbox, this.onLoaded));
      sandbox.loadingRecords?.whenDone(() => this.#noteLoaded(sandbox));
    }
    const isOthers = ({ sandbox: { recipe } }: Restored): boolean => this.#isOthers(recipe.key);
    this.loader = new SandboxLoader({
      sandboxes: inOrder(past.filter((each) => each.hasEnded || !isOthers(each))),
      others: going.filter(isOthers).map(({ sandbox }) => sandbox),
      onDone: async (others, turn) => {
        const used = this.sandboxes.all().filter(({ recipe }) => this.#isAccepted(recipe.key));
        for (const { sandbox, limit } of beyondLimits(others, used, limits)) {
          sandbox.end();
          onDrop(sandbox, limit);
        }
        await saved?.deleteUnused(turn);
      },
    });
  }

  /** The accepted keys. */
  get #keys(): readonly string[] {
    return this.#settings.apiKeys.map((each) => namedKey(each).key);
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
    for (const sandbox of this.sandboxes.all()) {
      if (sandbox.loading === undefined) replaceIn(sandbox, before, next);
      else sandbox.loading.whenDone(() => replaceIn(sandbox, before, next));
    }
    this.#staged = next;
  }

  #freeName(): string {
    const name = `sandbox-${++this.#made}`;
    const isTaken = this.takenNames.has(name) || this.sandboxes.named(name) !== undefined;
    return isTaken ? this.#freeName() : name;
  }

  /** The request takes precedence over the server's options, and those over the scenario. */
  #recipe(key: string | undefined, name: string, asked: AskedRecipe): SandboxRecipe {
    const { clock } = this.#settings;
    const scenario = asked.scenario ?? this.#staged.scenario;
    return {
      key,
      name,
      scenario,
      seed: asked.seed ?? seedOf(this.#settings, scenario),
      clock: asked.clock ?? clock ?? scenario.clock ?? { mode: "real" },
      asked,
    };
  }

  #kept(kept: SandboxRecipe): readonly KeptRecipe[] {
    if (!this.#restored.has(kept.key)) return [];
    return [{ kept, current: this.#recipe(kept.key, kept.name, kept.asked) }];
  }

  /** Whether a stored sandbox is for a key that is made here, or that the server accepts but doesn't always have. */
  #isAccepted(key: string | undefined): boolean {
    if (key === undefined || this.#keys.includes(key)) return false;
    return this.#keys.length === 0 || key.startsWith(MADE_KEY_PREFIX);
  }

  /** Whether a stored sandbox is for a key that the server doesn't accept, but another start of it may. */
  #isOthers(key: string | undefined): boolean {
    return key !== undefined && !this.#keys.includes(key) && !this.#isAccepted(key);
  }

  #open(recipe: SandboxRecipe): Sandbox {
    const opening = openingOf(recipe, this.#settings, this.#clock);
    const openedAt = opening.wallNow();
    const log = this.#saved?.add(recipe, openedAt);
    const sandbox = this.#watch(openSandbox(recipe, { ...opening, log, openedAt }));
    const datasets = this.#staging.datasetsOf(recipe.scenario);
    const now = sandbox.clock.now();
    sandbox.transact((state) => ({
      events: [
        ...datasetEvents(state, datasets, now),
        ...scenarioEndpointEvents(sandbox, state, recipe.scenario),
      ],
      result: undefined,
    }));
    this.onOpen(sandbox);
    return sandbox;
  }

  #noteLoaded(sandbox: Sandbox, then?: (sandbox: Sandbox) => void): void {
    if (sandbox.ended.aborted || this.#isOthers(sandbox.recipe.key)) return;
    this.sandboxes.noteLoaded(sandbox);
    // It may be too large to be kept.
    if (!sandbox.ended.aborted) then?.(sandbox);
  }

  #watch(sandbox: Sandbox): Sandbox {
    sandbox.ended.addEventListener("abort", () => this.onEnd(sandbox));
    return sandbox;
  }
}

/** The title of a key's sandbox, if the options give it one. */
function titled(
  { apiKeys }: Settings,
  key: string | undefined,
  ownTitle: string | undefined,
): Pick<AskedRecipe, "title"> {
  const keys = apiKeys.map(namedKey);
  const isOwn = key === (keys[0]?.key ?? DEFAULT_API_KEY);
  const title = keys.find((each) => each.key === key)?.name ?? (isOwn ? ownTitle : undefined);
  return title === undefined ? {} : { title };
}

/** The most recently used ones first, and last those that have ended. */
function inOrder(past: readonly Restored[]): readonly Sandbox[] {
  const sorted = past.toReversed().sort((a, b) => Number(a.hasEnded) - Number(b.hasEnded));
  return sorted.map(({ sandbox }) => sandbox);
}

/** The seed of a server's sandboxes, unless one has its own. */
export function seedOf({ seed }: Settings, scenario: Scenario): number {
  return seed ?? scenario.seed ?? DEFAULT_SEED;
}

function limitsOf(settings: Settings): SandboxLimits {
  return {
    maxSandboxes: settings.maxSandboxes,
    maxBytes: settings.maxSandboxBytes,
    maxHeapBytes: heapLimitBytes() * HEAP_SHARE,
    maxDiskBytes: settings.maxSandboxDiskBytes,
  };
}

/** The clock that drives those of sandboxes. */
function clockOf(
  { onNotice }: Settings,
  saved: SandboxStore | undefined,
  stored: readonly StoredSandbox[],
): SteadyClock {
  const latest = stored.reduce((last, { writtenAt }) => Math.max(last, writtenAt), 0);
  return new SteadyClock({
    wallNow: saved === undefined ? wallNow : () => saved.wallNow(),
    startAt: latest === 0 ? undefined : latest,
    unstoredMs: stored.some(({ gap }) => gap !== undefined) ? MAX_UNSTORED_MS : 0,
    onSetBack: (byMs) =>
      onNotice(
        `The machine's clock was set back by ${formatDuration(byMs)}. The clocks of sandboxes go on as if it had not been.`,
      ),
  });
}

/** How a server's sandboxes are opened. */
function openingOf(
  { name }: SandboxRecipe,
  { maxJournalExchanges, maxJournalBytes, onNotice }: Settings,
  clock: SteadyClock,
): OpeningOptions & { readonly wallNow: () => number } {
  return {
    wallNow: () => clock.now(),
    journalLimits: { maxExchanges: maxJournalExchanges, maxBytes: maxJournalBytes },
    onStall: (sentence) => onNotice(`Sandbox \`${name}\`: ${sentence} ${STALL_CURE}`),
  };
}

/** The name is derived from the key, and every ID from the name, so only someone who has the key can guess them. */
export function sandboxNameOf(key: string | undefined): string {
  return key === undefined ? "default" : sha256(JSON.stringify(["sandbox", key])).slice(0, 16);
}
