import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { encodeParquet } from "../../src/codec/parquet/encode-parquet.ts";
import { openParquet } from "../../src/codec/parquet/open-parquet.ts";
import { NO_ROW_LIMITS } from "../../src/codec/row-limits.ts";
import type { InputsRead } from "../../src/input/read-rows.ts";
import { readUrlInputs, type UrlInputsOptions } from "../../src/input/url/read-url-inputs.ts";
import { bytesOf, sourceOf } from "../codec/support.ts";
import { leftIn } from "./support/temp-folder.ts";
import { startServer } from "./support/test-server.ts";

const OPTIONS: UrlInputsOptions = {
  reading: { limits: NO_ROW_LIMITS, openParquet },
  rule: "inputs-or-first-text",
  maxBytes: 1_000_000,
  timeoutMs: 10_000,
  memoryBytes: 50,
};

function parquet(name: string): Buffer {
  return readFileSync(new URL(`../codec/fixtures/${name}.parquet`, import.meta.url));
}

const PARQUET_TEXTS = [
  "plain",
  "",
  "NUL \0 here",
  "line\nfeed and\r\nmore",
  'quote " and, comma',
  "emoji 😀 é 漢字",
  "\uFEFFmark",
  "",
  "x".repeat(300),
  ...Array.from({ length: 21 }, (_, index) => `row ${index + 9} of the fixture`),
];

/** The result of reading a path of a temporary server, with `ORIGIN` for its address; checks that no files are left. */
async function readFrom(
  listener: RequestListener,
  path: string,
  options: Partial<UrlInputsOptions> = {},
): Promise<readonly string[] | string> {
  const { origin } = await startServer(listener);
  let found: InputsRead | undefined;
  const left = await leftIn(async (tempFolder) => {
    found = await readUrlInputs(`${origin}${path}`, { ...OPTIONS, tempFolder, ...options });
  });
  expect(left).toEqual([]);
  if (found?.kind === "ready") return [...found.rows.batches()].flat().map(String);
  return found?.reason.replaceAll(origin, "ORIGIN") ?? "";
}

function read(
  content: string | Uint8Array,
  path = "/a.csv",
  options: Partial<UrlInputsOptions> = {},
) {
  return readFrom((_, response) => void response.end(content), path, options);
}

test("a CSV gives its inputs, with quoted newlines, a byte order mark and CRLF in it", async () => {
  const csv = '\uFEFF"id","inputs"\r\n1,"two\r\nlines, and ""quotes"""\r\n2,\r\n3,"日本 \0 😀"\r\n';

  const rows = await read(csv, "/a.csv?signature=1");

  expect(rows).toEqual(['two\r\nlines, and "quotes"', "", "日本 \0 😀"]);
});

test.each([
  "none",
  "snappy",
  "gzip",
  "zstd",
  "brotli",
  "lz4",
  "dictionary",
  "groups",
  "pages",
  "v2-delta",
  "large-string",
])("a Parquet file (%s) gives its inputs, a null as an empty text", async (name) => {
  await expect(read(parquet(name), "/a.parquet")).resolves.toEqual(PARQUET_TEXTS);
});

test("the column is the one that is asked for", async () => {
  const csv = "inputs,prompt\nfirst,second\n";

  await expect(read(csv, "/a.csv", { columnName: "prompt" })).resolves.toEqual(["second"]);
  await expect(read(csv, "/a.csv", { rule: "only-column" })).resolves.toBe(
    "Failed to read the file ORIGIN/a.csv: expected it to have one column, got `inputs` (string), `prompt` (string).",
  );
  await expect(read(csv, "/a.csv", { columnName: "promt" })).resolves.toBe(
    "Failed to read the file ORIGIN/a.csv: expected a column `promt`, got `inputs` (string), `prompt` (string). Did you mean `prompt`?",
  );
});

test("a file without rows gives none", async () => {
  await expect(read("inputs\n")).resolves.toEqual([]);
  await expect(read(parquet("no-rows"), "/a.parquet")).resolves.toEqual([]);
});

test("a compressed answer is one of CSV, a compressed file is not", async () => {
  const csv = gzipSync("inputs\nfirst\n");

  const sentCompressed = readFrom(
    (_, response) => void response.setHeader("content-encoding", "gzip").end(csv),
    "/a.csv",
  );

  await expect(sentCompressed).resolves.toEqual(["first"]);
  await expect(read(csv, "/a.csv.gz?x=s3cret")).resolves.toBe(
    "Failed to read the file ORIGIN/a.csv.gz: expected CSV or Parquet, but it is a gzip archive.",
  );
});

