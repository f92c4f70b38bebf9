import { expect } from "@jest/globals";
import { startTestSimulator, type TestOptions, type TestSimulator } from "../support/simulator.ts";

// A client of the Message Batches API, for tests of its wire format.

export const BATCHES = "/v1/messages/batches";

export function start(options: TestOptions = {}): Promise<TestSimulator> {
  return startTestSimulator({ api: "anthropic", ...options });
}

export type Json = Record<string, unknown>;

export type Reply = { readonly status: number; readonly body: Json };

/** Sends a request with the key in `x-api-key`. */
export async function call(
  sim: TestSimulator,
  method: string,
  path: string,
  json?: unknown,
): Promise<Reply> {
  const response = await fetch(sim.baseUrl + path, {
    method,
    headers: { "x-api-key": sim.apiKey, "content-type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  expect(response.headers.get("request-id")).toMatch(/^req_011\w{22}$/);
  return { status: response.status, body: (await response.json()) as Json };
}

export function request(id: string, text = "Hello", params: Json = {}): Json {
  const messages = [{ role: "user", content: text }];
  return {
    custom_id: id,
    params: { model: "claude-sonnet-4-5", max_tokens: 1000, messages, ...params },
  };
}

export function requests(count: number): Json[] {
  return Array.from({ length: count }, (_, index) => request(`row-${index}`, `Row ${index}`));
}

export async function create(sim: TestSimulator, batch: readonly Json[]): Promise<Json> {
  const { status, body } = await call(sim, "POST", BATCHES, { requests: batch });
  expect([status, body]).toEqual([200, expect.objectContaining({ type: "message_batch" })]);
  return body;
}

/** Polls until the batch has ended. */
export async function ended(sim: TestSimulator, id: unknown): Promise<Json> {
  for (let polls = 0; polls < 100; polls++) {
    const { body } = await call(sim, "GET", `${BATCHES}/${id}`);
    if (body["processing_status"] === "ended") return body;
  }
  throw new Error(`Expected the batch ${id} to end within 100 polls.`);
}

export type Line = {
  readonly custom_id: string;
  readonly result: Json & { readonly type: string };
};

export async function linesOf(sim: TestSimulator, { results_url }: Json): Promise<Line[]> {
  const response = await fetch(String(results_url), { headers: { "x-api-key": sim.apiKey } });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/x-jsonl",
  ]);
  const lines = (await response.text()).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as Line);
}
