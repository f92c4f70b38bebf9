import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { type Answer, answerOf } from "../support/client.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const BODY = JSON.stringify({ inputs: ["Great product", "Never again"] });

/** Sends a create request whose body has a Content-Encoding. */
async function send(
  sim: TestSimulator,
  encoding: string,
  body: Uint8Array | ReadableStream,
): Promise<Answer<{ detail?: string; job_id?: string }>> {
  const headers = { "content-type": "application/json", "content-encoding": encoding };
  const init = { body, headers, duplex: "half" } as RequestInit;
  return await answerOf(await sim.client.request("POST", "/batch-inference", init));
}

test.each([
  ["gzip", gzipSync(BODY)],
  ["x-gzip", gzipSync(BODY)],
  ["GZIP", gzipSync(BODY)],
  ["deflate", deflateSync(BODY)],
  ["br", brotliCompressSync(BODY)],
  ["identity", Buffer.from(BODY)],
])("a body in %s is decoded, and is the same request as without", async (encoding, body) => {
  await using sim = await startTestSimulator();
  const { status, body: created } = await send(sim, encoding, body);
  expect(status).toBe(200);
  expect((await sim.client.job(String(created.job_id)))["num_rows"]).toBe(2);
  await using plain = await startTestSimulator();
  expect(created.job_id).toBe(await plain.client.submit(JSON.parse(BODY)));
  expect(sim.allExchanges[0]?.request.body).toEqual({ byteLength: BODY.length, text: BODY });
});

test("a large body is decoded as it comes", async () => {
  await using sim = await startTestSimulator();
  const inputs = Array.from({ length: 50_000 }, (_, index) => `input number ${index}`);
  const { body } = await send(sim, "gzip", gzipSync(JSON.stringify({ inputs })));
  expect((await sim.client.job(String(body.job_id)))["num_rows"]).toBe(50_000);
});

test("a form in gzip is decoded", async () => {
  await using sim = await startTestSimulator();
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob(["inputs\nfirst\nsecond\n"]), "rows.csv");
  const plain = new Response(form);
  const answer = await sim.client.request("POST", "/upload-to-dataset", {
    headers: {
      "content-type": String(plain.headers.get("content-type")),
      "content-encoding": "gzip",
    },
    body: gzipSync(Buffer.from(await plain.arrayBuffer())),
  });
  expect(await answer.json()).toMatchObject({ num_rows: 2 });
});

test.each(["zstd", "gzip, br", "compress"])(
  "the encoding %s is answered with 415, and with those that are known",
  async (encoding) => {
    await using sim = await startTestSimulator();
    const { status, headers, body } = await send(sim, encoding, Buffer.from(BODY));
    expect([status, headers.get("accept-encoding"), body]).toEqual([
      415,
      "gzip, deflate, br",
      {
        detail: `Expected the header \`content-encoding\` to be \`gzip\`, \`deflate\`, or \`br\`, or omitted, got \`${encoding}\`.`,
      },
    ]);
  },
);

test("a body that is not what its encoding says is an invalid request", async () => {
  await using sim = await startTestSimulator();
  expect((await send(sim, "gzip", Buffer.from(BODY))).body.detail).toBe(
    "Failed to decode the body from `gzip`: incorrect header check.",
  );
  const { status, body } = await send(sim, "br", brotliCompressSync(BODY).subarray(0, 20));
  expect([status, body.detail]).toEqual([
    422,
    "Failed to decode the body from `br`: unexpected end of file.",
  ]);
});

test("the limit holds for what a body is decoded to: a bomb is refused, and no more of it is decoded", async () => {
  await using sim = await startTestSimulator({ maxBodyBytes: 1_000_000 });
  const { status, body } = await send(sim, "gzip", gzipSync(Buffer.alloc(10_000_000, " ")));
  expect([status, body.detail]).toEqual([
    413,
    "Expected a body of at most 976.6 KiB, got a larger one.",
  ]);
  expect(sim.allExchanges[0]?.request.body?.byteLength).toBeLessThan(1_100_000);
});

test.each([
  ["gzip", gzipSync(Buffer.alloc(10_000_000, " "))],
  ["identity", Buffer.alloc(2_000_000, " ")],
])("a client that is not done sending %s gets its answer all the same", async (encoding, body) => {
  await using sim = await startTestSimulator({ maxBodyBytes: 1_000_000 });
  const sending = request(`${sim.baseUrl}/batch-inference`, {
    method: "POST",
    headers: {
      authorization: `Key ${sim.apiKey}`,
      "content-type": "application/json",
      "content-encoding": encoding,
    },
  });
  const errors: Error[] = [];
  sending.on("error", (error) => errors.push(error));
  sending.write(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  answer.resume();
  await once(sending.end(Buffer.alloc(3_000_000)), "close");
  expect(errors).toEqual([]);
});
