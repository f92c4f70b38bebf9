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
import type { LintIssue } from "../scenario/load/parse-scenario.ts";
import { ScenarioError, type ScenarioIssue } from "../scenario/scenario-error.ts";
import { GuardedWorker } from "../workers/guarded-worker.ts";
import {
  builtinScenarios,
  checkText,
  type OpenedScenario,
  servedScenarios,
} from "./open-scenario.ts";
import { packageFile } from "./package-file.ts";
import type { StagedScenario, Staging } from "./staging.ts";

export type ScenarioRequest = { readonly kind: "read" | "check"; readonly text: string };

export type ScenarioRead =
  | ({ readonly kind: "read" } & OpenedScenario)
  | {
      readonly kind: "refused";
      readonly message: string;
      readonly issues: readonly ScenarioIssue[];
    };

/** Reading this much takes up to 50 ms. */
const SMALL_BYTES = 4 * 1024;

const LIMITS = { hungAfterMs: 60_000, megabytes: 256 };

/** Reads the scenarios that clients of the control API send: large ones in a thread, because parsing YAML can't be interrupted. */
export class ScenarioThread {
  readonly #worker: GuardedWorker;

  /** The thread starts with the first large scenario. */
  constructor(document: JsonObject) {
    const file = packageFile("dist", "scenario-worker.cjs");
    this.#worker = new GuardedWorker({ file, data: document, limits: LIMITS });
  }

  /**
   * The scenario in a large text; undefined if the text is small enough to be read here. Rejects with a `ScenarioError` that lists
   * all problems.
   */
  async read(text: string): Promise<Scenario | undefined> {
    if (Buffer.byteLength(text) <= SMALL_BYTES) return undefined;
    const response = await this.#ask<ScenarioRead>({ kind: "read", text });
    if (response.kind === "read") return response.scenario;
    throw new ScenarioError(response.message, response.issues);
  }

  /** All problems and lint findings in a large text; undefined if the text is small enough to be checked here. */
  async check(text: string): Promise<readonly LintIssue[] | undefined> {
    if (Buffer.byteLength(text) <= SMALL_BYTES) return undefined;
    return this.#ask<readonly LintIssue[]>({ kind: "check", text });
  }

  #ask<Response>(request: ScenarioRequest): Promise<Response> {
    return this.#worker.ask<Response>(request, { hung: tooMuch, outOfMemory: tooMuch });
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }
}

function tooMuch(): ScenarioError {
  const message =
    "Failed to read the scenario: it takes too much time or memory. Shorten it, or start the simulator with it as a file.";
  return new ScenarioError(message, []);
}

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
    return servedScenarios(this.#document);
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
