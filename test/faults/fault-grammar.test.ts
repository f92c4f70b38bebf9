import { describe, expect, test } from "@jest/globals";
import type { FaultPhase } from "../../src/core/fault-rule.ts";
import * as FAULT_KINDS from "../../src/faults/fault-kinds.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { VOCABULARY } from "../scenario/vocabulary.ts";

const options = { file: "x.yaml", vocabulary: VOCABULARY };

type Kinds = typeof FAULT_KINDS;

/** A fault with the parameters of its kind. */
type KnownFault = {
  [Kind in keyof Kinds]: { readonly kind: Kind } & Parameters<Kinds[Kind]["play"]>[0];
}[keyof Kinds];

function scenarioOf(fault: string) {
  return parseScenario(`faults:\n  - { name: f, on: "*", ${fault} }\n`, options);
}

describe("a fault is written", () => {
  const rows: readonly (readonly [string, KnownFault, FaultPhase])[] = [
    ["status: 503", { kind: "status", status: 503, headers: {} }, "request"],
    [
      "status: 429, headers: { Retry-After: 1 }, body: [1], phase: response",
      { kind: "status", status: 429, headers: { "Retry-After": "1" }, body: [1] },
      "response",
    ],
    ["error: unknown-job", { kind: "error", code: "unknown-job" }, "request"],
    ["error: unknown-job, phase: response", { kind: "error", code: "unknown-job" }, "response"],
    ["delay: 5s", { kind: "delay", duration: { kind: "fixed", ms: 5000 } }, "request"],
    [
      "delay: { uniform: [1s, 2s] }, phase: response",
      { kind: "delay", duration: { kind: "uniform", minMs: 1000, maxMs: 2000 } },
      "response",
    ],
    ["hang: true", { kind: "hang" }, "request"],
    ["reset: beforeHeaders", { kind: "reset", at: "beforeHeaders" }, "request"],
    ["reset: beforeHeaders, phase: response", { kind: "reset", at: "beforeHeaders" }, "response"],
    ["reset: afterHeaders", { kind: "reset", at: "afterHeaders" }, "response"],
    ["reset: { afterBytes: 9 }", { kind: "reset", at: { afterBytes: 9 } }, "response"],
    ["emptyReply: true", { kind: "emptyReply" }, "request"],
    ["truncate: { atBytes: 9 }", { kind: "truncate", at: { bytes: 9 } }, "response"],
    ["truncate: { atShare: 50% }", { kind: "truncate", at: { share: 0.5 } }, "response"],
    ["malformedJson: true", { kind: "malformedJson" }, "response"],
    [
      "wrongContentType: text/html; charset=utf-8",
      { kind: "wrongContentType", contentType: "text/html; charset=utf-8" },
      "response",
    ],
    ["slowBody: { bytesPerSecond: 10 }", { kind: "slowBody", bytesPerSecond: 10 }, "response"],
    [
      "rateLimit: { requests: 2, per: 1m }",
      { kind: "rateLimit", requests: 2, perMs: 60_000 },
      "request",
    ],
    ["corruptFile: zipChecksum", { kind: "corruptFile", damage: "zipChecksum" }, "response"],
    ["staleStatus: { by: 10s }", { kind: "staleStatus", behindMs: 10_000 }, "response"],
    ["notFoundAfterCreate: { for: 2s }", { kind: "notFoundAfterCreate", forMs: 2000 }, "request"],
    ["lostResponse: true", { kind: "lostResponse" }, "response"],
    ["duplicate: true", { kind: "duplicate" }, "response"],
    ["dropField: /a/0", { kind: "dropField", pointer: "/a/0" }, "response"],
    [
      "addField: { at: /a~1b, value: null }",
      { kind: "addField", pointer: "/a~1b", value: null },
      "response",
    ],
    [
      "renameField: { at: /a, to: b }",
      { kind: "renameField", pointer: "/a", name: "b" },
      "response",
    ],
  ];
  test.each(rows)("%s", async (text, fault, phase) => {
    const { faults } = await scenarioOf(text);
    expect(faults).toEqual([{ name: "f", on: "*", phase, fault }]);
  });
});

