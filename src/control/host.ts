import type { FaultRule } from "../core/fault-rule.ts";
import type { Scenario } from "../core/scenario.ts";
import type { FaultInput } from "../core/scenario-input.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";
import type { LiveUrls } from "../core/service-rules.ts";
import type { Instant } from "../core/time.ts";
import type { Expectation } from "../findings/expected-finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report-of.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import type { FaultChange } from "../scenario/load/changed-text.ts";
import type { SpecVocabulary } from "../scenario/parse-options.ts";
import type { Spec } from "../spec/spec.ts";
import type { AskedRecipe, Sandbox, SandboxRecipe } from "../state/sandbox.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { ControlSchemas, Probes } from "./control-path.ts";
import type { PreviewedResponse } from "./job-reports.ts";
import type { ScenarioRemark, Vitals } from "./reports.ts";

export type ServerUrls = LiveUrls & { readonly controlUrl: string };

/** Reads and checks scenarios; if `read` or `readRules` rejects, the error lists all problems. */
export type ScenarioReader = {
  readonly read: (source: ScenarioSource) => Promise<Scenario>;
  /** Reads rules in the scenario's syntax; unnamed rules are numbered after the existing rules. */
  readonly readRules: (
    rules: readonly FaultInput[],
    existing: number,
  ) => Promise<readonly FaultRule[]>;
  /** Records a change, so that commands in findings include it; `added` has scenario syntax. */
  readonly noteChange: (change: FaultChange) => Promise<void>;
  /** Lists problems and remarks about a scenario's YAML without applying it. */
  readonly check: (text: string) => Promise<readonly ScenarioRemark[]>;
  readonly builtin: () => Promise<readonly Scenario[]>;
  /** The datasets of a scenario that `read` returned. */
  readonly datasetsOf: (scenario: Scenario) => readonly ReadyDataset[];
};

export type RecipeChange = AskedRecipe & { readonly name?: string };

export type ClientJudge = {
  readonly report: (judging: Judging) => Promise<Report>;
  readonly reportOn: (sandbox: Sandbox, judging: Judging) => Promise<Report>;
  readonly expectFinding: (expected: Expectation) => void;
};

export type ControlHost = {
  readonly sandboxes: Sandboxes;
  readonly specOf: (sandbox: Sandbox) => Spec;
  readonly scenarios: ScenarioReader;
  readonly schemas: () => Promise<ControlSchemas>;
  readonly vocabulary: () => SpecVocabulary;
  /** Returns a recipe with a new, unguessable key. */
  readonly newRecipe: (change: RecipeChange) => SandboxRecipe;
  /** SHA-256 of a string or bytes, in hex. */
  readonly digest: (content: string | Uint8Array) => string;
  readonly version: string;
  readonly judge: ClientJudge;
  /** The service's responses about a job at an instant, without applying faults. */
  readonly responsesAt: (
    sandbox: Sandbox,
    job: StoredJob,
    at: Instant,
  ) => Promise<readonly PreviewedResponse[]>;
  readonly vitals: () => Vitals;
  readonly probes: Probes;
  /** Why nothing can be stored at the moment; undefined if the store works. */
  readonly storeProblem: () => string | undefined;
  /** Resolves once all sandboxes have been read. Rejects with a SimulatorError if a read fails. */
  readonly loaded: () => Promise<void>;
  /** Resolves once the sandbox's and server's changes are stored; undefined if they already are. */
  readonly saved: (sandbox: Sandbox) => Promise<unknown> | undefined;
  readonly urls: () => ServerUrls;
};

export type VerbScope = {
  readonly host: ControlHost;
  readonly sandbox: Sandbox;
  /** The server's origin as the caller sees it, if known; port mappings can change it. */
  readonly origin: string | undefined;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal | undefined;
};
