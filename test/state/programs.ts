import fc from "fast-check";
import { LineRows } from "../../src/codec/line-rows.ts";
import type { FaultRule } from "../../src/core/fault-rule.ts";
import type { ReadyInputs } from "../../src/core/job/facts.ts";
import { JOB_STATES } from "../../src/core/job/state.ts";
import type { DeliveryAttempt } from "../../src/core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../../src/core/webhooks/endpoint.ts";
import { fireFault } from "../../src/engine/fire-fault.ts";
import { fillDataset } from "../../src/state/dataset.ts";
import type { Sandbox } from "../../src/state/sandbox.ts";
import { EVENTS, type StateEvent } from "../../src/state/state-event.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { change, rowsOf, SCENARIO } from "./sandbox-builder.ts";

const ROWS = rowsOf("one", "two");

/** Too long for an entry in a store. */
const LONG_ROWS = { ...rowsOf("a".repeat(2000), "b"), ids: rowsOf("1", "2") };

/** Something that a call does to a sandbox. */
export type Step = (sandbox: Sandbox) => void;

/** The facts about a file of one line. */
const READY = ready(1) as ReadyInputs;

const word = fc.constantFrom("a", "b", "c");
const seconds = fc.integer({ min: 0, max: 5 }).map((number) => number * 1000);

const submit: fc.Arbitrary<Step> = fc
  .record({ key: word, digest: word, isLimited: fc.boolean(), hasInputs: fc.boolean() })
  .map(({ key, digest, isLimited, hasInputs }) => (sandbox) => {
    const jobId = `job-${sandbox.state.jobs.size}`;
    const capacity = isLimited ? { capacity: 1 } : {};
    const own = digest === "a" ? {} : { systemPrompt: digest, jsonSchema: { type: "object" } };
    const source = { kind: "array", digest } as const;
    const at = sandbox.clock.now();
    const [fact] = factsOf({ jobId, at, submission: { ...own, source }, ...capacity });
    const submitted: StateEvent = { kind: "jobSubmitted", fact: { ...fact, key } };
    const read: StateEvent = { kind: "inputsRead", jobId, outcome: ready(2), rows: LONG_ROWS };
    change(sandbox, submitted, ...(hasInputs ? [read] : []));
  });

/** An event about one of the jobs, if there are any. */
function toAJob(act: (jobId: string, at: number) => StateEvent): fc.Arbitrary<Step> {
  return fc.nat().map((index) => (sandbox) => {
    const jobIds = [...sandbox.state.jobs.keys()];
    const jobId = jobIds[index % jobIds.length];
    if (jobId !== undefined) change(sandbox, act(jobId, sandbox.clock.now()));
  });
}

const interfere: fc.Arbitrary<Step> = fc.oneof(
  toAJob((jobId, at) => ({ kind: "factAdded", jobId, fact: { type: "cancelRequested", at } })),
  fc
    .constantFrom(...JOB_STATES)
    .chain((state) =>
      toAJob((jobId, at) => ({ kind: "factAdded", jobId, fact: { type: "forced", at, state } })),
    ),
);

const read: fc.Arbitrary<Step> = fc
  .constantFrom(ROWS, LONG_ROWS, undefined)
  .map((rows) => (sandbox) => {
    const jobs = [...sandbox.state.jobs.values()];
    const unread = jobs.find(({ facts }) => facts.every(({ type }) => type !== "inputs"));
    if (unread === undefined) return;
    change(sandbox, { kind: "inputsRead", jobId: unread.jobId, outcome: ready(2), rows });
  });

const fill: fc.Arbitrary<Step> = fc
  .record({ datasetId: word, fileNames: fc.array(word, { maxLength: 2 }) })
  .map(({ datasetId, fileNames }) => (sandbox) => {
    const files = fileNames.map((fileName) => {
      const bytes = Buffer.from(fileName);
      return { fileName, bytes, format: "csv", numRows: 0, columns: [] } as const;
    });
    change(sandbox, ...fillDataset(sandbox.state, datasetId, { at: sandbox.clock.now(), files }));
  });

const upload: fc.Arbitrary<Step> = fc
  .record({
    uploadId: word,
    texts: fc.array(fc.string(), { maxLength: 2 }),
    isRemoved: fc.boolean(),
  })
  .map(({ uploadId, texts, isRemoved }) => (sandbox) => {
    const parts = texts.map((text) => Buffer.from(text));
    const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0);
    const more = { expiresAt: sandbox.clock.now(), state: "open", byteLength, parts } as const;
    const made = { uploadId, purpose: "batch", fileName: "a", ...more };
    change(sandbox, { kind: "uploadChanged", uploadId, ...(!isRemoved && { upload: made }) });
  });