test("the file is read from where a redirect leads, and known by the name that was asked for", async () => {
  const rows = await readFrom((request, response) => {
    if (request.url === "/objects/1?s=s3cret") response.end("inputs\nfirst\n");
    else response.writeHead(302, { location: "/objects/1?s=s3cret" }).end();
  }, "/a.csv");

  expect(rows).toEqual(["first"]);
});

test.each<[string, string | Uint8Array, string, string]>([
  [
    "a .txt",
    "first\nsecond\n",
    "/a.txt?s=s3cret",
    "Failed to read the file ORIGIN/a.txt: expected CSV or Parquet, but it is a `.txt` file.",
  ],
  [
    "an HTML page",
    "<!doctype html><title>Sign in</title>",
    "/a.csv",
    "Failed to read the file ORIGIN/a.csv: expected CSV or Parquet, but it is an HTML page.",
  ],
  [
    "an empty file",
    "",
    "/a.csv",
    "Failed to read the file ORIGIN/a.csv: expected CSV or Parquet, but it is empty.",
  ],
  [
    "a CSV with a cell too many",
    "inputs\nfirst\nsecond,third\n",
    "/a.csv",
    "Failed to read the CSV file ORIGIN/a.csv: row 2 (line 3) has 2 cells, but the header has 1.",
  ],
  [
    "a CSV with an open quote",
    'inputs\n"first\nsecond\n',
    "/a.csv",
    "Failed to read the CSV file ORIGIN/a.csv: row 1 opens a quote that is never closed (the file ends on line 4).",
  ],
])("%s is refused by a sentence that says so", async (_, content, path, reason) => {
  await expect(read(content, path)).resolves.toBe(reason);
});

test("a truncated Parquet file is refused, wherever it ends", async () => {
  const whole = parquet("zstd");

  for (const end of [5, 100, whole.length - 100, whole.length - 1]) {
    await expect(read(whole.subarray(0, end), "/a.parquet")).resolves.toMatch(
      /^Failed to read the Parquet file ORIGIN\/a\.parquet: .+\.$/,
    );
  }
});

test("a failed download is refused by the sentence of the download", async () => {
  const refusing: RequestListener = (_, response) => void response.writeHead(403).end("<Error/>");
  const silent: RequestListener = () => {};

  await expect(readFrom(refusing, "/a.csv?s=s3cret")).resolves.toBe(
    "Failed to fetch the input URL ORIGIN/a.csv: the server responded with 403 Forbidden. Check that the URL is still valid.",
  );
  await expect(readFrom(silent, "/a.csv", { timeoutMs: 50 })).resolves.toBe(
    "Failed to fetch the input URL ORIGIN/a.csv: the download did not finish within 50ms. Check that the server is fast enough.",
  );
  await expect(readUrlInputs("http://169.254.169.254/a.csv", OPTIONS)).resolves.toEqual({
    kind: "refused",
    reason:
      "Failed to fetch the input URL http://169.254.169.254/a.csv: `169.254.169.254` is a cloud metadata address, which is refused.",
  });
  await expect(readUrlInputs("http://", OPTIONS)).resolves.toEqual({
    kind: "refused",
    reason: "Failed to fetch the input URL: it is an invalid URL.",
  });
});

test("a small file whose inputs decode to more than the limit is refused", async () => {
  const rows = [{ input: "x".repeat(100_000), output: "", cumulativeLogprob: 0 }];
  const columns = [{ column: "inputs", name: "inputs" }] as const;
  const file = await bytesOf(encodeParquet(sourceOf(rows), { columns }));

  const reason = await read(file, "/a.parquet", {
    reading: { limits: { maxRows: 1, maxDecodedBytes: 50_000 }, openParquet },
  });

  expect(file.length).toBeLessThan(5000);
  expect(reason).toBe(
    "Failed to read the file ORIGIN/a.parquet: its rows exceed the limit of 48.8 KiB once decoded. Send fewer rows, or raise `maxDecodedBytes`.",
  );
});

test("an abort ends it with a reason", async () => {
  await expect(read("inputs\n", "/a.csv", { signal: AbortSignal.abort() })).resolves.toBe(
    "Failed to fetch the input URL ORIGIN/a.csv: it was canceled.",
  );
});
