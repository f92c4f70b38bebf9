import { expect, test } from "@jest/globals";
import picocolors from "picocolors";
import { jsonExchange, prettyExchange } from "../../src/cli/output/request-log.ts";
import type { Exchange } from "../../src/core/exchange.ts";

const EXCHANGE: Exchange = {
  id: 3,
  at: Date.parse("2030-01-01T00:00:05.250Z"),
  wallAt: Date.parse("2026-05-01T12:00:00.000Z"),
  method: "GET",
  url: "/job-status/job-1234567890",
  operationId: "getJobStatus",
  jobId: "job-1234567890",
  jobState: "running",
  request: { headers: { authorization: "Key ***" } },
  response: { status: 200, headers: {}, body: { byteLength: 2, text: "{}" } },
  problems: [],
  end: "finished",
  durationMs: 1.234,
};

const plain = (more: Partial<Exchange>): string =>
  prettyExchange({ ...EXCHANGE, ...more }, "default", picocolors.createColors(false));

test("a line has time, sandbox, operation, status, job, state, duration, and path in columns", () => {
  expect(plain({})).toBe(
    "00:00:05.250  default           getJobStatus         200  job-12345678  running        1.2 ms  GET /job-status/job-1234567890",
  );
});

test("after them stands what was unusual", () => {
  const { jobId: _jobId, jobState: _jobState, operationId: _operationId, ...bare } = EXCHANGE;
  const unusual: Exchange = {
    ...bare,
    url: "/nowhere?key=1",
    response: { status: 0, headers: {} },
    fault: "flaky",
    simError: "SIM_BUG",
    problems: [
      { path: "/inputs", message: "Expected more.", type: "minItems" },
      { path: "", message: "And more.", type: "required" },
    ],
    end: "aborted",
    durationMs: 1234,
  };
  expect(prettyExchange(unusual, "a-longer-name-than-most", picocolors.createColors(false))).toBe(
    "00:00:05.250  a-longer-name-than-most  -                      -                              1234 ms  GET /nowhere  fault flaky  SIM_BUG  cut off  Expected more. (and 1 more)",
  );
});

test.each([
  [409, '{"detail":"The job is \\u001b[31mRUNNING."}', "  The job is ?[31mRUNNING."],
  [503, '{"title":"Busy","status":503}', "  Busy"],
  [503, '{"detail":["Busy"]}', ""],
  [502, "<html>", ""],
  [200, '{"detail":"fine"}', ""],
])("of an answer %d that says why, the reason is shown: %s", (status, text, expected) => {
  const body = { byteLength: text.length, text };
  expect(plain({ response: { status, headers: {}, body } })).toBe(
    `00:00:05.250  default           getJobStatus         ${status}  job-12345678  running        1.2 ms  GET /job-status/job-1234567890${expected}`,
  );
});

test("a download shows the format that it asked for", () => {
  const url = "/jobs/j/results?result_format=csv&include_inputs=true";
  expect(plain({ url, format: "csv" })).toMatch(/ {2}GET \/jobs\/j\/results \(csv\)$/);
});

test("what a client sends can't steer the terminal", () => {
  expect(plain({ jobId: "a\u001b[31m\nb" })).toContain("  a?[31m?b  ");
});

test("as JSON an exchange has no headers, no bodies, and no rules", () => {
  const rules = [{ rule: "busy" }];
  expect(JSON.parse(jsonExchange({ ...EXCHANGE, rules }, "0f8fd90e", "テスト"))).toEqual({
    at: "2030-01-01T00:00:05.250Z",
    wallAt: "2026-05-01T12:00:00.000Z",
    sandbox: "0f8fd90e",
    title: "テスト",
    status: 200,
    id: 3,
    method: "GET",
    url: "/job-status/job-1234567890",
    operationId: "getJobStatus",
    jobId: "job-1234567890",
    jobState: "running",
    problems: [],
    end: "finished",
    durationMs: 1.234,
  });
});

test("as JSON, a sandbox without a title of its own has only a name", () => {
  expect(JSON.parse(jsonExchange(EXCHANGE, "default", "default"))).not.toHaveProperty("title");
});
