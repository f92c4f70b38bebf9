import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { BodyMemory } from "../../src/http/request/body-stream.ts";
import { type Answer, answerOf } from "../support/client.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const MIB = 1024 ** 2;

type Failure = { readonly detail?: string };

async function send(
  sim: TestSimulator,
  body: string,
  encoding = "identity",
  { path = "/batch-inference" } = {},
) {
  const headers = { "content-type": "application/json", "content-encoding": encoding };
  const bytes = encoding === "br" ? brotliCompressSync(body) : Buffer.from(body);
  const init = { body: bytes, headers } as RequestInit;
  const response = await sim.client.request("POST", path, init);
  return (await answerOf(response)) as Answer<Failure>;
}

test.each([
  ["a string", `{"inputs":["a"],"system_prompt":"${"x".repeat(MIB + 1)}"}`],
  ["a string of another alphabet", `{"inputs":["a"],"system_prompt":"${"語".repeat(MIB / 2)}"}`],
  ["a key", `{"inputs":["a"],"${"k".repeat(MIB + 1)}":1}`],
  ["a number", `{"inputs":["a"],"job_priority":${"1".repeat(MIB + 1)}}`],
])("%s that is not an input has at most 1 MiB", async (_, body) => {
  await using sim = await startTestSimulator();
  const { status, body: problem } = await send(sim, body);
  expect([status, problem.detail]).toEqual([
    413,
    "Failed to read the body: a value that is not an input exceeds the limit of 1 MiB. Shorten it.",
  ]);
});

const LONG_ID = "x".repeat(1025);

test.each([
  ["model", `{"inputs":["a"],"model":"${LONG_ID}"}`],
  ["model", `{"inputs":["a"],"model":"${"語".repeat(MIB)}"`],
  ["dataset_id", `{"dataset_id":"${LONG_ID}"}`],
])("%s has at most 1,024 characters, and more is rejected while it arrives", async (id, body) => {
  await using sim = await startTestSimulator();
  const { status, body: problem } = await send(sim, body, "identity", {
    path: id === "model" ? "/batch-inference" : "/list-dataset-files",
  });
  expect([status, problem.detail]).toEqual([
    413,
    `Failed to read the body: \`${id}\` exceeds the limit of 1,024 characters. Shorten it.`,
  ]);
});

test("a form's ID has at most 1,024 characters, and no more than that is an unknown one", async () => {
  await using sim = await startTestSimulator();
  const failures = [1024, 1025].map(async (length) => {
    const body = new FormData();
    body.set("dataset_id", "x".repeat(length));
    body.set("file", new Blob(["inputs\na\n"]), "a.csv");
    const response = await sim.client.request("POST", "/upload-to-dataset", { body });
    return [response.status, ((await response.json()) as Failure).detail];
  });
  expect(await Promise.all(failures)).toEqual([
    [404, `Dataset \`${"x".repeat(200)}…\` does not exist.`],
    [
      413,
      "Failed to read the body: `dataset_id` exceeds the limit of 1,024 characters. Shorten it.",
    ],
  ]);
});

test("an input may have 16 MiB, and more is rejected before it is complete", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await send(sim, `{"inputs":["a",{"text":"${"x".repeat(17 * MIB)}"}]}`);
  expect([status, body.detail]).toEqual([
    413,
    "Failed to read the body: row 2 exceeds the limit of 16 MiB. Send shorter rows.",
  ]);
});

test("the values of a body besides its inputs have at most 16 MiB together", async () => {
  await using sim = await startTestSimulator();
  const values = Array.from({ length: 17 }, (_, index) => `"k${index}":"${"x".repeat(MIB - 1)}"`);
  const { status, body } = await send(sim, `{"inputs":["a"],${values.join(",")}}`);
  expect([status, body.detail]).toEqual([
    413,
    "Failed to read the body: its content outside the inputs exceeds the limit of 16,777,216 characters. Shorten it.",
  ]);
});

test("a body that expands to more than 1000 times its size is rejected", async () => {
  await using sim = await startTestSimulator();
  const rows = Array.from({ length: 3 }, () => `"${"x".repeat(15 * MIB)}"`);
  const { status, body } = await send(sim, `{"inputs":[${rows.join(",")}]}`, "br");
  expect([status, body.detail]).toEqual([
    413,
    "Failed to decode the body from `br`: it expands to more than 1000 times its size. Send it without compression.",
  ]);
});

test("an error quotes at most 200 characters of a value", async () => {
  await using sim = await startTestSimulator();
  const { status, body } = await send(
    sim,
    JSON.stringify({ inputs: ["a"], model: "m".repeat(1024) }),
  );
  expect(status).toBe(422);
  expect(body.detail).toContain(`got \`${"m".repeat(200)}…\`.`);
  expect(JSON.stringify(body).length).toBeLessThan(5000);
});

test("the bodies that are being read hold a limited amount of memory together", async () => {
  const memory = new BodyMemory(100);
  let release = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* large(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(80);
    await waiting;
  }
  const first = memory.hold(large(), () => {});
  await first.next();
  const busy =
    "Failed to read the body: the bodies being read would exceed the memory limit of 100 bytes. Send fewer large bodies at once.";
  await expect(memory.hold(large(), () => {}).next()).rejects.toThrow(busy);
  release();
  await first.next();
  expect((await memory.hold(large(), () => {}).next()).value).toEqual(new Uint8Array(80));
});
