import { Ajv2020 } from "ajv/dist/2020.js";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import type { TestSimulator } from "../support/simulator.ts";

/** A client's view of one call, including every byte. */
export type Seen = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Whether the body ended before its announced end. */
  readonly isCut: boolean;
};

/** Makes a call and reads its response to the end; undefined if the connection ended without one. */
export async function see(call: () => Promise<Response>): Promise<Seen | undefined> {
  const response = await call().catch(() => undefined);
  if (response === undefined) return undefined;
  const { status, headers } = response;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    return { status, headers, bytes: Buffer.concat(chunks), isCut: false };
  } catch {
    return { status, headers, bytes: Buffer.concat(chunks), isCut: true };
  }
}

/** The calls in a transcript, by their first word; the other words are arguments. */
export const CALLS: Readonly<
  Record<string, (sim: TestSimulator, words: readonly string[]) => Promise<Response>>
> = {
  create: (sim, [body = ""]) =>
    sim.client.request("POST", "/batch-inference", { json: JSON.parse(body) }),
  tickets: (sim, inputs) =>
    sim.client.request("POST", "/batch-inference", { json: { inputs, json_schema: TICKET } }),
  status: (sim, [jobId]) => sim.client.request("GET", `/job-status/${jobId}`),
  job: (sim, [jobId]) => sim.client.request("GET", `/jobs/${jobId}`),
  list: (sim) => sim.client.request("GET", "/list-jobs"),
  auth: (sim) => sim.client.request("GET", "/try-authentication"),
  rows: (sim, [jobId = ""]) => sim.client.results(jobId, { result_format: "json" }),
  results: (sim, [jobId = "", format = ""]) => sim.client.results(jobId, { result_format: format }),
  cancel: (sim, [jobId]) =>
    fetch(`${sim.deploymentUrl}/v1/job-cancel/${jobId}`, {
      headers: { authorization: `Key ${sim.apiKey}` },
    }),
};

/** The schema of the jobs whose rows are judged. */
const TICKET = {
  type: "object",
  properties: { label: { enum: ["good", "bad"] }, score: { type: "integer" } },
  required: ["label", "score"],
  additionalProperties: false,
};
const isTicket = new Ajv2020().compile(TICKET);

/** A summary of each row of a job with the schema above. */
export function judgeRows({ bytes }: Seen): string {
  const { outputs }: { outputs: readonly string[] } = JSON.parse(bytes.toString());
  return outputs.map(judge).join(" ");
}

function judge(output: string): string {
  try {
    return isTicket(JSON.parse(output)) ? "good" : "violates";
  } catch {
    return "no-json";
  }
}

/** A summary of a response in a few words. */
export async function describe(seen: Seen | undefined): Promise<string> {
  if (seen === undefined) return "no answer";
  const { status, headers, bytes, isCut } = seen;
  const wait = headers.get("retry-after");
  const fault = headers.get("x-sim-fault");
  const said = isCut
    ? `cut off after ${bytes.length} of ${headers.get("content-length")} bytes`
    : await contentOf(bytes, headers.get("content-type") ?? "");
  return [
    status,
    said,
    ...(wait === null ? [] : [`(retry after ${wait} s)`]),
    ...(fault === null ? [] : [`[${fault}]`]),
  ].join(" ");
}

async function contentOf(bytes: Buffer, contentType: string): Promise<string> {
  if (contentType.startsWith("application/json")) return ofJson(JSON.parse(bytes.toString()));
  if (contentType === "application/zip") return readable(async () => (await csvLines(bytes)) - 1);
  if (contentType.startsWith("text/")) return bytes.toString();
  return readable(async () => (await queryParquet(bytes, "SELECT * FROM FILE")).length);
}

async function csvLines(bytes: Buffer): Promise<number> {
  const [entry] = await unzip(bytes);
  return (entry?.text ?? "").trimEnd().split("\r\n").length;
}

async function readable(countRows: () => Promise<number>): Promise<string> {
  try {
    return rows(await countRows());
  } catch {
    return "a file that can't be read";
  }
}

function rows(count: number): string {
  return `${count} ${count === 1 ? "row" : "rows"}`;
}

type Body = {
  readonly job_id?: string;
  readonly job_status?: Readonly<Record<string, string>>;
  readonly job?: Job;
  readonly jobs?: readonly Job[];
  readonly outputs?: readonly string[];
  readonly detail?: string;
  readonly message?: string;
  readonly authenticated?: boolean;
};

type Job = {
  readonly job_id: string;
  readonly status: string;
  readonly num_rows: number;
  readonly rows_completed: number;
  readonly failure_reason: { readonly message: string } | null;
};

function ofJson(body: Body): string {
  if (body.job_status !== undefined) return Object.values(body.job_status).join();
  if (body.job !== undefined) return ofJob(body.job);
  if (body.jobs !== undefined)
    return body.jobs.map((job) => `${job.job_id} ${ofJob(job)}`).join("; ") || "no jobs";
  if (body.outputs !== undefined) return rows(body.outputs.length);
  return body.detail ?? body.message ?? body.job_id ?? JSON.stringify(body);
}

function ofJob({ status, num_rows, rows_completed, failure_reason }: Job): string {
  const reason = failure_reason === null ? "" : `: ${failure_reason.message}`;
  return `${status} ${rows_completed}/${num_rows}${reason}`;
}
