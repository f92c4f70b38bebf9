import type { ScenarioReader } from "../control/host.ts";
import type { ScenarioRemark } from "../control/reports.ts";
import { type Issue, SimulatorError } from "../core/errors.ts";
import type { FaultRule } from "../core/fault-rule.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { FaultInput } from "../core/scenario-input.ts";
import { type ScenarioSource, soleNameIn } from "../core/scenario-source.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { FaultChange } from "../scenario/load/changed-text.ts";
import { builtinScenarios, checkText, servedScenarios } from "./open-scenario.ts";
import type { ScenarioThread } from "./scenario-thread.ts";
import type { StagedScenario, Staging } from "./staging.ts";

/** Scenarios for the control API, each staged before it is returned. */
export class ScenarioRegistry implements ScenarioReader {
  readonly #document: JsonObject;
  readonly #staging: Staging;
  readonly #thread: ScenarioThread;

  constructor(document: JsonObject, staging: Staging, thread: ScenarioThread) {
    this.#document = document;
    this.#staging = staging;
    this.#thread = thread;
  }

  /** The scenario of a source; never a file, since the caller may be on another machine. */
  async read(source: ScenarioSource): Promise<Scenario> {
    const text = typeof source === "string" ? source : JSON.stringify(source, null, 2);
    const name = text.trim();
    if (/^[^\n]*\.ya?ml$/.test(name)) throw notAFile(name);
    if (/^[\w.-]+$/.test(name)) return (await this.#staging.stage(name)).scenario;
    const only = soleNameIn(text);
    // A scenario that is nothing but a name would be empty.
    const isBuiltIn =
      only !== undefined && (await builtinScenarios()).some((each) => each.name === only);
    const staged = isBuiltIn ? this.#staging.stage(only) : this.#stageText(text);
    return (await staged).scenario;
  }

  async readRules(rules: readonly FaultInput[], existing: number): Promise<readonly FaultRule[]> {
    const text = JSON.stringify({ faults: rules });
    const { scenario } = await this.#stageText(text).catch(withoutPlaces);
    return this.#staging.ownFaultsOf(scenario).map((rule, index) => {
      if (rules[index]?.["name"] !== undefined) return rule;
      return { ...rule, name: rule.name.replace(/^\d+/, String(existing + index + 1)) };
    });
  }

  noteChange(change: FaultChange): Promise<void> {
    return this.#staging.noteChange(change);
  }

  async check(text: string): Promise<readonly ScenarioRemark[]> {
    const issues = (await this.#thread.check(text)) ?? (await checkText(text, this.#document));
    return issues.map(({ file: _, ...remark }) => remark);
  }

  async builtin(): Promise<readonly Scenario[]> {
    return servedScenarios(await builtinScenarios(), this.#document);
  }

  datasetsOf(scenario: Scenario): readonly ReadyDataset[] {
    return this.#staging.datasetsOf(scenario);
  }

  async #stageText(text: string): Promise<StagedScenario> {
    const scenario = await this.#thread.read(text);
    return scenario === undefined
      ? this.#staging.stageText(text)
      : this.#staging.stageRead(scenario, text);
  }
}

function notAFile(text: string): SimulatorError {
  const message = `Expected \`scenario\` to be a built-in scenario's name or YAML text, got \`${text}\`, the name of a file. Send the file's content.`;
  return new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path: "scenario", message }] });
}

/** Rules given as data have no source text, so only their paths are useful to the caller. */
function withoutPlaces(error: unknown): never {
  if (!(error instanceof SimulatorError) || error.code !== "SIM_SCENARIO") throw error;
  const issues: Issue[] = error.issues.map(({ path = "", message }) => ({ path, message }));
  const lines = issues.map(({ path, message }) => `\`${path}\`: ${message}`);
  throw new SimulatorError("SIM_ARGUMENT", lines.join("\n"), { issues, cause: error });
}
