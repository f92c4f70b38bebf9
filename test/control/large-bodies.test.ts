import { expect, test } from "@jest/globals";
import type { Scenario } from "../../src/types.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

type Problem = { readonly detail: string; readonly issues?: readonly object[] };

async function send<Body>(sim: TestSimulator, line: string, body: string) {
  const [method = "", path = ""] = line.split(" ");
  const headers = { authorization: `Key ${sim.apiKey}` };
  const response = await fetch(`${sim.controlUrl}${path}`, { method, headers, body });
  return { status: response.status, body: (await response.json()) as Body };
}

const nested = (levels: number) => `${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`;

test("a body that is nested too deeply is rejected", async () => {
  await using sim = await startTestSimulator();
  const body = `{"faults":[{"on":"createJob","when":{"body":${nested(20_000)}}}]}`;
  expect(await send<Problem>(sim, "POST /faults", body)).toMatchObject({
    status: 400,
    body: { detail: "Failed to read the body as JSON: it is nested more than 1000 levels deep." },
  });
});

test("JSON and scenarios have at most 256 KiB", async () => {
  await using sim = await startTestSimulator();
  const text = " ".repeat(256 * 1024 + 1);
  for (const line of ["POST /clock/advance", "PUT /scenario"])
    expect(await send<Problem>(sim, line, text)).toMatchObject({
      status: 413,
      body: {
        detail: "Expected the body to be at most 262144 bytes long, got more. Send a smaller body.",
      },
    });
});

test("of many unknown keys, the first 100 are reported", async () => {
  await using sim = await startTestSimulator();
  const keys = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i]));
  const { body } = await send<Problem>(sim, "POST /clock/advance", JSON.stringify(keys));
  expect(body.issues?.slice(-2)).toEqual([
    { path: "k98", message: "`k98`: Unknown key `k98`. Allowed keys: `by`, `to`." },
    { path: "k99", message: "`k99`: Unknown key `k99`. Allowed keys: `by`, `to`." },
  ]);
});

const rules = (count: number, outcome: string) =>
  Array.from({ length: count }, (_, i) => `- { match: { pattern: "^x${i}" }, ${outcome} }\n`).join(
    "",
  );

test("a large scenario has the same effect, and the same problems, as a small one", async () => {
  await using sim = await startTestSimulator();
  const put = (text: string) => send<Scenario & Problem>(sim, "PUT /scenario", text);
  const small = await put(`rows:\n${rules(100, "outcome: empty")}`);
  const large = await put(`rows:\n${rules(400, "outcome: empty")}`);
  expect([small.status, large.status]).toEqual([200, 200]);
  expect(large.body).toEqual({ ...small.body, rows: expect.arrayContaining([...small.body.rows]) });
  expect(large.body.rows).toHaveLength(400);
  const wrong = await put(`rows:
${rules(400, "outcome: empty")}- { match: { pattern: a }, outcome: emty }
`);
  const issue = {
    ...{ file: "scenario", line: 402, column: 37, path: "rows.400.outcome" },
    message:
      'Expected `empty`, `refusal`, `schemaViolation`, `invalidJson`, `truncatedJson`, `missingContent`, or an object with exactly one of `refusal`, `error`, `huge`, `text`, `template`, and `canned`, got `"emty"` (string). Did you mean `empty`?',
  };
  expect([wrong.status, wrong.body.issues]).toEqual([400, [issue]]);
});
