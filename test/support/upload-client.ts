import { expect } from "@jest/globals";
import type { Simulator } from "../../src/index.ts";

// A client that uploads files in parts, in the form of Gemini's Files API.

export type Json = Record<string, unknown>;

export type Sim = Pick<Simulator, "baseUrl" | "apiKey">;

/** Asks for an upload. */
export function start(sim: Sim, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${sim.baseUrl}/upload/v1beta/files`, {
    method: "POST",
    headers: {
      ...{ "x-goog-api-key": sim.apiKey, "content-type": "application/json" },
      ...{ "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" },
      ...headers,
    },
    body: JSON.stringify({ file: { displayName: "rows" } }),
  });
}

/** Starts an upload, and returns its URL. */
export async function started(sim: Sim, headers: Record<string, string> = {}): Promise<string> {
  const response = await start(sim, headers);
  expect([response.status, await response.json()]).toEqual([200, {}]);
  return String(response.headers.get("x-goog-upload-url"));
}

/** Sends a command to an upload, and returns the status, the upload's status, the bytes received, and the body. */
export async function send(
  url: string,
  command: string,
  { offset, body }: { offset?: number; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<readonly [number, string | null, string | null, Json]> {
  const at: Record<string, string> =
    offset === undefined ? {} : { "x-goog-upload-offset": String(offset) };
  const response = await fetch(url, {
    method: "POST",
    headers: { "x-goog-upload-command": command, ...at },
    ...(body !== undefined && { body }),
  });
  const header = (name: string): string | null => response.headers.get(`x-goog-upload-${name}`);
  const found = (await response.json()) as Json;
  return [response.status, header("status"), header("size-received"), found];
}

export function nameIn(sent: Awaited<ReturnType<typeof send>>): string {
  return String((sent[3]["file"] as Json)["name"]);
}

export async function content(sim: Sim, name: string): Promise<Buffer> {
  const headers = { "x-goog-api-key": sim.apiKey };
  const response = await fetch(`${sim.baseUrl}/v1/${name}:download?alt=media`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
