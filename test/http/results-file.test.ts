import { createHash } from "node:crypto";
import { get, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { TestSimulator } from "../support/simulator.ts";
import {
  ask,
  finishedJob,
  type Got,
  startWithFiles as start,
  type Urls,
  urlsOf,
} from "./stored-file-client.ts";

// The results as a file behind pre-signed URLs: `GET jobs/{id}/results-url` of the overlay `client-sdk`.

/** The headers of an answer that describe its file. */
function fileHeaders({ headers }: Got): IncomingHttpHeaders {
  const { date: _, connection: _c, "x-sim-version": _v, "keep-alive": _k, ...rest } = headers;
  return rest;
}

test("the URLs name the file and its size, and need no key", async () => {
  await using sim = await start({ clock: "poll" });
  const jobId = await finishedJob(sim);
  const { artifact, urls } = await urlsOf(sim, jobId, "?format=parquet&include_inputs=True");
  const got = await ask(urls.get);
  expect(artifact).toEqual({ filename: `${jobId}.parquet`, size_bytes: got.bytes.byteLength });
  const expected = {
    "accept-ranges": "bytes",
    "content-disposition": `attachment; filename="${jobId}.parquet"`,
    "content-length": String(artifact.size_bytes),
    "content-type": "application/vnd.apache.parquet",
    etag: `"${createHash("sha256").update(got.bytes).digest("hex")}"`,
    "last-modified": new Date(
      Math.floor((await completedAt(sim, jobId)) / 1000) * 1000,
    ).toUTCString(),
  };
  expect([got.status, fileHeaders(got)]).toEqual([200, expected]);
  const head = await ask(urls.head, {}, "HEAD");
  expect([head.status, fileHeaders(head), head.bytes.byteLength]).toEqual([200, expected, 0]);
});

async function completedAt(sim: TestSimulator, jobId: string): Promise<number> {
  const { body } = await sim.client.json<{ job: { datetime_completed: string } }>(
    "GET",
    `/jobs/${jobId}`,
  );
  return Date.parse(body.job.datetime_completed);
}

test("the parts of any cut of the file add up to it, in every format", async () => {
  await using sim = await start();
  const jobId = await finishedJob(sim, 100);
  for (const format of ["parquet", "csv", "json"]) {
    const { urls } = await urlsOf(sim, jobId, `?format=${format}&include_inputs=true`);
    const { bytes: whole } = await ask(urls.get);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (at) => {
        const first = await ask(urls.get, { range: `bytes=0-${at - 1}` });
        const rest = await ask(urls.get, { range: `bytes=${at}-` });
        const last = await ask(urls.get, { range: `bytes=-${whole.length - at}` });
        expect([first.status, rest.status, last.status]).toEqual([206, 206, 206]);
        expect(rest.headers["content-range"]).toBe(
          `bytes ${at}-${whole.length - 1}/${whole.length}`,
        );
        expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole)).toBe(true);
        expect(last.bytes.equals(rest.bytes)).toBe(true);
      }),
      { numRuns: 8 },
    );
  }
});

test("a range is clipped to the file, and one beyond it is refused with its length", async () => {
  await using sim = await start();
  const { urls, artifact } = await urlsOf(sim, await finishedJob(sim));
  const size = artifact.size_bytes;
  const { bytes } = await ask(urls.get);
  const rangeOf = async (range: string): Promise<unknown> => {
    const got = await ask(urls.get, { range });
    expect(Number(got.headers["content-length"])).toBe(got.bytes.length);
    return [got.status, got.headers["content-range"], bytes.indexOf(got.bytes)];
  };
  expect(await rangeOf("bytes=4-4")).toEqual([206, `bytes 4-4/${size}`, 4]);
  expect(await rangeOf(`bytes=0-${size * 2}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, 0]);
  expect(await rangeOf(`bytes=-${size * 2}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, 0]);
  for (const ignored of ["bytes=9-2", "bytes=-", "rows=0-1", "bytes=0-1,4-5", "bytes=a-b"])
    expect([ignored, await rangeOf(ignored)]).toEqual([ignored, [200, undefined, 0]]);
  const beyond = await ask(urls.get, { range: `bytes=${size}-` });
  expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, `bytes */${size}`]);
  expect(JSON.parse(beyond.bytes.toString())).toEqual({
    detail: `The range \`bytes=${size}-\` is beyond the end of the file, which is ${size} bytes long.`,
  });
});

test("If-Range needs the current ETag or date, and If-None-Match spares the download", async () => {
  await using sim = await start();
  const { urls } = await urlsOf(sim, await finishedJob(sim));
  const { headers } = await ask(urls.get);
  const { etag = "", "last-modified": date = "" } = headers;
  const statusWith = async (more: Record<string, string>): Promise<number> =>
    (await ask(urls.get, more)).status;
  const range = "bytes=2-";
  expect(await statusWith({ range, "if-range": etag })).toBe(206);
  expect(await statusWith({ range, "if-range": date })).toBe(206);
  expect(await statusWith({ range, "if-range": '"another"' })).toBe(200);
  expect(await statusWith({ range, "if-range": `W/${etag}` })).toBe(200);
  expect(await statusWith({ range, "if-range": "Tue, 01 Jan 2030 00:00:00 GMT" })).toBe(200);
  const fresh = await ask(urls.get, { "if-none-match": `"another", ${etag}` });
  expect([fresh.status, fileHeaders(fresh), fresh.bytes.length]).toEqual([
    304,
    { etag, "last-modified": date },
    0,
  ]);
});

