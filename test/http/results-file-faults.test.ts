import { expect, test } from "@jest/globals";
import { idsIn } from "../findings/support.ts";
import { ask, finishedJob, type Got, startWithFiles, urlsOf } from "./stored-file-client.ts";

/** Downloads what is missing of a file. */
async function resume(url: string, { bytes, headers }: Got, at = bytes.length): Promise<Got> {
  return ask(url, { range: `bytes=${at}-`, "if-range": String(headers.etag) });
}

test("HEAD has no body to truncate, and a client that resumes a truncated download has no finding", async () => {
  const yaml = "faults: [{ on: getResultsFile, truncate: { atShare: 50% }, times: 1 }]";
  await using sim = await startWithFiles({ yaml });
  const { urls, artifact } = await urlsOf(sim, await finishedJob(sim, 300));
  expect((await ask(urls.head, {}, "HEAD")).headers["x-sim-fault"]).toBeUndefined();
  const half = await ask(urls.get);
  expect(Number(half.headers["content-length"])).toBe(artifact.size_bytes);
  expect(half.bytes.length).toBe(Math.floor(artifact.size_bytes / 2));
  const rest = await resume(urls.get, half);
  const whole = await ask(urls.get);
  expect(Buffer.concat([half.bytes, rest.bytes]).equals(whole.bytes)).toBe(true);
  expect(idsIn(sim)).toEqual([]);
});

test("a part is truncated like a file, and can be resumed in turn", async () => {
  const yaml = "faults: [{ on: getResultsFile, truncate: { atShare: 50% }, times: 2 }]";
  await using sim = await startWithFiles({ yaml });
  const { urls, artifact } = await urlsOf(sim, await finishedJob(sim, 300));
  const first = await ask(urls.get);
  const second = await resume(urls.get, first);
  expect(second.bytes.length).toBe(Math.floor((artifact.size_bytes - first.bytes.length) / 2));
  const third = await resume(urls.get, second, first.bytes.length + second.bytes.length);
  const pieces = Buffer.concat([first.bytes, second.bytes, third.bytes]);
  expect(pieces.equals((await ask(urls.get)).bytes)).toBe(true);
  expect(idsIn(sim)).toEqual([]);
});

test("a client that keeps half a file, or resumes behind a gap, is found out", async () => {
  const yaml = "faults: [{ on: getResultsFile, truncate: { atShare: 50% }, times: 1 }]";
  for (const gap of [undefined, 10]) {
    await using sim = await startWithFiles({ yaml });
    const { urls } = await urlsOf(sim, await finishedJob(sim, 300));
    const half = await ask(urls.get);
    if (gap !== undefined) await resume(urls.get, half, half.bytes.length + gap);
    expect(idsIn(sim)).toEqual(["went-on-after-bad-download"]);
  }
});

test("a client that gives up after its second part was truncated, too, has no finding", async () => {
  const yaml = "faults: [{ on: getResultsFile, truncate: { atShare: 50% } }]";
  await using sim = await startWithFiles({ yaml });
  const { urls } = await urlsOf(sim, await finishedJob(sim, 300));
  await resume(urls.get, await ask(urls.get));
  expect(idsIn(sim)).toEqual([]);
});

test.each(["truncated-download", "slow-download"])(
  "the built-in scenario %s also affects downloads from pre-signed URLs",
  async (scenario) => {
    await using sim = await startWithFiles({ scenario });
    const { urls } = await urlsOf(sim, await finishedJob(sim, 10));
    expect((await ask(urls.get)).headers["x-sim-fault"]).toBe(scenario);
  },
);

test("a corrupt file is corrupt in each of its parts, and has a length of its own", async () => {
  const yaml = "faults: [{ on: getResultsFile, corruptFile: zipDirectory }]";
  await using sim = await startWithFiles({ yaml });
  const { urls, artifact } = await urlsOf(sim, await finishedJob(sim, 300), "?format=csv");
  const whole = await ask(urls.get);
  expect(whole.bytes.length).toBeLessThan(artifact.size_bytes);
  expect(Number(whole.headers["content-length"])).toBe(whole.bytes.length);
  const part = await ask(urls.get, { range: "bytes=100-" });
  expect(part.headers["content-range"]).toBe(
    `bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`,
  );
  expect(part.bytes.equals(whole.bytes.subarray(100))).toBe(true);
  const beyond = await ask(urls.get, { range: `bytes=${artifact.size_bytes - 1}-` });
  expect([beyond.status, beyond.headers["content-range"]]).toEqual([
    416,
    `bytes */${whole.bytes.length}`,
  ]);
});

test.each([
  ["parquetPage", "bytes=1000-", "bytes=0-999"],
  ["parquetFooter", "bytes=0-999", "bytes=1000-"],
])("%s doesn't fire on a part without the damage", async (damage, intact, damaged) => {
  const yaml = `faults: [{ name: f, on: getResultsFile, corruptFile: ${damage}, times: 1 }]`;
  await using sim = await startWithFiles({ yaml });
  const { urls } = await urlsOf(sim, await finishedJob(sim, 300));
  const faultOf = async (range: string): Promise<unknown> =>
    (await ask(urls.get, { range })).headers["x-sim-fault"];
  expect([await faultOf(intact), await faultOf(damaged), await faultOf(damaged)]).toEqual([
    undefined,
    "f",
    undefined,
  ]);
});

test("a status, a slow body, and changed JSON apply to the file, too", async () => {
  const yaml = `faults:
    - { on: getResultsFile, status: 503, times: 1 }
    - { on: getResultsFile, slowBody: { bytesPerSecond: 100000 }, times: 1 }
    - { on: getResultsFile, dropField: /outputs }`;
  await using sim = await startWithFiles({ yaml });
  const { urls } = await urlsOf(sim, await finishedJob(sim), "?format=json&include_inputs=true");
  expect((await ask(urls.get)).status).toBe(503);
  const slow = await ask(urls.get);
  const keys = ["outputs", "inputs", "confidence_score"];
  expect(Object.keys(JSON.parse(slow.bytes.toString()))).toEqual(keys);
  const edited = await ask(urls.get, { range: "bytes=0-99999" });
  expect([edited.status, Object.keys(JSON.parse(edited.bytes.toString()))]).toEqual([
    206,
    ["inputs", "confidence_score"],
  ]);
});
