import { expect } from "@jest/globals";
import { startTestSimulator, type TestOptions, type TestSimulator } from "./simulator.ts";

// A client of the Batch API, as its SDKs use it.

export type Json = Record<string, unknown>;

/** The address to which a client sends its requests, and its key. */
type Address = Pick<TestSimulator, "baseUrl" | "apiKey">;

export type Reply = { readonly status: number; readonly body: Json };

export function startOpenAi(options: TestOptions = {}): Promise<TestSimulator> {
  return startTestSimulator({ api: "openai", ...options });
}

/** Sends a request with the key. */
export async function send(
  sim: Address,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | FormData } = {},
): Promise<Response> {
  const authorization = `Bearer ${sim.apiKey}`;
  return fetch(sim.baseUrl + path, {
    method,
    headers: { authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

export async function call(
  sim: Address,
  method: string,
  path: string,
  json?: unknown,
): Promise<Reply> {
  const response = await send(sim, method, path, {
    headers: { "content-type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

export const CHAT = "/v1/chat/completions";

export function chatLine(id: string, body: Json = {}): Json {
  const messages = [{ role: "user", content: "Hello" }];
  return {
    custom_id: id,
    method: "POST",
    url: CHAT,
    body: { model: "gpt-4o-mini", messages, ...body },
  };
}

export function jsonLines(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export async function upload(
  sim: Address,
  content: string | Buffer<ArrayBuffer>,
  { name = "input.jsonl", purpose = "batch", more = {} as Record<string, string> } = {},
): Promise<Reply> {
  const form = new FormData();
  // As the Node SDK does, the file comes first.
  form.set("file", new Blob([content]), name);
  form.set("purpose", purpose);
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  const response = await send(sim, "POST", "/files", { body: form });
  return { status: response.status, body: (await response.json()) as Json };
}

export async function uploaded(sim: Address, lines: readonly unknown[]): Promise<string> {
  const { status, body } = await upload(sim, jsonLines(lines));
  expect([status, body]).toEqual([200, expect.objectContaining({ object: "file" })]);
  return String(body["id"]);
}

export function createBatch(
  sim: Address,
  fileId: string,
  endpoint: string = CHAT,
  more: Json = {},
): Promise<Reply> {
  const request = { input_file_id: fileId, endpoint, completion_window: "24h", ...more };
  return call(sim, "POST", "/batches", request);
}

/** Uploads lines, creates a batch, and polls until it is in one of the states. */
export async function runBatch(
  sim: Address,
  lines: readonly unknown[],
  endpoint: string = CHAT,
): Promise<Json> {
  const { status, body } = await createBatch(sim, await uploaded(sim, lines), endpoint);
  expect([status, body]).toEqual([200, expect.objectContaining({ status: "validating" })]);
  return ended(sim, String(body["id"]));
}

const TERMINAL = ["completed", "failed", "expired", "cancelled"];

export async function ended(sim: Address, id: string): Promise<Json> {
  for (let polls = 0; polls < 100; polls++) {
    const { body } = await call(sim, "GET", `/batches/${id}`);
    if (TERMINAL.includes(String(body["status"]))) return body;
  }
  throw new Error(`Expected the batch ${id} to end within 100 polls.`);
}

/** The lines of a file, by their IDs. */
export async function linesOf(sim: Address, fileId: unknown): Promise<Record<string, Json>> {
  const response = await send(sim, "GET", `/files/${fileId}/content`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/octet-stream",
  ]);
  const texts = (await response.text()).split("\n");
  expect(texts.pop()).toBe("");
  const lines = texts.map((text) => JSON.parse(text) as Json);
  return Object.fromEntries(lines.map((line) => [String(line["custom_id"]), line]));
}
