import { readFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { TestSimulator } from "../support/simulator.ts";

/** The simulator's version, as its answers name it. */
export const VERSION: string = JSON.parse(readFileSync("package.json", "utf8")).version;

/** The bytes received on a connection, and how it ended. */
export type Heard = { readonly text: string; readonly end: string };

/** A client's view of a response: the received part of its body, and the client's error, if any. */
export type Seen = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly error: string | undefined;
  /** Whether the request used the connection of an earlier one. */
  readonly isReused: boolean;
};

/** A request of a test. */
export type Ask = {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly agent?: Agent;
  /** Further lines of the head. */
  readonly headers?: readonly string[];
};

/** Sends a request over a bare socket, and listens until the simulator ends the connection: `FIN`, or the error's code. */
export function hear(
  sim: TestSimulator,
  { method = "GET", path, body = "", headers = [] }: Ask,
): Promise<Heard> {
  const { hostname, port } = new URL(sim.baseUrl);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Key ${sim.apiKey}`,
    ...headers,
    ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
  ];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    });
    const pieces: Buffer[] = [];
    let end = "FIN";
    socket.on("data", (piece: Buffer) => pieces.push(piece));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      end = error.code ?? error.message;
    });
    socket.on("close", () => resolve({ text: Buffer.concat(pieces).toString("latin1"), end }));
  });
}

/** Sends a request as node:http does, and keeps the received part even if the response breaks off. */
export function see(sim: TestSimulator, { method = "GET", path, body, agent }: Ask): Promise<Seen> {
  const headers = {
    authorization: `Key ${sim.apiKey}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    const sent = request(sim.baseUrl + path, { method, headers, ...(agent && { agent }) });
    const pieces: Buffer[] = [];
    let seen: Partial<Seen> = {};
    let error: string | undefined;
    const failed = (failure: NodeJS.ErrnoException): void => {
      error ??= failure.code ?? failure.message;
    };
    sent.on("error", failed);
    const over = (): void =>
      resolve({
        status: undefined,
        headers: {},
        ...seen,
        body: Buffer.concat(pieces),
        error,
        isReused: sent.reusedSocket,
      });
    sent.on("response", (response) => {
      seen = { status: response.statusCode, headers: response.headers };
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", failed);
      response.on("close", over);
    });
    sent.on("close", () => seen.status ?? over());
    sent.end(body);
  });
}

/** The head of a response on the wire, on a clock that has not moved. */
export function headOf(
  statusLine: string,
  fields: Readonly<Record<string, string | number>>,
  date = "Tue, 01 Jan 2030 00:00:00 GMT",
): string {
  const { "content-type": type, fault, ...rest } = fields;
  const lines = [
    `HTTP/1.1 ${statusLine}`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    `date: ${date}`,
    `x-sim-version: ${VERSION}`,
    ...(fault === undefined ? [] : [`x-sim-fault: ${fault}`]),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${value}`),
    "Connection: keep-alive",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Content type of the service's JSON answers. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** A scenario with one fault, named `f`, that fires on the first call of an operation that supports it. */
export function scenarioOf(fault: string, on = "tryAuthentication"): string {
  return `profiles: [{ queued: 0s, starting: 0s, running: 0s }]\nfaults: [{ name: f, on: ${on}, times: 1, ${fault} }]\n`;
}

/** The journal's entry for the one exchange that a fault shaped. */
export function faulted(sim: TestSimulator): object | undefined {
  const found = sim.allExchanges.filter(({ fault }) => fault !== undefined);
  if (found.length !== 1) throw new Error(`${found.length} exchanges were faulted`);
  const [exchange] = found;
  return exchange && { fault: exchange.fault, status: exchange.response.status, end: exchange.end };
}

/** Lets the process continue until a condition holds; fails after a while. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 100_000) throw new Error(`${holds} did not come true`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A request without a response so far. */
export type Pending = {
  /** Events that the client has seen so far: `answer`, or an error's code. */
  readonly met: readonly string[];
  /** Disconnects without waiting any longer. */
  readonly giveUp: () => void;
  readonly answered: Promise<Seen>;
};

/** Sends a request, and resolves when the simulator has it. */
export async function begin(sim: TestSimulator, ask: Ask): Promise<Pending> {
  const agent = new Agent();
  const met: string[] = [];
  const answered = see(sim, { ...ask, agent });
  void answered.then(({ status, error }) => met.push(error ?? `answer ${status}`));
  // When these requests have responses, all earlier ones have been handled.
  for (let turn = 0; turn < 3; turn++) await see(sim, { path: "/openapi.json" });
  return { met, giveUp: () => agent.destroy(), answered };
}

/** The jobs that the service lists, as soon as there is one: a request that `begin` sent may still be in transit. */
export async function firstJobs(sim: TestSimulator): Promise<readonly object[]> {
  for (;;) {
    const { body } = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
    if (body.jobs.length > 0) return body.jobs;
  }
}
