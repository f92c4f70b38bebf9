import { JOB_STATES } from "../../core/job/state.ts";
import type { JsonObject } from "../../core/json.ts";
import { listSchema, objectSchema } from "../../core/schema-kit.ts";
import { SEVERITIES } from "../finding.ts";
import { FINDING_IDS } from "../finding-table.ts";
import { COVERAGE_NAMES } from "./coverage.ts";

const text: JsonObject = { type: "string" };
const count: JsonObject = { type: "integer", minimum: 0 };
const share: JsonObject = { type: "number", minimum: 0, maximum: 1 };

/** JSON Schema of a finding. */
export const FINDING_SCHEMA: JsonObject = objectSchema(
  {
    id: { enum: FINDING_IDS },
    severity: { enum: SEVERITIES },
    sentence: { ...text, description: "What happened, with the values." },
    section: {
      ...text,
      description:
        "The part of the interface document, docs/interface.md in the package, that it is based on.",
    },
    sectionText: { ...text, description: "The text of that part." },
    assumption: { ...text, description: "The assumption that it is based on." },
    cure: { ...text, description: "What to do about it." },
    exchanges: { ...listSchema(count), description: "IDs of the first exchanges that show it." },
    evidence: {
      ...listSchema(objectSchema({ id: count, method: text, url: text, status: count, at: count })),
      description: "The first of these exchanges; `at` is in milliseconds on the sandbox's clock.",
    },
    exchangeCount: { ...count, description: "How many exchanges show it in total." },
    repeat: { ...text, description: "A command that reproduces it; empty if there is none." },
    sandbox: text,
    scenario: { ...text, description: "Name or file of the sandbox's scenario." },
    otherSandboxes: { ...count, description: "How many other sandboxes have the same finding." },
    jobId: text,
    isExpected: { type: "boolean" },
    isPending: {
      type: "boolean",
      description:
        "Whether the sandbox is in use, so that the client may still do what is missing.",
    },
  },
  ["isPending", "section", "sectionText", "assumption", "otherSandboxes", "jobId"],
);

const life = objectSchema({
  sandbox: text,
  scenario: text,
  jobId: text,
  until: count,
  phases: listSchema(
    objectSchema({ kind: { enum: JOB_STATES }, state: text, from: count, to: count }, ["to"]),
  ),
  requests: listSchema(
    objectSchema(
      {
        exchange: count,
        at: { ...count, description: "Milliseconds since 1970 on the sandbox's clock." },
        operationId: text,
        use: text,
        status: count,
        isGood: { type: "boolean" },
        fault: text,
      },
      ["fault"],
    ),
  ),
  moreRequests: count,
});

const sandbox = objectSchema(
  {
    name: text,
    title: {
      ...text,
      description: "The name as it was given, or what is known of its key, if that differs.",
    },
    scenario: text,
    seed: { type: "integer" },
    clock: text,
    exchanges: count,
    jobs: count,
    durationMs: {
      ...count,
      description: "Wall-clock time from the first request to the end of the last one.",
    },
    repeat: {
      ...text,
      description: "A command that starts a simulator with this scenario, seed, and clock.",
    },
  },
  ["title"],
);

const coverage = objectSchema({
  share,
  lists: listSchema(
    objectSchema({
      name: { enum: COVERAGE_NAMES },
      covered: count,
      total: count,
      missing: listSchema(text),
      items: listSchema(objectSchema({ item: text, count })),
    }),
  ),
});

const request = objectSchema(
  {
    exchange: count,
    at: { ...count, description: "Milliseconds since 1970 on the sandbox's clock." },
    method: text,
    server: { enum: ["base", "deployment"] },
    path: { ...text, description: "Path and query below the server's URL." },
    key: {
      ...listSchema(text),
      description:
        "The header that carried the key, and its value; `$BATCH_SIM_API_KEY` replaces the key.",
    },
    contentType: text,
    body: text,
    isCut: { type: "boolean", description: "Whether the journal holds only part of the body." },
  },
  ["key", "contentType", "body"],
);

const reproduction = objectSchema(
  {
    sandbox: text,
    kind: { enum: ["own", "keyless", "made"] },
    scenario: text,
    scenarioText: { ...text, description: "YAML or JSON of a scenario that is not in a file." },
    isChanged: { type: "boolean" },
    seed: { type: "integer" },
    clock: text,
    options: { ...listSchema(text), description: "Further command-line arguments." },
    requests: listSchema(request),
    webhooks: {
      ...objectSchema({
        endpoints: listSchema(objectSchema({ url: text, events: listSchema(text) })),
        until: { ...count, description: "When the last attempt to deliver was made." },
      }),
      description: "Receivers of webhooks that a test added.",
    },
  },
  ["scenarioText", "webhooks"],
);

/** JSON Schema of report.json. */
export const REPORT_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "batch-sim's report on what a simulator's clients did wrong, and what they used",
  ...objectSchema(
    {
      format: { const: 1, description: "Version of this format." },
      version: text,
      summary: objectSchema({
        errors: count,
        warnings: count,
        infos: count,
        expected: count,
        pending: count,
        sandboxes: count,
        exchanges: count,
        jobs: count,
      }),
      sandboxes: listSchema(sandbox),
      findings: listSchema(FINDING_SCHEMA),
      moreFindings: count,
      notJudged: listSchema(objectSchema({ what: text, why: text, sandboxes: listSchema(text) })),
      notPlayed: {
        ...listSchema(objectSchema({ scenario: text, rule: text, why: text, toFire: text })),
        description: "Fault rules that never fired, and what would make them fire.",
      },
      coverage,
      lives: listSchema(life),
      reproductions: {
        ...listSchema(reproduction),
        description: "The requests behind the findings, for the first sandboxes that have some.",
      },
      strays: {
        ...text,
        description:
          "Requests that may have been meant for the sandbox, if it received none: their keys were not its own.",
      },
    },
    ["format", "strays"],
  ),
};