const KINDS = Object.keys(FAULT_KINDS)
  .map((name) => `\`${name}\``)
  .join(", ");
const POSITIVE = 'a duration such as "250ms", "5s", "1m30s", "2h", or "1d", above 0';

describe("a fault is rejected", () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      "times: 2",
      `2:5 faults.0: Expected a rule with exactly one fault (${KINDS}), got \`{"name":"f","on":"*","times":2}\` (object).`,
    ],
    [
      "hang: true, emptyReply: true",
      `2:5 faults.0: Expected a rule with exactly one fault (${KINDS}), got \`{"name":"f","on":"*","hang":true,"emptyReply":true}\` (object).`,
    ],
    [
      "hang: true, headers: { a: b }",
      '2:46 faults.0.headers: Expected no `headers` in a rule without `status`, got `{"a":"b"}` (object).',
    ],
    [
      "malformedJson: true, phase: request",
      '2:53 faults.0.phase: Expected `response`, the only phase of this fault, got `"request"` (string).',
    ],
    [
      "reset: afterHeaders, phase: request",
      '2:53 faults.0.phase: Expected `response`, the only phase of this fault, got `"request"` (string).',
    ],
    [
      "reset: afterHeadres",
      '2:32 faults.0.reset: Expected `beforeHeaders`, `afterHeaders`, or `{ afterBytes: 100 }`, got `"afterHeadres"` (string). Did you mean `afterHeaders`?',
    ],
    [
      "error: unknwon-job",
      '2:32 faults.0.error: Expected one of `unauthenticated`, `unknown-job`, `unknown-job-on-cancel`, `rate-limited`, `key-expired`, `overloaded`, `unavailable`, got `"unknwon-job"` (string). Did you mean `unknown-job`?',
    ],
    [
      "hang: true, when: { format: xml }",
      '2:53 faults.0.when.format: Expected a results format or a list of results formats (`csv`, `parquet`, `json`), got `"xml"` (string).',
    ],
    ["hang: false", "2:31 faults.0.hang: Expected `true`, got `false` (boolean)."],
    [
      "truncate: { atBytes: 1, atShare: 1 }",
      '2:35 faults.0.truncate: Expected an object with exactly one of `atBytes` and `atShare`, got `{"atBytes":1,"atShare":1}` (object).',
    ],
    [
      "truncate: { atShare: 100% }",
      '2:46 faults.0.truncate.atShare: Expected a share below 100%, got `"100%"` (string).',
    ],
    [
      "slowBody: { bytesPerSecond: 0 }",
      "2:53 faults.0.slowBody.bytesPerSecond: Expected a number above 0, got `0` (number).",
    ],
    [
      "rateLimit: { requests: 0, per: 0s }",
      "2:48 faults.0.rateLimit.requests: Expected a whole number of at least 1, got `0` (number).",
    ],
    [
      "staleStatus: { by: 0 }",
      `2:44 faults.0.staleStatus.by: Expected ${POSITIVE}, got \`0\` (number).`,
    ],
    [
      "corruptFile: zipChecksm",
      '2:38 faults.0.corruptFile: Expected one of `zipChecksum`, `zipDirectory`, `csvMissingRow`, `parquetFooter`, `parquetPage`, got `"zipChecksm"` (string). Did you mean `zipChecksum`?',
    ],
    [
      "wrongContentType: html",
      '2:43 faults.0.wrongContentType: Expected a content type such as `text/html`, got `"html"` (string).',
    ],
    [
      "dropField: a.b",
      '2:36 faults.0.dropField: Expected a JSON Pointer such as `/jobs/0/status`, got `"a.b"` (string).',
    ],
  ];
  test.each(rows)("%s", async (text, problem) => {
    await expect(scenarioOf(text)).rejects.toThrow(`x.yaml:${problem}`);
  });
});
