import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import {
  type FetchedFile,
  type FetchOptions,
  fetchToSpool,
} from "../../../src/input/url/read-url-inputs.ts";
import { leftIn } from "../support/temp-folder.ts";
import { startServer, startTlsServer, TEST_CA } from "../support/test-server.ts";

const OPTIONS: FetchOptions = { maxBytes: 1_000_000, timeoutMs: 10_000 };
const CSV = "inputs\r\nfirst\r\nsecond\r\n";

async function textOf({ file }: FetchedFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Fetches a path from a temporary server. */
async function fetchFrom(listener: RequestListener, path = "/", options = OPTIONS) {
  const server = await startServer(listener);
  const fetched = await fetchToSpool(`${server.origin}${path}`, options);
  const { finalUrl, contentType } = fetched;
  const text = await textOf(fetched);
  await fetched.dispose();
  return { text, contentType, finalPath: finalUrl.href.slice(server.origin.length) };
}

test("a file is fetched with its path and query, and comes with its Content-Type", async () => {
  const seen: unknown[] = [];

  const fetched = await fetchFrom((request, response) => {
    seen.push([request.method, request.url, request.headers.accept, request.headers["user-agent"]]);
    response.setHeader("content-type", "text/csv; charset=utf-8").end(CSV);
  }, "/data/prompts.csv?signature=s%2Fecret");

  expect(fetched).toEqual({
    text: CSV,
    contentType: "text/csv; charset=utf-8",
    finalPath: "/data/prompts.csv?signature=s%2Fecret",
  });
  expect(seen).toEqual([
    [
      "GET",
      "/data/prompts.csv?signature=s%2Fecret",
      "text/csv, application/vnd.apache.parquet, */*;q=0.5",
      "batch-sim",
    ],
  ]);
});

test("an answer without a Content-Type or a length is taken too", async () => {
  const fetched = await fetchFrom((_, response) => {
    response.write("in");
    response.end("puts");
  });

  expect(fetched).toMatchObject({ text: "inputs", contentType: undefined });
});

test.each([
  ["gzip", gzipSync(CSV)],
  ["x-gzip", gzipSync(CSV)],
  ["GZIP", gzipSync(CSV)],
  ["deflate", deflateSync(CSV)],
  ["br", brotliCompressSync(CSV)],
  ["identity", Buffer.from(CSV)],
])("the Content-Encoding %s is undone", async (encoding, content) => {
  const { text } = await fetchFrom((_, response) => {
    response.setHeader("content-encoding", encoding).end(content);
  });

  expect(text).toBe(CSV);
});

test("a large file is spooled to disk and its bytes are the same", async () => {
  const content = Buffer.alloc(900_000, "0123456789abcdef");

  const left = await leftIn(async (tempFolder) => {
    const { text } = await fetchFrom((_, response) => void response.end(content), "/", {
      ...OPTIONS,
      memoryBytes: 1000,
      tempFolder,
    });
    expect(text).toBe(content.toString());
  });

  expect(left).toEqual([]);
});

test("a file of exactly the limit is taken", async () => {
  const { text } = await fetchFrom((_, response) => void response.end(CSV), "/", {
    ...OPTIONS,
    maxBytes: CSV.length,
  });

  expect(text).toBe(CSV);
});

test.each([301, 302, 303, 307, 308])("a redirect by %d is followed", async (status) => {
  const fetched = await fetchFrom((request, response) => {
    if (request.url === "/final.csv?x=1") response.end(CSV);
    else response.writeHead(status, { location: "final.csv?x=1" }).end("moved");
  });

  expect(fetched).toMatchObject({ text: CSV, finalPath: "/final.csv?x=1" });
});

test("five redirects are followed", async () => {
  const { text } = await fetchFrom((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop === 5) response.end(CSV);
    else response.writeHead(302, { location: `/${hop + 1}` }).end();
  }, "/0");

  expect(text).toBe(CSV);
});

test("https is fetched where the certificate is trusted", async () => {
  const server = await startTlsServer((_, response) => void response.end(CSV));

  const fetched = await fetchToSpool(`${server.origin}/a.csv`, { ...OPTIONS, ca: TEST_CA });

  expect(await textOf(fetched)).toBe(CSV);
  await fetched.dispose();
});

test("credentials of the URL are sent as basic authentication, percent signs decoded", async () => {
  const seen: unknown[] = [];
  const server = await startServer((request, response) => {
    seen.push(request.headers.authorization, request.url);
    response.end(CSV);
  });

  const url = `${server.origin.replace("//", "//us%40er:p%3Ass%zz@")}/a.csv`;
  const fetched = await fetchToSpool(url, OPTIONS);

  expect(seen).toEqual([`Basic ${btoa("us@er:p:ss%zz")}`, "/a.csv"]);
  await fetched.dispose();
});

test("credentials follow a redirect within their origin and to no other", async () => {
  const seen: unknown[] = [];
  const note = (name: string, request: { headers: { authorization?: string | undefined } }) =>
    seen.push([name, request.headers.authorization]);
  const other = await startServer((request, response) => {
    note("other", request);
    response.end(CSV);
  });
  const first = await startServer((request, response) => {
    note(String(request.url), request);
    const location = request.url === "/a" ? `${first.origin}/b` : `${other.origin}/c`;
    response.writeHead(302, { location }).end();
  });

  const fetched = await fetchToSpool(`${first.origin.replace("//", "//user:pass@")}/a`, OPTIONS);

  const basic = `Basic ${btoa("user:pass")}`;
  expect(seen).toEqual([
    ["/a", basic],
    ["/b", basic],
    ["other", undefined],
  ]);
  await fetched.dispose();
});

test("no proxy of the environment is asked", async () => {
  process.env["http_proxy"] = "http://127.0.0.1:9";
  process.env["HTTP_PROXY"] = "http://127.0.0.1:9";

  const { text } = await fetchFrom((_, response) => void response.end(CSV));
  delete process.env["http_proxy"];
  delete process.env["HTTP_PROXY"];

  expect(text).toBe(CSV);
});
