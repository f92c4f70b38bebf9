// Generated from the types: `npm run docs`.
import type { JsonObject } from "../../core/json.ts";

/** The ID of a kind of finding. */
const FINDING_ID: JsonObject = {
  enum: [
    "invalid-request",
    "key-malformed",
    "key-unknown",
    "key-leaked",
    "wrong-address",
    "unknown-operation",
    "unknown-job",
    "unknown-dataset",
    "unknown-model",
    "unusable-inputs",
    "invalid-lines",
    "unknown-file",
    "undocumented-field",
    "assumption-relied-on",
    "deviation-in-effect",
    "clock-stalled",
    "called-too-often",
    "polled-too-fast",
    "no-backoff",
    "retry-after-ignored",
    "polled-after-end",
    "polled-forever",
    "gave-up",
    "results-too-early",
    "results-of-unsuccessful",
    "never-downloaded",
    "failed-rows-unread",
    "finished-rows-dropped",
    "finished-rows-repeated",
    "lines-split-wrongly",
    "downloaded-too-late",
    "downloaded-again",
    "download-aborted",
    "large-json",
    "created-twice",
    "never-looked-at",
    "still-active",
    "cancelled-after-end",
    "cancel-not-followed",
    "cancelling-taken-for-end",
    "retried-hopeless",
    "not-retried",
    "went-on-after-bad-download",
    "webhook-forgery-accepted",
    "webhook-handled-twice",
    "webhook-slow",
    "webhook-unanswered",
    "webhook-polled-anyway",
    "expected-did-not-occur",
  ],
};

/** How serious a finding is. An `error` breaks the contract or wastes money. */
const SEVERITY: JsonObject = { enum: ["error", "warning", "info"] };

/** An exchange that shows a finding. */
const QUOTED_EXCHANGE: JsonObject = {
  type: "object",
  required: ["id", "method", "url", "status", "at"],
  additionalProperties: false,
  properties: {
    id: { type: "integer" },
    method: { type: "string" },
    url: { type: "string", description: "Path and query, shortened if they are long." },
    status: { type: "integer", description: "0 if no response was sent." },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
  },
};

/** Something that the contract report says about a client. */
const FINDING: JsonObject = {
  type: "object",
  required: [
    "id",
    "severity",
    "sentence",
    "cure",
    "exchanges",
    "evidence",
    "exchangeCount",
    "repeat",
    "sandbox",
    "scenario",
    "isExpected",
  ],
  additionalProperties: false,
  properties: {
    id: { ...FINDING_ID, description: "The kind of finding; docs/findings.md lists all kinds." },
    severity: { ...SEVERITY, description: "How serious it is." },
    sentence: {
      type: "string",
      description: "The client's mistake as a sentence, with the values.",
    },
    section: {
      type: "string",
      description:
        "The part of the interface document, docs/interface.md in the package, that it is based on.",
    },
    sectionText: { type: "string", description: "The text of that part." },
    assumption: {
      type: "string",
      description:
        "The assumption that it is based on, if the interface document leaves the question open.",
    },
    cure: { type: "string", description: "The change to make in the client." },
    exchanges: {
      type: "array",
      items: { type: "integer" },
      description: "IDs of the first exchanges that show it.",
    },
    evidence: {
      type: "array",
      items: QUOTED_EXCHANGE,
      description: "The first of these exchanges.",
    },
    exchangeCount: { type: "integer", description: "How many exchanges show it in total." },
    repeat: {
      type: "string",
      description: "A command that reproduces it; empty if there is none.",
    },
    sandbox: { type: "string", description: "Name of the sandbox." },
    scenario: { type: "string", description: "Name or file of the sandbox's scenario." },
    otherSandboxes: {
      type: "integer",
      description:
        "How many other sandboxes have the same finding; only for an `info`, which is reported once for all sandboxes.",
    },
    jobId: { type: "string", description: "The job that it is about." },
    isExpected: { type: "boolean", description: "Whether a test or an option expects it." },
    isPending: {
      type: "boolean",
      description:
        "Whether the client may still do what is missing: its sandbox is in use, and its end decides.",
    },
  },
};

/** Number of findings by severity, without the expected ones, and what the report covers. */
const REPORT_SUMMARY: JsonObject = {
  type: "object",
  required: [
    "errors",
    "warnings",
    "infos",
    "expected",
    "pending",
    "sandboxes",
    "exchanges",
    "jobs",
  ],
  additionalProperties: false,
  properties: {
    errors: { type: "integer", description: "How many findings are errors." },
    warnings: { type: "integer", description: "How many findings are warnings." },
    infos: { type: "integer", description: "How many findings are only worth knowing." },
    expected: { type: "integer", description: "How many findings were expected." },
    pending: {
      type: "integer",
      description:
        "How many of the errors and warnings are pending, because their sandboxes are in use.",
    },
    sandboxes: { type: "integer", description: "How many sandboxes the report covers." },
    exchanges: { type: "integer", description: "How many exchanges it is based on." },
    jobs: { type: "integer", description: "How many jobs it is based on." },
  },
};

