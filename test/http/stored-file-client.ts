import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { expect } from "@jest/globals";
import { startTestSimulator, type TestOptions, type TestSimulator } from "../support/simulator.ts";

/** The response with the URLs of a file. */
export type Urls = {
  readonly artifact: { filename: string; size_bytes: number };
  readonly urls: { get: string; head: string };
};

/** A response with the bytes that arrived of its body. */
export type Got = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
};

/** Starts a simulator that serves results as files behind pre-signed URLs. */
export function startWithFiles(options: TestOptions = {}): Promise<TestSimulator> {
  return startTestSimulator({ overlays: ["client-sdk"], ...options });
}

/** Creates a job, and follows it to its success. */
export async function finishedJob(sim: TestSimulator, numRows = 3): Promise<string> {
  const inputs = Array.from({ length: numRows }, (_, index) => `Review ${index}: fast delivery.`);
  const { body } = await sim.client.json<{ results: string }>("POST", "/batch-inference", {
    inputs,
  });
  await sim.client.follow(body.results);
  return body.results;
}

/** The URLs of a job's results file. */
export async function urlsOf(sim: TestSimulator, jobId: string, query = ""): Promise<Urls> {
  const answer = await sim.client.json<Urls>("GET", `/jobs/${jobId}/results-url${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** A request with exactly these headers, on its own connection. */
export function ask(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      const done = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        });
      // A response that is cut off has what arrived of it.
      response.on("end", done).on("error", done);
    });
    asked.on("error", reject).end();
  });
}
