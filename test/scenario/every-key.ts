import { SCENARIO_EXAMPLES } from "../../scripts/docs/scenario-examples.mjs";
import * as FAULT_KINDS from "../../src/faults/fault-kinds.ts";

const KINDS = Object.keys(FAULT_KINDS).map(
  (kind) => `  - { on: getResults, ${SCENARIO_EXAMPLES[`faults[].${kind}`]} }`,
);

/** A scenario in which every key of the grammar appears. */
export const EVERY_KEY = `
format: 1
name: everything
description: All of it.
goodClient: Copes.
seed: 7
clock: poll:5s
capacity: 3
values: covering
assumptions: { create-status: 202, rate-limit: 5 }
models:
  model-3.1-8b: { contextWindow: 100, tokensPerSecond: 0.5 }
  own: { reasoning: true, inputPricePerMillionTokens: 0, outputPricePerMillionTokens: 1.5, typicalOutputTokens: 9 }
datasets:
  small: { rows: [a, { text: b }] }
profiles:
  - when:
      model: own
      jobPriority: 1
      inputs: { min: 1, max: 10 }
      hasSchema: true
      reasoning: false
      source: url
      request: { required: [name], properties: { name: { type: string } } }
    unknown: 0
    queued: [1m30s, { uniform: [1s, 5s] }]
    starting: { lognormal: { median: 2s, p95: 10s } }
    running: { rowsPerSecond: 2.5 }
    stalls: [{ at: 0.25, for: 1h }]
    outcome: { failed: { after: 1d, reason: Gone. } }
    cancel: { takes: 250ms, losesRace: true }
    finalizing: 2s
    results: { lateBy: 3s, expireAfter: 2h, order: shuffled }
  - when: { request: { job_priority: 1, dryrun: false } }
    running: { tokensPerSecond: 100 }
    outcome: { stuck: { in: running, at: 40% } }
rows:
  - { index: 0, outcome: refusal }
  - { range: [1, 2], outcome: { huge: { bytes: 100 } } }
  - { every: 10, values: edge }
  - { share: 10%, outcome: { refusal: No. } }
  - { match: abc, outcome: { text: x } }
  - { match: { pattern: "^a" }, outcome: { template: "\${input}" } }
faults:
  - name: first
    on: [getJob, listJobs]
    when:
      jobState: [queued, running]
      jobAge: { min: 1s, max: 1m }
      header: { x-a: b, x-c: 1 }
      query: { include_inputs: true }
      body: { type: object, required: [c], properties: { c: { enum: [1, 2] } } }
      call: 2
    phase: response
    status: 503
    headers: { Retry-After: 5, X-Note: busy }
    body: { detail: Busy. }
    times: 2
    after: 1
    every: 3
    probability: 25%
  - { on: getResults, when: { format: [csv, parquet] }, hang: true }
  - { on: getJob, delay: { uniform: [1s, 2s] } }
  - { on: getJob, reset: { afterBytes: 9 } }
  - { on: getResults, truncate: { atBytes: 5 } }
${KINDS.join("\n")}
`;
