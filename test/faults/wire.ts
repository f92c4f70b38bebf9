import { readFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { TestSimulator } from "../support/simulator.ts";

/** The simulator's version, as its answers name it. */
export const VERSION: string = JSON.parse(readFileSync("package.json", "utf8")).version;

/** What came over a connection, byte for byte, and how it ended. */
export type Heard = { readonly text: string; readonly end: string };

/** What a client saw of an answer: all that came of its body, and the error that it met, if any. */
export type Seen = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly error: string | undefined;
  /** Whether the request went over a connection that an earlier one had used. */
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

/** Sends a request as node:http does, and keeps what came even where it broke off. */
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

/** A scenario of one fault, named `f`, that fires on the first call of an operation that it is for. */
export function scenarioOf(fault: string, on = "tryAuthentication"): string {
  return `profiles: [{ queued: 0s, starting: 0s, running: 0s }]\nfaults: [{ name: f, on: ${on}, times: 1, ${fault} }]\n`;
}

/** The one exchange that a fault shaped, as the journal has it. */
export function faulted(sim: TestSimulator): object | undefined {
  const found = sim.allExchanges.filter(({ fault }) => fault !== undefined);
  if (found.length !== 1) throw new Error(`${found.length} exchanges were faulted`);
  const [exchange] = found;
  return exchange && { fault: exchange.fault, status: exchange.response.status, end: exchange.end };
}

/** Lets the process do what it has to do until something holds; fails after a good while. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 100_000) throw new Error(`${holds} did not come true`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A request without a response so far. */
export type Pending = {
  /** What the client has met so far: `answer`, or an error's code. */
  readonly met: readonly string[];
  /** Goes away without waiting any longer. */
  readonly giveUp: () => void;
  readonly answered: Promise<Seen>;
};

/** Sends a request, and resolves when the simulator has it. */
export async function begin(sim: TestSimulator, ask: Ask): Promise<Pending> {
  const agent = new Agent();
  const met: string[] = [];
  const answered = see(sim, { ...ask, agent });
  void answered.then(({ status, error }) => met.push(error ?? `answer ${status}`));
  // Whatever came before these has been looked at when these have their answers.
  for (let turn = 0; turn < 3; turn++) await see(sim, { path: "/openapi.json" });
  return { met, giveUp: () => agent.destroy(), answered };
}

/** The jobs that the service lists, as soon as there is one: a request that `begin` sent may still be on its way. */
export async function firstJobs(sim: TestSimulator): Promise<readonly object[]> {
  for (;;) {
    const { body } = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
    if (body.jobs.length > 0) return body.jobs;
  }
}
