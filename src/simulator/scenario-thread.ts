import { SimulatorError } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import { GuardedWorker } from "../generate/schemas/guarded-worker.ts";
import type { LintIssue } from "../scenario/load/parse-scenario.ts";
import { ScenarioError, type ScenarioIssue } from "../scenario/scenario-error.ts";
import type { OpenedScenario } from "./open-scenario.ts";
import { packageFile } from "./package-file.ts";

/** A scenario's text to read, or only to check. */
export type ScenarioRequest = { readonly kind: "read" | "check"; readonly text: string };

/** A scenario, or why it is rejected. */
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
    return this.#worker.ask<Response>(request).catch(tooMuch);
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    await this.#worker.close();
  }
}

function tooMuch(error: unknown): never {
  if (!(error instanceof SimulatorError) || error.code !== "SIM_SCHEMA_LIMIT") throw error;
  const message =
    "Failed to read the scenario: it takes too much time or memory. Shorten it, or start the simulator with it as a file.";
  throw new ScenarioError(message, [], { cause: error });
}