test("If-Match and If-Unmodified-Since refuse another version of the file, before anything else is considered", async () => {
  await using sim = await start();
  const { urls } = await urlsOf(sim, await finishedJob(sim));
  const { etag = "", "last-modified": date = "" } = (await ask(urls.get)).headers;
  const statusWith = async (more: Record<string, string>): Promise<number> =>
    (await ask(urls.get, more)).status;
  const range = "bytes=2-";
  const earlier = "Thu, 01 Jan 1970 00:00:00 GMT";
  expect(await statusWith({ range, "if-match": etag })).toBe(206);
  expect(await statusWith({ "if-match": `"another", ${etag}` })).toBe(200);
  expect(await statusWith({ "if-match": "*" })).toBe(200);
  expect(await statusWith({ "if-match": etag, "if-none-match": etag })).toBe(304);
  expect(await statusWith({ "if-unmodified-since": date })).toBe(200);
  expect(await statusWith({ "if-unmodified-since": "yesterday" })).toBe(200);
  expect(await statusWith({ "if-match": etag, "if-unmodified-since": earlier })).toBe(200);
  expect(await statusWith({ "if-match": `W/${etag}` })).toBe(412);
  expect(await statusWith({ "if-match": "" })).toBe(412);
  expect(await statusWith({ "if-match": '"another"', "if-none-match": etag })).toBe(412);
  const details = await Promise.all(
    [{ range: "bytes=99999999-", "if-match": '"another"' }, { "if-unmodified-since": earlier }].map(
      async (headers) => {
        const { status, bytes } = await ask(urls.get, headers);
        return [status, JSON.parse(bytes.toString())];
      },
    ),
  );
  const found = `but its ETag is \`${etag}\`, and it was last modified on ${date}.`;
  expect(details).toEqual([
    [412, { detail: `Expected the file to match \`"another"\`, ${found}` }],
    [412, { detail: `Expected the file to be unchanged since \`${earlier}\`, ${found}` }],
  ]);
  expect((await ask(urls.head, { "if-match": '"another"' }, "HEAD")).status).toBe(412);
});

test("a URL is refused when it has expired on the sandbox's clock, was changed, or has another method", async () => {
  await using sim = await start({ clock: "manual" });
  const { body } = await sim.client.json<{ results: string }>("POST", "/batch-inference", {
    inputs: ["a"],
  });
  const jobId = body.results;
  await sim.clock.advanceUntil({ jobId, state: "succeeded" });
  const { urls } = await urlsOf(sim, jobId, "?expires_in_seconds=60");
  const refused = async (url: string, method = "GET"): Promise<unknown> => {
    const got = await ask(url, {}, method);
    return [got.status, got.bytes.length === 0 ? "" : JSON.parse(got.bytes.toString())];
  };
  const invalid = { detail: "The URL's signature is not valid for this URL and the method GET." };
  expect(await refused(urls.get.replace("format=parquet", "format=csv"))).toEqual([403, invalid]);
  expect(await refused(urls.get.replace("2030", "2031"))).toEqual([403, invalid]);
  expect(await refused(urls.get.replace(/sandbox=\w+/, "sandbox=other"))).toEqual([403, invalid]);
  expect(await refused(urls.head)).toEqual([403, invalid]);
  const encoded = await refused(urls.get.replace(/signature=\w{4}/, "signature=a/b+"));
  expect(JSON.stringify(encoded)).toContain("Expected `signature` to be url encoded, got ");
  expect(await refused(urls.get, "HEAD")).toEqual([403, ""]);
  await sim.clock.advance("59999ms");
  expect((await ask(urls.get)).status).toBe(200);
  await sim.clock.advance("1ms");
  const expires = new URL(urls.get).searchParams.get("expires");
  expect(await refused(urls.get)).toEqual([403, { detail: `The URL expired at ${expires}.` }]);
});

test("the URLs have the base path and the host that the client used, and belong to its sandbox", async () => {
  await using sim = await start({ basePath: "/api" });
  const port = new URL(sim.baseUrl).port;
  const jobId = await finishedJob(sim);
  const asked = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Key ${sim.apiKey}`, host: `localhost:${port}` };
    get(`${sim.baseUrl}/jobs/${jobId}/results-url`, { headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk))).on("end", () => resolve(text));
    }).on("error", reject);
  });
  const { urls } = JSON.parse(asked) as Urls;
  expect(urls.get).toMatch(new RegExp(`^http://localhost:${port}/api/[^?]*${jobId}\\?`));
  expect((await ask(urls.get.replace("localhost", "127.0.0.1"))).status).toBe(200);
  expect(sim.exchanges().at(-1)).toMatchObject({ operationId: "getResultsFile", jobId });
});

test("signatures are redacted in the journal and the report", async () => {
  await using sim = await start();
  const { urls } = await urlsOf(sim, await finishedJob(sim));
  await ask(urls.get);
  const signature = new URL(urls.get).searchParams.get("signature") ?? "";
  const kept = JSON.stringify([sim.exchanges(), sim.report()]);
  expect(signature).toHaveLength(64);
  expect(kept).not.toContain(signature);
  expect(kept).toContain(`signature=***${signature.slice(-4)}`);
});

test("the same rows have the same ETag, and other rows, formats, and columns have others", async () => {
  const etagsOf = async (seed: number): Promise<string[]> => {
    await using sim = await start({ seed, apiKeys: ["same"] });
    const jobId = await finishedJob(sim);
    const queries = ["", "?format=csv", "?include_inputs=true"];
    const files = await Promise.all(queries.map((query) => urlsOf(sim, jobId, query)));
    const heads = await Promise.all(files.map(({ urls }) => ask(urls.head, {}, "HEAD")));
    return heads.map(({ headers }) => String(headers.etag));
  };
  const [first, again, other] = [await etagsOf(1), await etagsOf(1), await etagsOf(2)];
  expect(again).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(6);
});
