import type { FaultRule } from "../core/faults/fault.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { ExpectedFinding } from "../findings/expectation.ts";
import type { Finding } from "../findings/finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox, SandboxRecipe } from "../state/sandbox.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { ScenarioSource } from "./arguments.ts";

/** Where a server is reached. */
export type ServerUrls = {
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  readonly controlUrl: string;
};

/** Scenarios, read and checked. What has problems is refused with all of them. */
export type ScenarioReader = {
  readonly read: (source: ScenarioSource) => Promise<Scenario>;
  /** Fault rules as they are written in a scenario; the number of rules that are there names those without a name. */
  readonly readRules: (
    rules: readonly JsonObject[],
    existing: number,
  ) => Promise<readonly FaultRule[]>;
  readonly builtin: () => Promise<readonly Scenario[]>;
  /** The datasets of a scenario that was read. */
  readonly datasetsOf: (scenario: Scenario) => readonly ReadyDataset[];
};

/** What a sandbox may be given that differs from the server's own. */
export type RecipeChange = Partial<Pick<SandboxRecipe, "name" | "scenario" | "seed" | "clock">>;

/** Judges the clients of a server. */
export type ClientJudge = {
  readonly report: (judging: Judging) => Report;
  /** Of the clients of one sandbox. */
  readonly findings: (sandbox: Sandbox, judging: Judging) => readonly Finding[];
  readonly expectFinding: (expected: ExpectedFinding) => void;
  readonly expectClientError: (sandbox: Sandbox, jobId: string | undefined) => void;
};

/** The server that a control API is about. */
export type ControlHost = {
  readonly sandboxes: Sandboxes;
  readonly specOf: (sandbox: Sandbox) => Spec;
  readonly scenarios: ScenarioReader;
  /** A recipe under a new key that nobody can guess. */
  readonly newRecipe: (change: RecipeChange) => SandboxRecipe;
  /** SHA-256 of a text or bytes, in hex. */
  readonly digest: (content: string | Uint8Array) => string;
  readonly version: string;
  readonly judge: ClientJudge;
  readonly urls: () => ServerUrls;
};

/** Where a verb is done: a sandbox of a server. */
export type VerbScope = {
  readonly host: ControlHost;
  readonly sandbox: Sandbox;
  /** The server's origin as the caller sees it, where that is known: a port may be mapped on the way. */
  readonly origin: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
};
