import { readFile } from "node:fs/promises";
import type { SchemaMatcher } from "schema-values";
import { durationMsOf } from "../core/assumption.ts";
import { isStepLimit, SimulatorError } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import { overScenario, type Scenario } from "../core/scenario.ts";
import { isScenarioFile } from "../core/scenario-source.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { FaultChange } from "../scenario/load/changed-text.ts";
import { createSpecs, type Spec } from "../spec/spec.ts";
import type { StoreOptions } from "../stores/stores.ts";
import {
  builtinScenarioDir,
  hasSchemas,
  type OpenedScenario,
  openScenario,
  openScenarioText,
} from "./open-scenario.ts";

type ScenarioOrigin = { readonly nameOrFile: string } | { readonly text: string };

/** Returns a scenario's YAML text. Rejects if its file can't be read. */
async function textOf(origin: ScenarioOrigin): Promise<string> {
  if ("text" in origin) return origin.text;
  const { nameOrFile } = origin;
  const isFile = isScenarioFile(nameOrFile);
  return readFile(isFile ? nameOrFile : `${builtinScenarioDir()}/${nameOrFile}.yaml`, "utf8");
}

/** Prepares scenarios for use: opens them, reads their datasets, and compiles their specs. */
export class Staging {
  readonly #document: JsonObject;
  readonly #specs: ReturnType<typeof createSpecs>;
  readonly #datasetsByScenario = new WeakMap<Scenario, readonly ReadyDataset[]>();
  readonly #origins = new WeakMap<Scenario, ScenarioOrigin>();
  #matcher: SchemaMatcher | undefined;
  #over: Scenario | undefined;

  constructor(document: JsonObject) {
    this.#document = document;
    this.#specs = createSpecs(document);
  }

  /** Applies a scenario on top of each scenario staged later. Rejects with a SimulatorError. */
  async playOver(nameOrFile: string): Promise<void> {
    this.#over = (await openScenario(nameOrFile, this.#document)).scenario;
  }

  /** Prepares a scenario for use. Rejects with a SimulatorError that names all problems. */
  async stage(nameOrFile: string): Promise<OpenedScenario> {
    return this.#ready(await openScenario(nameOrFile, this.#document), { nameOrFile });
  }

  /** Prepares the scenario in YAML text. `read` is the scenario, if the text is already parsed. */
  async stageText(text: string, read?: Scenario): Promise<OpenedScenario> {
    const scenario = read ?? (await openScenarioText(text, this.#document));
    return this.#ready({ scenario, findings: [] }, { text });
  }

  /** A staged scenario's faults without those of the scenario applied over it. */
  ownFaultsOf({ faults }: Scenario): Scenario["faults"] {
    return faults.slice(this.#over?.faults.length ?? 0);
  }

  /** A scenario's origin; undefined if the scenario was changed and can't be written as text. */
  originOf(scenario: Scenario): ScenarioOrigin | undefined {
    return this.#origins.get(scenario);
  }

  /** Records the origin of a scenario whose faults a test changed, if it can be written as text. */
  async noteChange(change: FaultChange): Promise<void> {
    const origin = this.#origins.get(change.before);
    if (origin === undefined) return;
    const { changedText } = await import("../scenario/load/changed-text.ts");
    const before = await textOf(origin).catch(() => undefined);
    const text = before === undefined ? undefined : changedText(change, before);
    if (text === undefined) return;
    // The text has no folder, so it can't refer to files.
    const read = await openScenarioText(text, this.#document).catch(() => undefined);
    if (read !== undefined) this.#origins.set(change.after, { text });
  }

  datasetsOf(scenario: Scenario): readonly ReadyDataset[] {
    return this.#datasetsByScenario.get(scenario) ?? [];
  }

  /** Options for storing scenarios; `scenario` is the server's own scenario. */
  storeOptions(scenario: Scenario, onNotice: StoreOptions["onNotice"]): StoreOptions {
    const json = JSON.stringify(scenario);
    return {
      ...{ scenario, onNotice },
      originOf: (each) => this.originOf(each),
      readyScenario: async (stored, origin) => {
        // Returns the same object, because a reload replaces only that object in sandboxes.
        if (JSON.stringify(stored) === json) return scenario;
        if (origin !== undefined) this.#origins.set(stored, origin as ScenarioOrigin);
        // Sandboxes already have their datasets. Only a reset needs them again, and it doesn't
        // restore datasets from files, because the files may have changed.
        const rows = Object.entries(stored.datasets).filter(([, { kind }]) => kind === "rows");
        await this.#prepare(stored, Object.fromEntries(rows));
        return stored;
      },
    };
  }

  async #ready(opened: OpenedScenario, origin: ScenarioOrigin): Promise<OpenedScenario> {
    const scenario = overScenario(opened.scenario, this.#over);
    this.#origins.set(scenario, origin);
    await this.#prepare(scenario, scenario.datasets);
    return { ...opened, scenario };
  }

  /** Reads the given datasets of a scenario, and loads the schema matcher if necessary. */
  async #prepare(scenario: Scenario, datasets: Scenario["datasets"]): Promise<void> {
    if (hasSchemas(scenario)) {
      const { createSchemaMatcher } = await import("schema-values");
      this.#matcher ??= await createSchemaMatcher();
    }
    if (Object.keys(datasets).length === 0) return;
    const { openScenarioDatasets } = await import("../input/open-scenario-datasets.ts");
    this.#datasetsByScenario.set(scenario, await openScenarioDatasets(datasets));
  }

  readonly specOf: (scenario: Scenario) => Spec = oncePer((scenario) => this.#compile(scenario));

  /**
   * A profile can make results expire that would otherwise be kept forever. In that case, the spec
   * must declare the response for expired results.
   */
  #compile({ assumptions, models, profiles }: Scenario): Spec {
    const spec = this.#specs(assumptions, models);
    const times = profiles.flatMap(({ profile }) => profile.results.expireAfterMs ?? []);
    if (times.length === 0 || durationMsOf(spec.assumptions, "retention") !== undefined)
      return spec;
    const retention = `${Math.max(...times)}ms`;
    const declaring = this.#specs({ ...assumptions, retention }, models);
    return { ...declaring, assumptions: spec.assumptions };
  }

  /** Tests a value against a schema from a condition in any staged scenario. */
  readonly matches: ConditionMatcher = (schema, value, { rule, budget }) => {
    try {
      return this.#matcher?.(schema, value, budget) ?? true;
    } catch (error) {
      if (!isStepLimit(error)) throw error;
      const message = `Failed to check whether ${rule} applies to the request: its condition takes too many steps for this request. Simplify the condition, or send a smaller request.`;
      throw new SimulatorError("SIM_SCHEMA_LIMIT", message, { cause: error });
    }
  };
}