/** A sandbox in a report. */
const SANDBOX_SUMMARY: JsonObject = {
  type: "object",
  required: ["name", "scenario", "seed", "clock", "exchanges", "jobs", "durationMs", "repeat"],
  additionalProperties: false,
  properties: {
    name: { type: "string", description: "Name of the sandbox." },
    title: {
      type: "string",
      description:
        "The name as it was given, or what is known of its key, if that differs from `name`.",
    },
    scenario: { type: "string", description: "Name or file of its scenario." },
    seed: { type: "integer", description: "Seed of its rows and IDs." },
    clock: {
      type: "string",
      description: "Its clock as written in options, such as `poll` or `60x`.",
    },
    exchanges: { type: "integer", description: "How many exchanges it had." },
    jobs: { type: "integer", description: "How many jobs it had." },
    durationMs: {
      type: "integer",
      description:
        "Wall-clock time from its first request to the end of its last one, in milliseconds.",
    },
    repeat: {
      type: "string",
      description: "A command that starts a simulator with this scenario, seed, clock, and spec.",
    },
  },
};

/** A fault rule that never fired although a sandbox's scenario promised it. */
const NOT_PLAYED: JsonObject = {
  type: "object",
  required: ["scenario", "rule", "why", "toFire"],
  additionalProperties: false,
  properties: {
    scenario: { type: "string" },
    rule: { type: "string", description: "Name of the rule." },
    why: { type: "string", description: "Why it did not fire; completes a sentence." },
    toFire: { type: "string", description: "A sentence about how to make it fire." },
  },
};

/** Name of a list of items to cover. */
const COVERAGE_NAME: JsonObject = {
  enum: [
    "operations",
    "parameters",
    "statuses",
    "formats",
    "inputs",
    "states",
    "transitions",
    "rows",
    "faults",
  ],
};

/** A list of items that can be covered, as the report shows it. */
const COVERAGE_LIST: JsonObject = {
  type: "object",
  required: ["name", "covered", "total", "missing", "items"],
  additionalProperties: false,
  properties: {
    name: COVERAGE_NAME,
    covered: { type: "integer" },
    total: { type: "integer" },
    missing: { type: "array", items: { type: "string" } },
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["item", "count"],
        additionalProperties: false,
        properties: { item: { type: "string" }, count: { type: "integer" } },
      },
    },
  },
};

/** The share of coverable items that were covered. */
const COVERAGE_REPORT: JsonObject = {
  type: "object",
  required: ["share", "lists"],
  additionalProperties: false,
  properties: {
    share: { type: "number", description: "From 0 to 1; 1 if there is nothing to cover." },
    lists: { type: "array", items: COVERAGE_LIST },
  },
};

const JOB_STATE: JsonObject = {
  enum: [
    "unknown",
    "queued",
    "starting",
    "running",
    "finalizing",
    "cancelling",
    "succeeded",
    "failed",
    "cancelled",
    "expired",
  ],
};

/** A job's life and its client's requests, as they are drawn for a sandbox that has ended. */
const JOB_LIFE: JsonObject = {
  type: "object",
  required: ["sandbox", "jobId", "until", "phases", "requests"],
  additionalProperties: false,
  properties: {
    sandbox: { type: "string", description: "Name of the sandbox." },
    jobId: { type: "string", description: "ID of the job." },
    until: {
      type: "number",
      description:
        "When its last state began if that is terminal; otherwise, the time of the report. In milliseconds since 1970.",
    },
    phases: {
      type: "array",
      items: {
        type: "object",
        required: ["state", "from"],
        additionalProperties: false,
        properties: {
          state: JOB_STATE,
          from: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
        },
      },
      description: "The job's states in order, with the times at which they began.",
    },
    requests: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "at", "status"],
        additionalProperties: false,
        properties: {
          id: { type: "integer", description: "Number of the exchange in its sandbox." },
          at: {
            type: "number",
            description: "On the sandbox's clock. In milliseconds since 1970.",
          },
          operationId: {
            type: "string",
            description: "Undefined if no operation matches the request's method and path.",
          },
          fault: {
            type: "string",
            description: "Name of the fault rule that shaped the response.",
          },
          status: { type: "integer", description: "0 if there was no response." },
        },
      },
      description: "The first 250 requests that named the job.",
    },
  },
};

