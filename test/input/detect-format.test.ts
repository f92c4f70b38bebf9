import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import {
  detectFormat,
  type InputFormat,
  UnreadableFileError,
} from "../../src/input/detect-format.ts";
import { fileInMemory } from "../../src/input/spool.ts";

function detect(
  content: string | Uint8Array,
  path = "/data/file",
  contentType?: string,
): Promise<InputFormat> {
  return detectFormat(fileInMemory(Buffer.from(content)), { paths: [path], contentType });
}

const PARQUET = "PAR1\0\0\0\0PAR1";
const CSV = "inputs\nfirst\n";

test.each<[string, string, string | undefined, string]>([
  ["a .csv", "/a.csv", undefined, "csv"],
  ["a .CSV of text/plain", "/a.CSV", "text/plain", "csv"],
  ["a name that says nothing, of text/csv", "/export.php", "text/csv; charset=utf-8", "csv"],
  ["no extension, of application/csv", "/export", "Application/CSV", "csv"],
])("%s is CSV", async (_, path, contentType, format) => {
  await expect(detect(CSV, path, contentType)).resolves.toBe(format);
});

test.each([
  ["/a.parquet", undefined],
  ["/a.csv", "text/csv"],
  ["/a.txt", "text/plain"],
  ["/a", "application/octet-stream"],
])(
  "what begins with PAR1 is Parquet, whatever else is said of it: %s, %s",
  async (path, contentType) => {
    await expect(detect(PARQUET, path, contentType)).resolves.toBe("parquet");
  },
);

test("where a redirect ends says more than where it began, if it says anything", async () => {
  const file = fileInMemory(Buffer.from(CSV));

  await expect(detectFormat(file, { paths: ["/objects/1", "/a.csv"] })).resolves.toBe("csv");
  await expect(detectFormat(file, { paths: ["/a.json", "/a.csv"] })).rejects.toThrow(
    new UnreadableFileError("expected CSV or Parquet, but it is a `.json` file"),
  );
});

const UTF16 = Buffer.from(`\uFEFF${CSV}`, "utf16le");
const UTF16_UNMARKED = Buffer.from(CSV, "utf16le");

test.each<[string, string | Uint8Array, string, string | undefined, string]>([
  ["an empty file", "", "/a.csv", "text/csv", "expected CSV or Parquet, but it is empty"],
  [
    "an HTML page",
    "\n <!DOCTYPE html><html>",
    "/a.csv",
    "text/csv",
    "expected CSV or Parquet, but it is an HTML page",
  ],
  [
    "an HTML page without a doctype",
    "\uFEFF<HTML lang=en>",
    "/a.csv",
    undefined,
    "expected CSV or Parquet, but it is an HTML page",
  ],
  [
    "an XML error of a bucket",
    "<?xml version='1.0'?><Error/>",
    "/a.csv",
    undefined,
    "expected CSV or Parquet, but it is an XML document",
  ],
  ["gzip", gzipSync(CSV), "/a.csv", undefined, "expected CSV or Parquet, but it is a gzip archive"],
  [
    "a ZIP",
    "PK\x03\x04....",
    "/a.csv",
    undefined,
    "expected CSV or Parquet, but it is a ZIP archive",
  ],
  [
    "zstd",
    Buffer.from("28b52ffd00", "hex"),
    "/a.csv",
    undefined,
    "expected CSV or Parquet, but it is a zstd archive",
  ],
  [
    "UTF-16",
    UTF16,
    "/a.csv",
    "text/csv",
    "expected CSV or Parquet, but it is text in UTF-16, not in UTF-8",
  ],
  [
    "UTF-16 without a mark",
    UTF16_UNMARKED,
    "/a.csv",
    "text/csv",
    "expected CSV or Parquet, but it is a binary file",
  ],
  [
    "binary",
    Buffer.from([...Buffer.alloc(100, "x"), 0xff, 0, 1]),
    "/a.csv",
    "text/csv",
    "expected CSV or Parquet, but it is a binary file",
  ],
  ["a .txt", CSV, "/a.txt", "text/csv", "expected CSV or Parquet, but it is a `.txt` file"],
  ["a .JSON", "[]", "/a.JSON", undefined, "expected CSV or Parquet, but it is a `.json` file"],
  [
    "text/plain",
    CSV,
    "/a",
    "text/plain; charset=utf-8",
    "expected CSV or Parquet, but its Content-Type is `text/plain`",
  ],
  [
    "a name and type that say nothing",
    CSV,
    "/a",
    "application/octet-stream",
    "expected CSV or Parquet, but its format can't be determined from its content, name, or Content-Type",
  ],
  [
    "a name that says nothing and no type",
    CSV,
    "/a.csv/",
    undefined,
    "expected CSV or Parquet, but its format can't be determined from its content, name, or Content-Type",
  ],
  [
    "a .parquet that is not Parquet",
    CSV,
    "/a.parquet",
    undefined,
    "its name ends in `.parquet`, but its content doesn't begin with `PAR1`, the signature of Parquet files",
  ],
  [
    "a Content-Type of Parquet for another format",
    CSV,
    "/a",
    "application/vnd.apache.parquet",
    "its Content-Type is `application/vnd.apache.parquet`, but its content doesn't begin with `PAR1`, the signature of Parquet files",
  ],
])("%s is refused by name", async (_, content, path, contentType, problem) => {
  await expect(detect(content, path, contentType)).rejects.toThrow(
    new UnreadableFileError(problem),
  );
});

test("a NUL doesn't make text binary, even if the inspected part cuts a character", async () => {
  const text = `inputs\na\0b\n${"x".repeat(4095 - 11)}`;

  for (const tail of ["é", "€", "😀", "y"]) {
    for (const shift of ["", "z", "zz"]) {
      await expect(detect(`${text}${shift}${tail}${tail}`, "/a.csv")).resolves.toBe("csv");
    }
  }
});