/** Uploads a file as a separate resource, or deletes it. A job may read its lines. */
const changeFile: fc.Arbitrary<Step> = fc
  .record({ fileId: word, isRead: fc.boolean() })
  .map(({ fileId, isRead }) => (sandbox) => {
    const at = sandbox.clock.now();
    const file = sandbox.state.storedFiles.get(fileId);
    if (file !== undefined && "purpose" in file)
      return change(sandbox, { kind: "fileChanged", fileId, at, removed: { bytes: file.bytes } });
    if (sandbox.state.storedFiles.has(fileId)) return;
    const lines = { numLines: 1, marks: [0], problems: [], values: {}, inputs: READY };
    const bytes = Buffer.from(`"${fileId}"`);
    const made = {
      fileId,
      fileName: "a",
      purpose: "batch",
      createdAt: at,
      bytes,
      sha256: "",
      lines,
    };
    const jobId = `job-${sandbox.state.jobs.size}`;
    const [fact] = factsOf({ jobId, at, submission: { source: { kind: "file", fileId } } });
    const rows = new LineRows(bytes, lines);
    const read: StateEvent = { kind: "inputsRead", jobId, outcome: ready(1), rows };
    change(sandbox, { kind: "fileChanged", fileId, at, file: made });
    if (isRead) change(sandbox, { kind: "jobSubmitted", fact }, read);
  });

const place: fc.Arbitrary<Step> = fc
  .record({ name: word, text: fc.string() })
  .map(({ name, text }) => (sandbox) => {
    const bytes = Buffer.from(text);
    const file = { name, bytes, contentType: "text/csv", expiresAt: 0, signature: "s" };
    change(sandbox, { kind: "filePlaced", file });
  });

const endpoint: fc.Arbitrary<Step> = fc
  .record({ name: word, isDeleted: fc.boolean() })
  .map(({ name, isDeleted }) => (sandbox) => {
    const at = sandbox.clock.now();
    const made: WebhookEndpoint = {
      ...{ endpointId: name, name, url: "http://127.0.0.1:1/", createdAt: at, updatedAt: at },
      subscriptions: [{ from: at, events: [name] }],
      secrets: [{ secret: "whsec_AAAA" }],
    };
    const changed = isDeleted ? {} : { endpoint: made };
    change(sandbox, { kind: "endpointChanged", endpointId: name, at, ...changed });
  });

const attempt: fc.Arbitrary<Step> = fc
  .record({ deliveryId: word, status: fc.constantFrom(200, 500) })
  .map(({ deliveryId, status }) => (sandbox) => {
    const at = sandbox.clock.now();
    const made: DeliveryAttempt = {
      ...{ deliveryId, endpointId: "a", event: "done", eventAt: at, url: "http://127.0.0.1:1/" },
      ...{ at, wallAt: 0, durationMs: 1, end: "responded", status },
    };
    change(sandbox, { kind: "deliveryAttempted", attempt: made });
  });

const play: fc.Arbitrary<Step> = fc.uniqueArray(word).map((names) => (sandbox) => {
  const scenario = { ...SCENARIO, faults: names.map(ruleNamed) };
  change(sandbox, { kind: "scenarioPlayed", scenario });
});

const call: fc.Arbitrary<Step> = fc
  .record({ jobId: fc.option(word, { nil: undefined }), isTakenBack: fc.boolean() })
  .map(({ jobId, isTakenBack }) => (sandbox) => {
    const about = jobId === undefined ? {} : { jobId };
    const at = sandbox.clock.now();
    const { faults } = sandbox.state.scenario;
    const made = { operationId: "getJob", use: "getJob", at, headers: {}, query: {}, ...about };
    const fired = fireFault(sandbox, faults, made, () => true);
    if (isTakenBack && fired.firing !== undefined) fired.passOn();
  });

const advance: fc.Arbitrary<Step> = seconds.map((ms) => (sandbox) => {
  sandbox.clock.advance(ms);
});

/** The events that need no decision. */
const plain = Object.entries<{ readonly examples?: readonly object[] }>(EVENTS).flatMap(
  ([kind, { examples = [] }]) =>
    examples.map((data) => {
      return (sandbox: Sandbox): void => change(sandbox, { kind, ...data } as StateEvent);
    }),
);

/** Programs of every change that calls and verbs make to a sandbox. */
export const programs: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...[submit, interfere, read, fill, upload, changeFile, place, play, endpoint, attempt],
    ...[call, call, call, advance, fc.constantFrom(...plain), fc.constantFrom(...plain)],
  ),
  { maxLength: 40 },
);

/** A rule that applies to every call. */
export function ruleNamed(name: string): FaultRule {
  const fault = { kind: "rateLimit", requests: 1, perMs: 2000 } as const;
  return { name, on: "*", phase: "request", times: 3, fault };
}
