import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { largerThan, MalformedBodyError } from "../../src/input/body-chunks.ts";
import {
  type MultipartBody,
  type MultipartOptions,
  malformed,
  parseMultipart,
  type UploadedFile,
} from "../../src/input/multipart/parse-multipart.ts";
import { openFile } from "../support/received.ts";

const HEADERS = { "content-type": "multipart/form-data; boundary=frontier" };
const OPTIONS: MultipartOptions = { maxBytes: 10_000_000, maxFiles: 3, openFile };

function part(disposition: string, content: string, contentType?: string): string {
  const type = contentType === undefined ? "" : `Content-Type: ${contentType}\r\n`;
  return `--frontier\r\nContent-Disposition: ${disposition}\r\n${type}\r\n${content}\r\n`;
}

function formOf(...parts: readonly string[]): string {
  return `${parts.join("")}--frontier--\r\n`;
}

function parse(text: string | Uint8Array, options = OPTIONS, headers = {}): Promise<MultipartBody> {
  const stream = Readable.from([Buffer.from(text)]);
  return parseMultipart({ ...HEADERS, ...headers }, stream, options);
}

function bytesOf(file: UploadedFile | undefined): Uint8Array {
  const bytes = file?.content.bytes;
  return bytes instanceof Uint8Array ? bytes : new Uint8Array();
}

function withBytes(file: UploadedFile) {
  const { content: _, ...others } = file;
  return { ...others, bytes: bytesOf(file) };
}

const SMALL_FORM = formOf(
  part('form-data; name="dataset_id"', "dataset-1"),
  part('form-data; name="file"; filename="prompts.csv"', "inputs\r\nfirst\r\n", "text/csv"),
);

test("fields are strings and files are bytes, in the order of the form", async () => {
  const form = formOf(
    part(
      'form-data; name="file"; filename="ünïcode 😀.csv"',
      "a\r\n\r\nb",
      "text/csv; charset=utf-8",
    ),
    part('form-data; name="dataset_id"', "dataset-ü"),
    part('form-data; name="file"; filename="C:\\data\\two.parquet"', "\0PAR1"),
    part('form-data; name="empty"', ""),
    part('form-data; name="file"', "no name", "application/octet-stream"),
  );

  const { fields, files } = await parse(form);
  expect({ fields, files: files.map(withBytes) }).toEqual({
    fields: { dataset_id: "dataset-ü", empty: "" },
    files: [
      {
        fieldName: "file",
        fileName: "ünïcode 😀.csv",
        contentType: "text/csv",
        bytes: Buffer.from("a\r\n\r\nb"),
      },
      {
        fieldName: "file",
        fileName: "two.parquet",
        contentType: "text/plain",
        bytes: Buffer.from("\0PAR1"),
      },
      {
        fieldName: "file",
        fileName: "",
        contentType: "application/octet-stream",
        bytes: Buffer.from("no name"),
      },
    ],
  });
});

test("what the platform's own FormData sends is understood", async () => {
  const form = new FormData();
  form.append("dataset_id", "dataset-1");
  form.append("file", new Blob([new Uint8Array(300_000).fill(7)]), "weights.bin");
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const contentType = String(request.headers.get("content-type"));

  const body = await parse(new Uint8Array(await request.arrayBuffer()), OPTIONS, {
    "content-type": contentType,
  });

  expect(body.fields).toEqual({ dataset_id: "dataset-1" });
  expect(body.files[0]).toMatchObject({ fileName: "weights.bin" });
  expect(Buffer.from(bytesOf(body.files[0])).equals(Buffer.alloc(300_000, 7))).toBe(true);
});

test("of two fields with the same name the last wins, and `__proto__` is a name like any other", async () => {
  const form = formOf(
    part('form-data; name="a"', "1"),
    part('form-data; name="__proto__"', "2"),
    part('form-data; name="a"', "3"),
  );

  const { fields } = await parse(form);

  expect(Object.entries(fields)).toEqual([
    ["a", "3"],
    ["__proto__", "2"],
  ]);
});