/** A recorded request. */
const REPEATABLE_REQUEST: JsonObject = {
  type: "object",
  required: ["exchange", "at", "method", "server", "path", "isCut"],
  additionalProperties: false,
  properties: {
    exchange: { type: "integer" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    method: { type: "string" },
    server: { enum: ["base", "deployment"] },
    path: { type: "string", description: "Path and query below the server's URL." },
    key: {
      type: "array",
      minItems: 2,
      maxItems: 2,
      items: { type: "string" },
      description:
        "The header that carried the key, and its value: `$BATCH_SIM_API_KEY` replaces the key. Undefined if it was not sent.",
    },
    contentType: { type: "string" },
    headers: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Its other headers that the operation declares, by name.",
    },
    body: { type: "string" },
    isCut: {
      type: "boolean",
      description: "Whether the journal holds only part of the body, or none of it.",
    },
  },
};

/** Everything needed to repeat the requests behind a sandbox's findings. */
const REPRODUCTION: JsonObject = {
  type: "object",
  required: ["sandbox", "kind", "scenario", "isChanged", "seed", "clock", "options", "requests"],
  additionalProperties: false,
  properties: {
    sandbox: { type: "string" },
    kind: {
      enum: ["own", "keyless", "made"],
      description:
        "`own`: the simulator's own key; `keyless`: the requests without an accepted key; `made`: any other key.",
    },
    scenario: { type: "string", description: "Name or file of the scenario." },
    scenarioText: {
      type: "string",
      description: "YAML or JSON of a scenario that is not in a file.",
    },
    isChanged: {
      type: "boolean",
      description:
        "Whether a test changed the scenario through the control API afterward, such as by adding faults.",
    },
    seed: { type: "integer" },
    clock: { type: "string" },
    options: {
      type: "array",
      items: { type: "string" },
      description: "Further command-line arguments, such as `--overlay` and its value.",
    },
    requests: {
      type: "array",
      items: REPEATABLE_REQUEST,
      description: "In the order in which they were sent.",
    },
    webhooks: {
      type: "object",
      required: ["endpoints", "until"],
      additionalProperties: false,
      properties: {
        endpoints: {
          type: "array",
          items: {
            type: "object",
            required: ["url", "events"],
            additionalProperties: false,
            properties: {
              url: { type: "string" },
              events: { type: "array", items: { type: "string" } },
            },
          },
        },
        until: {
          type: "number",
          description:
            "When the last attempt to deliver was made, on the sandbox's clock. In milliseconds since 1970.",
        },
      },
      description:
        "Receivers of webhooks that a test added through the control API, if something was sent to one.",
    },
  },
};

/** A report on the mistakes of a simulator's clients, and on the features that they used. */
const REPORT: JsonObject = {
  type: "object",
  required: [
    "format",
    "version",
    "summary",
    "sandboxes",
    "findings",
    "moreFindings",
    "notJudged",
    "notPlayed",
    "coverage",
    "lives",
    "reproductions",
  ],
  additionalProperties: false,
  properties: {
    format: { const: 1, description: "Version of the report's format." },
    version: { type: "string", description: "Version of batch-sim." },
    summary: { ...REPORT_SUMMARY, description: "How much was found." },
    sandboxes: {
      type: "array",
      items: SANDBOX_SUMMARY,
      description: "The sandboxes that the report covers.",
    },
    findings: { type: "array", items: FINDING, description: "Most serious first." },
    moreFindings: {
      type: "integer",
      description: "How many more findings there were; the report's size is limited.",
    },
    notJudged: {
      type: "array",
      items: {
        type: "object",
        required: ["what", "why", "sandboxes"],
        additionalProperties: false,
        properties: {
          what: { type: "string" },
          why: { type: "string" },
          sandboxes: { type: "array", items: { type: "string" } },
        },
      },
      description: "The judgments that the evidence doesn't allow, with the reasons.",
    },
    notPlayed: {
      type: "array",
      items: NOT_PLAYED,
      description: "Fault rules that fired in none of the sandboxes with their scenario.",
    },
    coverage: { ...COVERAGE_REPORT, description: "Which parts of the contract the clients used." },
    lives: {
      type: "array",
      items: JOB_LIFE,
      description:
        "Courses of jobs: those with findings first, up to the number that the report can draw.",
    },
    reproductions: {
      type: "array",
      items: REPRODUCTION,
      description:
        "The requests behind the unexpected errors and warnings of the first sandboxes that have some.",
    },
    strays: {
      type: "string",
      description:
        "Requests that may have been meant for the sandbox, if it received none: their keys were not its own.",
    },
  },
};

/** The JSON Schema of `Finding`. */
export const FINDING_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A finding of batch-sim's report",
  ...FINDING,
};

/** The JSON Schema of `Report`. */
export const REPORT_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "batch-sim's report on what a simulator's clients did wrong, and what they used",
  ...REPORT,
};
