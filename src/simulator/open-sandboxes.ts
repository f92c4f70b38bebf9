import type { RecipeChange } from "../control/host.ts";
import { STALL_CURE } from "../core/clock-spec.ts";
import type { Scenario } from "../core/scenario.ts";
import { formatDuration } from "../core/time.ts";
import { datasetEvents } from "../engine/datasets.ts";
import { scenarioEndpointEvents } from "../engine/webhooks/new-endpoint.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { Settings } from "../options/settings.ts";
import {
  continueSandbox,
  MAX_UNSTORED_MS,
  openSandbox,
  type StoredSandbox,
} from "../state/open-sandbox.ts";
import type { OpeningOptions, Sandbox, SandboxRecipe } from "../state/sandbox.ts";
import { beyondLimits, dropNotices, type SandboxLimits } from "../state/sandbox-limits.ts";
import { Sandboxes } from "../state/sandboxes.ts";
import { SteadyClock } from "../state/steady-clock.ts";
import { wallNow } from "../state/wall-timer.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { Recipes } from "./recipes.ts";
import type { ReportRegistry } from "./report-registry.ts";
import { SandboxLoader } from "./sandbox-loader.ts";
import type { ServerParts } from "./server-parts.ts";
import { heapLimitBytes } from "./vitals.ts";

/** Sandboxes may use this share of the V8 heap; the rest is for requests, reports, and garbage. */
const HEAP_SHARE = 1 / 3;

type Restored = Pick<StoredSandbox, "isUsed" | "hasEnded"> & { readonly sandbox: Sandbox };

type OpenSandboxesParts = {
  readonly saved: SandboxStore | undefined;
  readonly reports: Pick<ReportRegistry, "judgedNames" | "keep">;
  /** Called with each usable sandbox: a new one, or one whose state has been read. */
  readonly onReady: (sandbox: Sandbox) => void;
};

/** A server's sandboxes; `loader` reads the stored ones. */
export class OpenSandboxes {
  readonly sandboxes: Sandboxes;
  readonly loader: SandboxLoader;
  readonly #recipes: Recipes;
  readonly #server: ServerParts;
  readonly #parts: OpenSandboxesParts;
  readonly #clock: SteadyClock;
  /** Names of earlier processes' sandboxes, even of ended ones: reports may mention them. */
  readonly #takenNames: ReadonlySet<string>;
  #made = 0;

  /** Continues the stored sandboxes whose keys are accepted, and opens the permanent ones. */
  static async open(server: ServerParts, parts: OpenSandboxesParts): Promise<OpenSandboxes> {
    const { saved } = parts;
    const stored = (await saved?.all()) ?? [];
    const latest = stored.reduce((last, { writtenAt }) => Math.max(last, writtenAt), 0);
    const clock = new SteadyClock({
      wallNow: saved === undefined ? wallNow : () => saved.wallNow(),
      startAt: latest === 0 ? undefined : latest,
      unstoredMs: stored.some(({ gap }) => gap !== undefined) ? MAX_UNSTORED_MS : 0,
      onSetBack: (byMs) =>
        server.settings.onNotice(
          `The machine's clock was set back by ${formatDuration(byMs)}. The sandboxes' clocks continue as if it had not been set back.`,
        ),
    });
    if (saved !== undefined) saved.toldNow = () => clock.now();
    const past = stored.map((each) => {
      const sandbox = continueSandbox(each, openingOf(each.recipe, server.settings, clock));
      return { ...each, sandbox };
    });
    return new OpenSandboxes(server, parts, clock, past);
  }

