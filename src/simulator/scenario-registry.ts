import type { ScenarioReader } from "../control/host.ts";
import { type Issue, issuesError, SimulatorError } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import { soleNameIn } from "../core/scenario-source.ts";
import type { LintIssue } from "../scenario/load/parse-scenario.ts";
import { ScenarioError } from "../scenario/scenario-error.ts";
import { GuardedWorker } from "../workers/guarded-worker.ts";
import {
  builtinScenarios,
  checkText,
  type OpenedScenario,
  openScenarioText,
  servedScenarios,
} from "./open-scenario.ts";
import { packageFile } from "./package-file.ts";
import type { Staging } from "./staging.ts";

export type ScenarioRequest = { readonly kind: "read" | "check"; readonly text: string };

/** The scenario if it is valid, and otherwise its problems. */
export type ScenarioRead = Partial<Pick<ScenarioError, "issues">> & {
  readonly scenario?: Scenario;
};

/** Maximum size of a scenario that is read in this thread: reading it takes up to 50 ms. */
const SMALL_BYTES = 4 * 1024;

const LIMITS = { hungAfterMs: 60_000, megabytes: 256 };

export type ScenarioThread = ReturnType<typeof openScenarioThread>;

/**
 * Opens a thread that reads large scenarios from the control API's clients, because parsing YAML
 * can't be interrupted. The thread starts when the first large scenario arrives.
 */
export function openScenarioThread(document: JsonObject) {
  const file = packageFile("dist", "scenario-worker.cjs");
  const worker = new GuardedWorker({ file, data: document, limits: LIMITS });
  const ask = <Response>(request: ScenarioRequest): Promise<Response> =>
    worker.ask<Response>(request, { hung: tooMuch, outOfMemory: tooMuch });
  const isSmall = (text: string): boolean => Buffer.byteLength(text) <= SMALL_BYTES;
  return {
    /** Rejects with a `ScenarioError` that lists all problems. */
    read: async (text: string): Promise<Scenario> => {
      if (isSmall(text)) return openScenarioText(text, document);
      const { scenario, issues = [] } = await ask<ScenarioRead>({ kind: "read", text });
      if (scenario !== undefined) return scenario;
      const { unreadable } = await import("../scenario/load/parse-scenario.ts");
      throw unreadable("scenario", issues);
    },
    /** All problems and lint findings. */
    check: (text: string): Promise<readonly LintIssue[]> =>
      isSmall(text) ? checkText(text, document) : ask({ kind: "check", text }),
    close: () => worker.close(),
  };
}

function tooMuch(): ScenarioError {
  const message =
    "Failed to read the scenario: reading it takes too much time or memory. Shorten it, or pass it as a file when you start the simulator.";
  return new ScenarioError(message, []);
}

/** Reads scenarios for the control API, and stages each one before returning it. */
export function scenarioReader(
  document: JsonObject,
  staging: Staging,
  thread: ScenarioThread,
): ScenarioReader {
  const stageText = async (text: string): Promise<OpenedScenario> =>
    staging.stageText(text, await thread.read(text));
  return {
    // A string never names a file here, because the caller may be on another machine.
    read: async (source) => {
      const text = typeof source === "string" ? source : JSON.stringify(source, null, 2);
      const name = text.trim();
      if (/^[^\n]*\.ya?ml$/.test(name)) {
        const message = `Expected \`scenario\` to be a built-in scenario's name or YAML text, got \`${name}\`, the name of a file. Send the file's content.`;
        throw issuesError("SIM_ARGUMENT", [{ path: "scenario", message }]);
      }
      if (/^[\w.-]+$/.test(name)) return (await staging.stage(name)).scenario;
      const only = soleNameIn(text);
      // Text with only the name of a built-in scenario selects that scenario.
      const isBuiltIn =
        only !== undefined && (await builtinScenarios()).some((each) => each.name === only);
      const staged = isBuiltIn ? staging.stage(only) : stageText(text);
      return (await staged).scenario;
    },
    readRules: async (rules, existing) => {
      const text = JSON.stringify({ faults: rules });
      const { scenario } = await stageText(text).catch(withoutPlaces);
      return staging.ownFaultsOf(scenario).map((rule, index) => {
        if (rules[index]?.["name"] !== undefined) return rule;
        return { ...rule, name: rule.name.replace(/^\d+/, String(existing + index + 1)) };
      });
    },
    noteChange: (change) => staging.noteChange(change),
    check: async (text) => {
      const issues = await thread.check(text);
      return issues.map(({ file: _, ...remark }) => remark);
    },
    builtin: () => servedScenarios(document),
    datasetsOf: (scenario) => staging.datasetsOf(scenario),
  };
}

/** Rethrows an error without line numbers, because rules given as data have no source text. */
function withoutPlaces(error: unknown): never {
  if (!(error instanceof SimulatorError) || error.code !== "SIM_SCENARIO") throw error;
  const issues: Issue[] = error.issues.map(({ path = "", message }) => ({ path, message }));
  const lines = issues.map(({ path, message }) => `\`${path}\`: ${message}`);
  throw new SimulatorError("SIM_ARGUMENT", lines.join("\n"), { issues, cause: error });
}