test.each([
  ["an empty body", "", "it ends before its closing boundary"],
  ["another body", '{"dataset_id": 1}', "it ends before its closing boundary"],
  ["no closing boundary", SMALL_FORM.slice(0, -8), "it ends within a file"],
  [
    "a malformed header",
    "--frontier\r\nContent Disposition\r\n\r\nx\r\n--frontier--",
    "the header of one of its parts is malformed",
  ],
  ["an unnamed field", formOf(part("form-data", "x")), "one of its parts has no name"],
  [
    "an unnamed file",
    formOf(part('form-data; filename="a.csv"', "x")),
    "one of its parts has no name",
  ],
  [
    "a field of over a megabyte",
    formOf(part('form-data; name="a"', "x".repeat(1024 * 1024 + 1))),
    "the field `a` is longer than 1 MiB",
  ],
  [
    "too many fields",
    formOf(...Array.from({ length: 101 }, () => part('form-data; name="a"', "x"))),
    "expected at most 100 fields, got more",
  ],
  [
    "too many files",
    formOf(...Array.from({ length: 4 }, () => part('form-data; name="a"; filename="a"', "x"))),
    "expected at most 3 files, got more",
  ],
])("%s is refused by what is wrong with it", async (_, text, problem) => {
  await expect(parse(text)).rejects.toThrow(malformed(problem));
});

test.each([
  ["application/json", "expected its type to be `multipart/form-data`, got `application/json`"],
  [undefined, "expected its type to be `multipart/form-data`, got none"],
  [
    "multipart/form-data",
    "expected its Content-Type to have a `boundary`, which HTTP clients set for forms unless you set this header yourself",
  ],
])("the Content-Type %p is refused", async (contentType, problem) => {
  const parsed = parse(SMALL_FORM, OPTIONS, { "content-type": contentType });

  await expect(parsed).rejects.toThrow(malformed(problem));
});

test("the message is a sentence", () => {
  expect(malformed("it ends within a file").message).toBe(
    "Failed to read the multipart body: it ends within a file.",
  );
});

test("a body over the limit is refused, and the stream stays open to be drained", async () => {
  const chunk = Buffer.alloc(1000, "x");
  const head = Buffer.from(SMALL_FORM.slice(0, -30));
  const stream = Readable.from([head, ...Array.from({ length: 500 }, () => chunk)], {
    objectMode: false,
  });

  const parsed = parseMultipart(HEADERS, stream, { maxBytes: 100_000, maxFiles: 1, openFile });

  await expect(parsed).rejects.toThrow(largerThan(100_000));
  expect(stream.destroyed).toBe(false);
  for await (const _ of stream);
  expect(stream.readableEnded).toBe(true);
});

test("a body that is declared too long is refused unread", async () => {
  const parsed = parse(SMALL_FORM, {
    ...OPTIONS,
    maxBytes: 1024,
    declaredBytes: 1025,
  });

  await expect(parsed).rejects.toThrow(largerThan(1024));
});

test("an error of the stream is passed on", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(SMALL_FORM.slice(0, -50));
    throw new Error("the client went away");
  }

  await expect(parseMultipart(HEADERS, broken(), OPTIONS)).rejects.toThrow("the client went away");
});

test("a file after the closing boundary, which arrives in two chunks, is refused", async () => {
  const late = part('form-data; name="late"; filename="late.csv"', "x".repeat(100));
  const form = `${SMALL_FORM}--frontier\r\n${late}`;
  const chunks = [form.slice(0, -50), form.slice(-50)].map((text) => Buffer.from(text));

  await expect(parseMultipart(HEADERS, Readable.from(chunks), OPTIONS)).rejects.toThrow(
    malformed("it ends within a file"),
  );
});

test("law: a form cut anywhere is refused and never hangs", async () => {
  const cuts = fc.integer({ min: 0, max: SMALL_FORM.length - 5 });
  await fc.assert(
    fc.asyncProperty(cuts, fc.integer({ min: 1, max: 50 }), async (end, size) => {
      const bytes = Buffer.from(SMALL_FORM.slice(0, end));
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < end; start += size)
        chunks.push(bytes.subarray(start, Math.min(start + size, end)));
      await expect(parseMultipart(HEADERS, Readable.from(chunks), OPTIONS)).rejects.toThrow(
        MalformedBodyError,
      );
    }),
    { numRuns: 150 },
  );
});

test("law: a form comes out the same, however it arrives", async () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 500 }), async (files, size) => {
      const bytes = Buffer.concat([
        ...files.flatMap((file) => [
          Buffer.from(
            '--frontier\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n',
          ),
          file,
          Buffer.from("\r\n"),
        ]),
        Buffer.from("--frontier--"),
      ]);
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += size)
        chunks.push(bytes.subarray(start, start + size));
      const body = await parseMultipart(HEADERS, Readable.from(chunks), OPTIONS);
      expect(body.files.map((file) => [...bytesOf(file)])).toEqual(files.map((file) => [...file]));
    }),
    { numRuns: 50 },
  );
});
