// HTTP that no client library would send: pipelined requests with arbitrary lines, headers, and framing, in pieces, and cut
// off anywhere.
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expectRightStatus } from "./client.mjs";
import { mutated, NASTY } from "./mutations.mjs";
import { often } from "./often.mjs";

/** A connection that receives nothing for this long is treated as finished. */
const IDLE_MS = 40;

const PATHS = [
  ...["/try-authentication", "/batch-inference", "/list-jobs", "/jobs/x/results", "/job-status/x"],
  ...["/upload-to-dataset", "/list-datasets", "/v1/job-cancel/x", "/stream-job-progress/x", "/"],
  ...["/openapi.json", "/healthz", "/_sim/health", "/_sim/jobs", "/_sim/reset", "/_sim/scenario"],
  ...["/_sim/files/x", "/_sim/journal?status=200", "/_sim/sandbox", "/_sim", "/_sim/openapi.json"],
];
const target = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PATHS) },
  mutated(fc.constantFrom(...PATHS)).map((bytes) => bytes.toString("latin1")),
  fc.constantFrom(
    "*",
    "//",
    "/%",
    "/%ff",
    "/%00",
    "/a/../b",
    "/%2e%2e/x",
    "?",
    "#",
    "/?a=1&a[b]=2",
  ),
  fc.constantFrom(
    "http://localhost/list-jobs",
    "http://other/list-jobs",
    "http://",
    "localhost:80",
  ),
  fc.constantFrom(
    `/${"a".repeat(9000)}`,
    `/jobs/${"%C3%A9".repeat(2000)}`,
    `/?${"a=b&".repeat(3000)}`,
  ),
);
const header = fc.constantFrom(
  ...["Expect: 100-continue", "Expect: x", "Upgrade: websocket", "Connection: upgrade, close"],
  ...["Connection: close", "Connection: keep-alive", "Range: bytes=0-", "Range: bytes=9-1,-5"],
  ...["If-Range: x", "Origin: http://other", "Sec-Fetch-Site: cross-site", "Accept: text/html"],
  ...["Accept: */*;q=x,,", "Accept-Encoding: gzip;q=0", "Host: other", "Host: localhost", "Host:"],
  ...[
    "Authorization: Key other",
    "Authorization: Key",
    "Authorization: Bearer x",
    "Authorization:",
  ],
  ...[
    "Content-Type: text/csv",
    "Content-Type: ,",
    "Content-Encoding: gzip",
    "Content-Encoding: br, x",
  ],
  ...["X-HTTP-Method-Override: PUT", "Forwarded: host=x", "X-Forwarded-Host: x", "TE: trailers"],
  ...[
    "no colon",
    ": no name",
    "a b: c",
    "a:\x00",
    " folded: 1",
    "a:\x80",
    "é: é",
    "a:\rb",
    "a:\nb",
  ],
  ...[`long: ${"x".repeat(17_000)}`, "many: 1\r\n".repeat(2200), `cookie: ${"a=b; ".repeat(500)}`],
);
const content = fc.constantFrom(
  '{"inputs":["a"]}',
  '{"inputs":"http://127.0.0.1:1/x.csv","job_priority":1}',
  "{",
  "",
  "x".repeat(70_000),
  "--x\r\n",
  "instant",
);

/** The end of a head, and a body that may not match the announced one. */
const framings = {
  none: () => "\r\n",
  right: (body) => `Content-Length: ${body.length}\r\n\r\n${body}`,
  short: (body) => `Content-Length: ${body.length >> 1}\r\n\r\n${body}`,
  long: (body) => `Content-Length: ${body.length + 9}\r\n\r\n${body}`,
  negative: (body) => `Content-Length: -1\r\n\r\n${body}`,
  twice: (body) => `Content-Length: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  chunked: (body) => `Transfer-Encoding: chunked\r\n\r\n${chunk(body)}0\r\n\r\n`,
  trailers: (body) =>
    `Transfer-Encoding: chunked\r\nTrailer: a\r\n\r\n${chunk(body)}0\r\na: b\r\nHost: other\r\n\r\n`,
  extensions: (body) =>
    `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};a="b";c\r\n${body}\r\n0\r\n\r\n`,
  unended: (body) => `Transfer-Encoding: chunked\r\n\r\n${chunk(body)}`,
  badSize: (body) => `Transfer-Encoding: chunked\r\n\r\nxyz\r\n${body}\r\n0\r\n\r\n`,
  hugeSize: (body) => `Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n${body}`,
  both: (body) => `Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${chunk(body)}0\r\n\r\n`,
  unknown: (body) => `Transfer-Encoding: gzip, chunked\r\n\r\n${body}`,
};

function chunk(body) {
  return body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`;
}

const METHODS = ["PUT", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE", "get", "", "PRI"];

function requestsWith(names) {
  const parts = fc.record({
    method: often("GET", "POST", ...METHODS),
    target,
    version: often("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "", "http/1.1"),
    headers: fc.array(header, { maxLength: 4 }),
    framing: fc.constantFrom(...names),
    body: content,
  });
  return parts.map(({ method, target: path, version, headers, framing, body }) => {
    const own = ["Host: localhost", "Authorization: Key fuzz", "Content-Type: application/json"];
    const lines = [`${method} ${path} ${version}`, ...own, ...headers];
    return Buffer.from(`${lines.join("\r\n")}\r\n${framings[framing](body)}`, "latin1");
  });
}

const NAMES = Object.keys(framings);
/** The rest of a short body is read as another request. */
const single = requestsWith(NAMES.filter((name) => name !== "short"));
const several = fc
  .array(requestsWith(NAMES), { minLength: 1, maxLength: 5 })
  .map((all) => Buffer.concat(all));
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Attacks the parser of HTTP. */
export const http = {
  name: "http",
  cases: fc.record({
    sent: fc.oneof(
      single.map((bytes) => ({ bytes, isSingle: true })),
      fc.oneof(several, mutated(several, NASTY)).map((bytes) => ({ bytes, isSingle: false })),
    ),
    cuts: fc.array(share, { maxLength: 3 }),
    end: often("wait", "half-close", "destroy"),
  }),
  play: async (client, { sent: { bytes, isSingle }, cuts, end }) => {
    const { port } = new URL(client.urls.service);
    await client.remember();
    const received = await conversation(Number(port), { pieces: cutUp(bytes, cuts), end });
    const lines = received.matchAll(/HTTP\/1\.1 (\d{3}) .*\r\n(?=[\w-]+:)/g);
    const statuses = [...lines].map(([, status]) => Number(status));
    for (const status of statuses)
      expectRightStatus("A raw request", { status, headers: {}, text: received });
    // If a malformed request follows, Node.js may reject it before it responds to the first one.
    if (isSingle && statuses.some((status) => status >= 400))
      await client.expectUnchanged(`The request was rejected with ${statuses}`);
  },
};

function cutUp(bytes, cuts) {
  const ends = cuts.map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index]));
}

/** Everything that the server sends, as text. */
async function conversation(port, { pieces, end }) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const closed = new Promise((resolve) => {
    socket.setTimeout(IDLE_MS, resolve).once("end", resolve).once("close", resolve);
  });
  let received = "";
  // A reset is a valid way for the server to reject a request.
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece);
    await setImmediate();
  }
  if (end === "half-close") socket.end();
  if (end !== "destroy") await closed;
  socket.destroy();
  return received;
}
