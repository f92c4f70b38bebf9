import { createHash } from "node:crypto";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import { NO_ROW_LIMITS } from "../../src/codec/row-limits.ts";
import type { JsonValue } from "../../src/core/json.ts";
import type { Answer, Call, Services } from "../../src/engine/call-context.ts";
import { useCaseOf } from "../../src/engine/use-cases.ts";
import { createSchemas } from "../../src/generate/schemas/schemas.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { packageFile } from "../../src/simulator/package-file.ts";
import { Staging } from "../../src/simulator/staging.ts";
import type { Spec } from "../../src/spec/spec.ts";
import { openSandbox } from "../../src/state/open-sandbox.ts";
import type { Sandbox, SandboxRecipe } from "../../src/state/sandbox.ts";
import { ON_MACHINE } from "../state/sandbox-builder.ts";
import { packRows } from "./packed-rows.ts";

const schemas = createSchemas({ workerFile: packageFile("dist", "schema-worker.cjs") });

/** The use cases of one sandbox with the shipped document, called directly. */
export type TestEngine = {
  readonly sandbox: Sandbox;
  readonly spec: Spec;
  /** Notices to the test's author. */
  readonly notices: readonly string[];
  /** Calls a use case now with these fields, and other parts of a request. */
  readonly act: (use: string, fields?: Fields, request?: Partial<Call>) => Promise<Answer>;
};

type Fields = Readonly<Record<string, unknown>>;

/** The URLs at which clients would find the engine. */
export const URLS = { baseUrl: "http://127.0.0.1:1", deploymentUrl: "http://127.0.0.1:2" };

const SERVER = { version: "1.0.0", ...URLS, controlUrl: undefined };

/** Opens a sandbox that plays a scenario, on a clock that only the test moves. */
export async function openEngine(yaml = "{}"): Promise<TestEngine> {
  const staging = new Staging(await loadBaseDocument());
  const { scenario } = await staging.stageText(yaml);
  const spec = staging.specOf(scenario);
  const recipe: SandboxRecipe = {
    key: "key",
    name: "test",
    scenario,
    seed: 1,
    clock: { mode: "manual" },
    asked: {},
  };
  const journalLimits = { maxCount: 10, maxBytes: 1000 };
  const sandbox = openSandbox(recipe, { ...ON_MACHINE, journalLimits });
  const notices: string[] = [];
  const services: Services = {
    server: () => SERVER,
    ownUrl: async (url) => url,
    digest: sha256,
    matches: staging.matches,
    schemas,
    requireRoom: () => {},
    notice: (notice) => notices.push(notice),
    readingFor: () => ({ key: "", limits: NO_ROW_LIMITS, openParquet }),
    maxDownloadBytes: 1_000_000,
    fetchTimeoutMs: 1000,
  };
  const act: TestEngine["act"] = async (use, fields = {}, request = {}) => {
    const now = sandbox.clock.now();
    const context = { sandbox, scenario, rules: spec, services, now };
    return useCaseOf(use).act(context, { ...callOf(spec, use, fields), ...request });
  };
  return { sandbox, spec, notices, act };
}

function callOf(spec: Spec, use: string, fields: Fields): Call {
  const body = fields as JsonValue;
  const { inputs } = fields;
  const operation = spec.operations.find((each) => each.use === use);
  return {
    fields,
    method: "GET",
    server: () => SERVER,
    body,
    requestDigest: sha256(JSON.stringify(body)),
    ...(Array.isArray(inputs) ? { rows: packRows(inputs) } : {}),
    wireName: operation?.wireName ?? String,
    reads: operation?.reads ?? (() => true),
    closed: () => new AbortController().signal,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
