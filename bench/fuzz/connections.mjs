// Many small pieces of work at once: pipelined requests, bodies in tiny chunks, streams that a single advance wakes up, and downloads.
import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";

const CREATE = '{"inputs":["a"]}';

function head(method, path, framing) {
  return [
    `${method} ${path} HTTP/1.1`,
    ...["Host: localhost", "Authorization: Key fuzz", "Content-Type: application/json"],
    framing,
    ...["", ""],
  ].join("\r\n");
}

const REQUESTS = {
  create: head("POST", "/batch-inference", `Content-Length: ${CREATE.length}`) + CREATE,
  list: head("GET", "/list-jobs", "Accept: */*"),
  unknown: head("GET", "/nothing", "Accept: */*"),
  invalid: `${head("POST", "/batch-inference", "Content-Length: 1")}{`,
};

/** Sends bytes on a connection, and resolves with the number of responses once there are as many as expected, or it ends. */
async function converse(port, pieces, expected) {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setNoDelay(true).on("error", () => {});
  let [received, rest] = [0, ""];
  const over = new Promise((resolve) => {
    socket
      .once("close", resolve)
      .setEncoding("latin1")
      .on("data", (text) => {
        const parts = (rest + text).split("HTTP/1.1 ");
        received += parts.length - 1;
        rest = parts.at(-1).slice(-9);
        if (received >= expected) resolve();
      });
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain"), over]);
  }
  await over;
  socket.destroy();
  return received;
}

function portOf({ urls }) {
  return Number(new URL(urls.service).port);
}

function expectAll(received, expected) {
  if (received !== expected) throw new Error(`Expected ${expected} responses, got ${received}.`);
}

/** Attacks the order of pipelined requests. */
export const pipelining = {
  name: "pipelining",
  cases: fc.record({
    kinds: fc.array(fc.constantFrom(...Object.keys(REQUESTS)), { minLength: 1, maxLength: 4 }),
    times: fc.constantFrom(1, 30, 200),
    connections: fc.integer({ min: 1, max: 4 }),
  }),
  play: async (client, { kinds, times, connections }) => {
    const bytes = kinds
      .map((kind) => REQUESTS[kind])
      .join("")
      .repeat(times);
    const expected = kinds.length * times;
    const all = Array.from({ length: connections }, () =>
      converse(portOf(client), [bytes], expected),
    );
    for (const received of await Promise.all(all)) expectAll(received, expected);
  },
};

/** Attacks with bodies that arrive in tiny chunks. */
export const chunks = {
  name: "chunks",
  cases: fc.record({
    size: fc.integer({ min: 1, max: 3 }),
    length: fc.constantFrom(100, 5000, 50_000),
    // The load of many connections that send at the same moment adds up: SECURITY.md lists it as unbounded. For four of them,
    // a Node server that only counts the bytes takes 130 to 170 ms of CPU time.
    connections: fc.integer({ min: 1, max: 2 }),
  }),
  play: async (client, { size, length, connections }) => {
    const body = JSON.stringify({ inputs: ["a".repeat(length)] });
    const cut = body.match(new RegExp(`.{1,${size}}`, "g"));
    const encoded = cut.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
    const bytes = `${head("POST", "/batch-inference", "Transfer-Encoding: chunked")}${encoded}0\r\n\r\n`;
    const all = Array.from({ length: connections }, () => converse(portOf(client), [bytes], 1));
    for (const received of await Promise.all(all)) expectAll(received, 1);
  },
};

/** Attacks with many progress streams of jobs that end at the same time. */
export const streams = {
  name: "streams",
  cases: fc.record({
    jobs: fc.constantFrom(1, 20),
    streams: fc.constantFrom(1, 20, 400),
    // The program's clock is `poll`, so a stream moves it until the job ends.
    running: fc.constantFrom("1h", "30d"),
    by: fc.constantFrom("1s", "1h", "30d"),
  }),
  play: async (client, { jobs, streams: count, running, by }) => {
    const { service, control } = client.urls;
    const headers = { "content-type": "application/json" };
    const scenario = { profiles: [{ queued: "1s", running }] };
    await client.attack("PUT", `${control}/scenario`, { body: JSON.stringify(scenario) });
    const ids = [];
    for (let i = 0; i < jobs; i++) {
      const { text } = await client.attack("POST", `${service}/batch-inference`, {
        headers,
        body: CREATE,
      });
      ids.push(JSON.parse(text).job_id);
    }
    const open = [];
    // Sequential, because the attack is the advance, not the number of connections.
    for (let i = 0; i < count; i++) {
      const url = `${service}/stream-job-progress/${ids[i % jobs]}`;
      open.push(get(url, { headers: { authorization: "Key fuzz" }, agent: false }));
      const [response] = await once(open.at(-1), "response");
      response.on("error", () => {}).resume();
    }
    await client.attack("POST", `${control}/clock/advance`, { body: JSON.stringify({ by }) });
    for (const each of open) each.on("error", () => {}).destroy();
  },
};

/** Attacks with many downloads by one key. */
export const downloads = {
  name: "downloads",
  cases: fc.record({
    rows: fc.constantFrom(1, 100, 5000),
    format: fc.constantFrom("json", "csv", "parquet"),
    downloads: fc.constantFrom(1, 10, 60),
    creates: fc.constantFrom(0, 1, 5),
  }),
  play: async (client, { rows, format, downloads: count, creates }) => {
    const { service, control } = client.urls;
    const headers = { "content-type": "application/json" };
    const inputs = Array.from({ length: rows }, (_, i) => `The product ${i} arrived on time.`);
    const body = JSON.stringify({ inputs });
    const create = () => client.attack("POST", `${service}/batch-inference`, { headers, body });
    const { job_id: id } = JSON.parse((await create()).text);
    await client.attack("POST", `${control}/clock/advance`, { body: '{"by":"30d"}' });
    const url = `${service}/jobs/${id}/results?result_format=${format}`;
    const all = Array.from({ length: count }, () => client.attack("GET", url));
    await Promise.all([...all, ...Array.from({ length: creates }, create)]);
  },
};
