import { fstatSync, readSync } from "node:fs";
import { request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { content, type Json, nameIn, send, start, started } from "../support/upload-client.ts";

// Uploads in several parts, in the form of Gemini's Files API.

function line(key: string, text = `Hello from ${key}.`): string {
  return `${JSON.stringify({ key, request: { contents: [{ parts: [{ text }] }] } })}\n`;
}

function refused(message: string): readonly [number, null, null, Json] {
  const error = { code: 400, message, status: "INVALID_ARGUMENT" };
  return [400, null, null, { error }];
}

function wrongOffset(received: number, got: number): ReturnType<typeof refused> {
  return refused(
    `Expected \`x-goog-upload-offset\` to be ${received}, the number of bytes received, got ${got}.`,
  );
}

/** More than the process opens. */
const MOST_DESCRIPTORS = 512;

/** Number of open files that begin with a string. */
function openFiles(text: string): number {
  const isOpen = (descriptor: number): boolean => {
    try {
      const start = Buffer.alloc(text.length);
      if (fstatSync(descriptor).isFile()) readSync(descriptor, start, 0, start.length, 0);
      return start.toString() === text;
    } catch {
      // The descriptor is not open, or can't be read.
      return false;
    }
  };
  return Array.from({ length: MOST_DESCRIPTORS }, (_, descriptor) => descriptor).filter(isOpen)
    .length;
}

/** Files are closed in the background. */
async function untilOpen(text: string, count: number): Promise<void> {
  for (let turn = 0; turn < 1000 && openFiles(text) !== count; turn++) await setImmediate();
  expect(openFiles(text)).toBe(count);
}

test("a file arrives in parts, which can be cut anywhere, and its lines are scanned as one", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const long = "word ".repeat(500_000);
  const whole = Buffer.from([line("a"), line("b", long), line("c")].join(""));
  const url = await started(sim, { "x-goog-upload-header-content-length": `${whole.byteLength}` });
  expect(url).toMatch(/\/upload\/v1beta\/parts\?upload_id=\w{22}&sandbox=[\w-]+$/);
  const cuts = [0, 7, 1_500_000, whole.byteLength];
  for (const [index, cut] of cuts.slice(0, 2).entries()) {
    const body = whole.subarray(cut, cuts[index + 1]);
    expect(await send(url, "upload", { offset: cut, body })).toEqual([
      ...[200, "active", String(cuts[index + 1]), {}],
    ]);
  }
  expect(await send(url, "query")).toEqual([200, "active", "1500000", {}]);
  const last = { offset: 1_500_000, body: whole.subarray(1_500_000) };
  const sent = await send(url, "upload, finalize", last);
  const size = String(whole.byteLength);
  expect(sent).toMatchObject([
    ...[200, "final", size, { file: { displayName: "rows", sizeBytes: size } }],
  ]);
  expect((await content(sim, nameIn(sent))).equals(whole)).toBe(true);
  expect(await send(url, "query")).toEqual(sent);
  const batch = { inputConfig: { fileName: nameIn(sent) } };
  const created = await fetch(`${sim.baseUrl}/v1/models/gemini-2.5-flash:batchGenerateContent`, {
    method: "POST",
    headers: { "x-goog-api-key": sim.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ batch }),
  });
  expect(await created.json()).toMatchObject({ metadata: { batchStats: { requestCount: "3" } } });
});

test("a part at another offset is refused, and changes nothing", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const url = await started(sim);
  expect(await send(url, "upload", { offset: 3, body: "abc" })).toEqual(wrongOffset(0, 3));
  await send(url, "upload", { offset: 0, body: "{}\n" });
  for (const offset of [0, 2, 4])
    expect(await send(url, "upload, finalize", { offset, body: "{}" })).toEqual(
      wrongOffset(3, offset),
    );
  const sent = await send(url, "finalize");
  expect(sent.slice(0, 3)).toEqual([200, "final", "3"]);
  expect(String(await content(sim, nameIn(sent)))).toBe("{}\n");
  const [, id = ""] = /upload_id=(\w+)/.exec(url) ?? [];
  const ended = refused(`Upload \`${id}\` is already finished; it received 3 bytes.`);
  expect(await send(url, "upload", { offset: 3, body: "x" })).toEqual(ended);
  expect(await send(url, "cancel")).toEqual(ended);
});

test("of parts that are sent at the same time, one is kept", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const url = await started(sim);
  const parts = ["a", "b", "c", "d"].map((letter) => letter.repeat(1_200_000));
  const kept: string[] = [];
  for (let round = 0; round < 2; round++) {
    const offset = round * 1_200_000;
    const sent = await Promise.all(parts.map((body) => send(url, "upload", { offset, body })));
    const won = parts.filter((_, index) => sent[index]?.[0] === 200);
    expect(won).toHaveLength(1);
    for (const each of sent.filter(([status]) => status !== 200))
      expect(each).toEqual(wrongOffset(offset + 1_200_000, offset));
    kept.push(...won);
  }
  const ends = ["e", "f"].map((body) => send(url, "upload, finalize", { offset: 2_400_000, body }));
  const sent = await Promise.all(ends);
  const winner = sent.findIndex(([status]) => status === 200);
  expect(sent.map(([status]) => status).sort()).toEqual([200, 400]);
  const whole = String(await content(sim, nameIn(sent[winner] as (typeof sent)[number])));
  expect(whole === kept.join("") + ["e", "f"][winner]).toBe(true);
});

