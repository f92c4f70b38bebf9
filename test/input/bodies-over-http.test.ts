import { EventEmitter, once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect, test } from "@jest/globals";
import { largerThan } from "../../src/input/body-chunks.ts";
import { parseJsonBody } from "../../src/input/json/parse-json-body.ts";
import { parseMultipart } from "../../src/input/multipart/parse-multipart.ts";
import { openFile } from "../support/received.ts";
import { startServer } from "./support/test-server.ts";

const FORM = "multipart/form-data; boundary=frontier";

const parsers: readonly (readonly [string, (req: IncomingMessage) => Promise<unknown>])[] = [
  ["JSON", (req) => parseJsonBody(req, { maxBytes: 1_000_000, rowsAt: ["inputs"] })],
  [
    "multipart",
    (req) => parseMultipart(req.headers, req, { maxBytes: 1_000_000, maxFiles: 1, openFile }),
  ],
];

/** A server that parses its request bodies, responds with the error's message, and discards the rest. */
async function startParsing(parse: (req: IncomingMessage) => Promise<unknown>) {
  const events = new EventEmitter();
  const { origin } = await startServer((req, res) => {
    events.emit("started");
    parse(req).then(
      () => res.end("parsed"),
      (error: { readonly message: string }) => {
        events.emit("failed", error);
        res.end(error.message);
        req.resume();
      },
    );
  });
  return { origin, events };
}

test.each(parsers)("a client that sends too large a %s body gets its answer", async (_, parse) => {
  const { origin } = await startParsing(parse);
  const body = Buffer.alloc(5_000_000, " ");

  const response = await fetch(origin, { method: "POST", body, headers: { "content-type": FORM } });

  expect(await response.text()).toBe(largerThan(1_000_000).message);
});

test.each(parsers)(
  "a client that goes away in the middle of a %s body ends the parsing",
  async (_, parse) => {
    const { origin, events } = await startParsing(parse);
    const started = once(events, "started");
    const failed = once(events, "failed");
    const headers = { "content-type": FORM, "content-length": 1000 };
    const sending = request(origin, { method: "POST", headers });
    sending.on("error", () => {});
    sending.write('{"inputs":["a"');
    await started;

    sending.destroy();

    expect(await failed).toEqual([expect.objectContaining({ code: "ECONNRESET" })]);
  },
);