  private constructor(
    server: ServerParts,
    parts: OpenSandboxesParts,
    clock: SteadyClock,
    past: readonly Restored[],
  ) {
    const { settings } = server;
    const recipes = new Recipes(server);
    this.#server = server;
    this.#parts = parts;
    this.#clock = clock;
    this.#recipes = recipes;
    const limits: SandboxLimits = {
      maxSandboxes: settings.maxSandboxes,
      maxBytes: settings.maxSandboxBytes,
      maxHeapBytes: heapLimitBytes() * HEAP_SHARE,
      maxDiskBytes: settings.maxSandboxDiskBytes,
    };
    const noteDrop = dropNotices(limits, settings.onNotice);
    for (const { sandbox, hasEnded } of past) {
      this.#watch(sandbox);
      if (hasEnded) sandbox.end();
    }
    const pastNames = past.map(({ sandbox }) => sandbox.name);
    this.#takenNames = new Set([...parts.reports.judgedNames, ...pastNames]);
    const going = past.filter(({ hasEnded }) => !hasEnded);
    const restored = new Map(going.map(({ sandbox }) => [sandbox.recipe.key, sandbox]));
    this.sandboxes = new Sandboxes({
      recipeFor: (key) => recipes.for(key),
      open: (recipe) => restored.get(recipe.key) ?? this.#open(recipe),
      renewed: (recipe) => recipes.renewed(recipe),
      keys: recipes.keys,
      ownKey: recipes.ownKey,
      limits,
      onFull: (message) => settings.onNotice(`SIM_MEMORY: ${message}`),
      onDrop: noteDrop,
    });
    for (const { sandbox, isUsed } of going)
      if (recipes.accepts(sandbox.recipe.key)) this.sandboxes.adopt(sandbox, isUsed);
    const kept = this.sandboxes.all().filter(({ recipe }) => restored.has(recipe.key));
    const notice = recipes.keptNotice(kept.map(({ recipe }) => recipe));
    if (notice !== undefined) settings.onNotice(notice);
    // Without this, a later reset would reopen the restored sandbox instead of a new one.
    restored.clear();
    this.loader = this.#loaderOf(past, (others) => {
      const used = this.sandboxes.all().filter(({ recipe }) => recipes.accepts(recipe.key));
      for (const [sandbox, limit] of beyondLimits(others, used, limits)) {
        sandbox.end();
        noteDrop(sandbox, limit);
      }
    });
  }

  #loaderOf(
    past: readonly Restored[],
    dropOthers: (others: readonly Sandbox[]) => void,
  ): SandboxLoader {
    const isOthers = ({ sandbox, hasEnded }: Restored): boolean =>
      !hasEnded && this.#recipes.rejects(sandbox.recipe.key);
    const own = past.filter((each) => !isOthers(each));
    for (const { sandbox, hasEnded } of own) {
      if (hasEnded) continue;
      sandbox.loading?.whenDone(() => this.#noteLoaded(sandbox, this.#parts.onReady));
      sandbox.loadingRecords?.whenDone(() => this.#noteLoaded(sandbox));
    }
    // Most recently used sandboxes come first, and ended ones last.
    const inOrder = own.toReversed().sort((a, b) => Number(a.hasEnded) - Number(b.hasEnded));
    return new SandboxLoader(
      inOrder.map(({ sandbox }) => sandbox),
      past.filter(isOthers).map(({ sandbox }) => sandbox),
      async (others, turn) => {
        dropOthers(others);
        await this.#parts.saved?.deleteUnused(turn);
      },
    );
  }

  get own(): Sandbox {
    return this.sandboxes.forKey(this.#recipes.ownKey) ?? this.sandboxes.default;
  }

  get scenario(): Scenario {
    return this.#recipes.scenario;
  }

  newRecipe(change: RecipeChange): SandboxRecipe {
    return this.#recipes.made(change.name ?? this.#freeName(), change);
  }

  /** Replaces the scenario, and adds datasets. Existing jobs continue unchanged. */
  replaceScenario(next: Scenario, datasets: readonly ReadyDataset[]): void {
    const before = this.scenario;
    const replaceIn = (sandbox: Sandbox): void => {
      if (sandbox.ended.aborted || sandbox.state.scenario !== before) return;
      sandbox.record(
        ...scenarioEndpointEvents(sandbox, next),
        { kind: "scenarioPlayed", scenario: next },
        ...datasetEvents(sandbox, datasets),
      );
    };
    for (const sandbox of this.sandboxes.all()) {
      if (sandbox.loading === undefined) replaceIn(sandbox);
      else sandbox.loading.whenDone(() => replaceIn(sandbox));
    }
    this.#recipes.scenario = next;
  }

  #freeName(): string {
    const name = `sandbox-${++this.#made}`;
    const isTaken = this.#takenNames.has(name) || this.sandboxes.named(name) !== undefined;
    return isTaken ? this.#freeName() : name;
  }

  #open(recipe: SandboxRecipe): Sandbox {
    const { settings, staging } = this.#server;
    const wallStart = this.#clock.now();
    const log = this.#parts.saved?.add(recipe, wallStart);
    const opening = { ...openingOf(recipe, settings, this.#clock), log, wallStart };
    const sandbox = this.#watch(openSandbox(recipe, opening));
    sandbox.record(
      ...datasetEvents(sandbox, staging.datasetsOf(recipe.scenario)),
      ...scenarioEndpointEvents(sandbox, recipe.scenario),
    );
    this.#parts.onReady(sandbox);
    return sandbox;
  }

  #noteLoaded(sandbox: Sandbox, then?: (sandbox: Sandbox) => void): void {
    if (sandbox.ended.aborted) return;
    this.sandboxes.noteLoaded(sandbox);
    // `noteLoaded` may have ended the sandbox, if it is too large to keep.
    if (!sandbox.ended.aborted) then?.(sandbox);
  }

  #watch(sandbox: Sandbox): Sandbox {
    sandbox.ended.addEventListener("abort", () => this.#parts.reports.keep(sandbox));
    return sandbox;
  }
}

function openingOf(
  { name }: SandboxRecipe,
  { maxJournalExchanges, maxJournalBytes, onNotice }: Settings,
  wall: SteadyClock,
): OpeningOptions {
  return {
    wall,
    journalLimits: { maxCount: maxJournalExchanges, maxBytes: maxJournalBytes },
    onStall: (sentence) => onNotice(`Sandbox \`${name}\`: ${sentence} ${STALL_CURE}`),
  };
}
