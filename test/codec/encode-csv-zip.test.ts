import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { build } from "esbuild";
import { encodeCsvZip } from "../../src/codec/csv-zip/encode-csv-zip.ts";
import type { NamedColumn, Row } from "../../src/core/rows/row.ts";
import { bytesOf, rowsOf, sourceOf } from "./support.ts";
import { unzip } from "./unzip.ts";

const OUTPUTS: NamedColumn = { column: "outputs", name: "job-1" };
const ALL: readonly NamedColumn[] = [
  { column: "inputs", name: "prompts" },
  OUTPUTS,
  { column: "cumulativeLogprobs", name: "sum, of logs" },
];

async function csvOf(rows: readonly Row[], columns: readonly NamedColumn[]): Promise<string> {
  const archive = await bytesOf(encodeCsvZip(sourceOf(rows), { columns, entryName: "job-1.csv" }));
  const [file] = await unzip(archive);
  return file?.text ?? "";
}

function outputsRow(output: string): Row {
  return { input: "", output, cumulativeLogprob: -1 };
}

test("the archive has one file with the given name and a constant date", async () => {
  const source = sourceOf(rowsOf(["a", "b"]));
  const archive = encodeCsvZip(source, { columns: ALL, entryName: "job-1.csv" });
  expect(await unzip(await bytesOf(archive))).toEqual([
    {
      name: "job-1.csv",
      text: `prompts,job-1,"sum, of logs"\r\na,[a],${-1 / 7}\r\nb,[b],${-2 / 7}\r\n`,
      modifiedAt: "1980-01-01T00:00:00.000Z",
    },
  ]);
});

test("the CSV of a job without rows is just a header", async () => {
  expect(await csvOf([], [OUTPUTS])).toBe("job-1\r\n");
});

test.each([
  ["plain text", "plain text"],
  [" ", " "],
  ["", '""'],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["a\nb", '"a\nb"'],
  ["a\rb", '"a\rb"'],
  ["a\r\nb", '"a\r\nb"'],
  ["\u0000", "\u0000"],
  ["\u{1F600}", "\u{1F600}"],
])("the cell for %j is %j", async (output, cell) => {
  expect(await csvOf([outputsRow(output)], [OUTPUTS])).toBe(`job-1\r\n${cell}\r\n`);
});

test("numbers are written in full and unquoted", async () => {
  const numbers = [-0.1, -1e-7, -123456789.123456, 0, -5e21];
  const rows = numbers.map((cumulativeLogprob) => ({ input: "", output: "", cumulativeLogprob }));
  const columns = [{ column: "cumulativeLogprobs", name: "n" }] as const;
  expect(await csvOf(rows, columns)).toBe(
    "n\r\n-0.1\r\n-1e-7\r\n-123456789.123456\r\n0\r\n-5e+21\r\n",
  );
});

test("the bytes don't depend on the machine's time zone", async () => {
  const bundle = await build({
    stdin: {
      contents: `
        import { createHash } from "node:crypto";
        import { encodeCsvZip } from "./csv-zip/encode-csv-zip.ts";
        const rows = async function* () { yield [{ input: "a", output: "b", cumulativeLogprob: -1 }]; };
        const columns = [{ column: "outputs", name: "job-1" }];
        (async () => {
          const hash = createHash("sha256");
          for await (const chunk of encodeCsvZip(rows, { columns, entryName: "a.csv" })) hash.update(chunk);
          process.stdout.write(new Date(0).getHours() + " " + hash.digest("hex"));
        })();`,
      resolveDir: fileURLToPath(new URL("../../src/codec", import.meta.url)),
    },
    bundle: true,
    platform: "node",
    write: false,
  });
  const [program] = bundle.outputFiles;
  const inZone = (TZ: string): string[] => {
    const child = spawnSync(process.execPath, ["-"], { input: program?.text, env: { TZ } });
    return child.stdout.toString().split(" ");
  };
  const [tokyoHour, tokyoHash] = inZone("Asia/Tokyo");
  const [newYorkHour, newYorkHash] = inZone("America/New_York");
  expect([tokyoHour, newYorkHour]).toEqual(["9", "19"]);
  expect(tokyoHash).toMatch(/^[0-9a-f]{64}$/);
  expect(tokyoHash).toBe(newYorkHash);
});