test("parts without an offset that are sent at the same time don't replace each other", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const url = await started(sim);
  const parts = ["a", "b", "c", "d"].map((letter) => letter.repeat(1_200_000));
  const sent = await Promise.all(parts.map((body) => send(url, "upload", { body })));
  const accepted = sent.filter(([status]) => status === 200);
  expect(accepted).not.toEqual([]);
  const told = /to be \d+, the number of bytes received, got \d+, the default\.$/;
  for (const [status, , , { error }] of sent)
    if (status !== 200) expect(error).toMatchObject({ message: expect.stringMatching(told) });
  const [, , received] = await send(url, "query");
  expect(received).toBe(String(accepted.length * 1_200_000));
});

test("a part that is cut off is not kept", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const url = await started(sim);
  await send(url, "upload", { offset: 0, body: "abc" });
  const headers = {
    ...{ "x-goog-upload-command": "upload", "x-goog-upload-offset": "3" },
    "content-length": "4000000",
  };
  const sending = request(url, { method: "POST", headers }).on("error", () => {});
  await new Promise((resolve) => sending.write(Buffer.alloc(2_000_000), resolve));
  sending.destroy();
  await sim.control.journal.wait({ operation: "createFile" }, { count: 2 });
  expect(await send(url, "query")).toEqual([200, "active", "3", {}]);
});

test("an upload ends when it is canceled, and when it expires", async () => {
  await using sim = await startTestSimulator({ api: "gemini", clock: "manual" });
  const [canceled, expiring] = [await started(sim), await started(sim)] as const;
  expect(canceled).not.toBe(expiring);
  for (const url of [canceled, expiring]) await send(url, "upload", { offset: 0, body: "abc" });
  expect(openFiles("abc")).toBe(2);
  expect(await send(canceled, "cancel")).toEqual([200, "cancelled", "3", {}]);
  await untilOpen("abc", 1);
  await sim.clock.advance("47h");
  expect(await send(expiring, "query")).toEqual([200, "active", "3", {}]);
  await sim.clock.advance("1h");
  for (const url of [canceled, expiring]) {
    const [, id = ""] = /upload_id=(\w+)/.exec(url) ?? [];
    const error = { code: 404, message: `Upload \`${id}\` does not exist.`, status: "NOT_FOUND" };
    expect(await send(url, "query")).toEqual([404, null, null, { error }]);
  }
  await started(sim);
  await untilOpen("abc", 0);
});

test("a sandbox has at most 1,000 unfinished uploads, until one ends", async () => {
  await using sim = await startTestSimulator({ api: "gemini", clock: "manual" });
  const [first = "", second = ""] = await startedTogether(sim, 1000);
  const message =
    "Expected at most 1000 unfinished uploads, got one more. Finish or cancel one, or advance the clock until one expires.";
  const isFull = async (): Promise<void> => {
    const response = await start(sim);
    const error = { code: 400, message, status: "INVALID_ARGUMENT" };
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  };
  await isFull();
  await send(first, "upload, finalize", { offset: 0, body: "{}" });
  await started(sim);
  await isFull();
  await send(second, "cancel");
  await started(sim);
  await isFull();
  await sim.clock.advance("48h");
  await started(sim);
});

async function startedTogether(sim: TestSimulator, count: number): Promise<readonly string[]> {
  const urls: string[] = [];
  while (urls.length < count)
    urls.push(...(await Promise.all(Array.from({ length: 50 }, () => started(sim)))));
  return urls;
}

test("an upload has the size that it announced, and at most that of its purpose", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const url = await started(sim, { "x-goog-upload-header-content-length": "4" });
  expect(await send(url, "upload, finalize", { offset: 0, body: "abc" })).toEqual(
    refused("Expected the file to have 4 bytes, as announced when the upload started, got 3."),
  );
  const sent = await send(url, "upload, finalize", { offset: 0, body: "abcd" });
  expect(sent.slice(0, 3)).toEqual([200, "final", "4"]);
  const response = await fetch(`${sim.baseUrl}/upload/v1beta/files`, {
    method: "POST",
    headers: {
      ...{ "x-goog-api-key": sim.apiKey, "content-type": "application/json" },
      ...{ "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" },
      "x-goog-upload-header-content-length": "2147483649",
    },
    body: "{}",
  });
  expect([response.status, await response.json()]).toMatchObject([
    ...[413, { error: { message: "The file is larger than 2147483648 bytes." } }],
  ]);
});

test("a fault that loses a part's response lets a client ask, and go on", async () => {
  const yaml = "faults: [{ on: createFile, lostResponse: true, times: 1 }]";
  await using sim = await startTestSimulator({ api: "gemini", yaml });
  const url = await started(sim);
  await expect(send(url, "upload", { offset: 0, body: "{}\n" })).rejects.toThrow("fetch failed");
  const [, , received] = await send(url, "query");
  const sent = await send(url, "upload, finalize", { offset: Number(received), body: "{}" });
  expect(String(await content(sim, nameIn(sent)))).toBe("{}\n{}");
});
