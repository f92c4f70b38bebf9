import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PackedRows } from "../../src/input/packed-rows.ts";
import { RowFile } from "../../src/input/row-file.ts";
import { MOST_BYTES_IN_MEMORY, RowPacker } from "../../src/input/row-packer.ts";
import { packRows, rowAt } from "../support/packed-rows.ts";

const MEGABYTE = 1024 ** 2;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Rows of about 100 bytes, some of them not strings, too many for memory. */
function* values(): Generator<string | { index: number }> {
  for (let index = 0; index < 120_000; index++)
    yield index % 1000 === 999 ? { index } : `${index} Ünïcode`.padEnd(100, "x");
}

async function pack(rowFile: RowFile | undefined) {
  const packer = new RowPacker(undefined, rowFile);
  let mostInMemory = 0;
  for (const value of values()) {
    packer.append(value);
    if (packer.length % 1000 !== 0) continue;
    await packer.settle();
    mostInMemory = Math.max(mostInMemory, packer.bytesInMemory);
  }
  return { rows: packer.finish(), mostInMemory };
}

function lengthsOf(rows: PackedRows): readonly number[] {
  return [...rows.byteLengths()].flatMap((lengths) => [...lengths]);
}

function hashOf(rows: PackedRows): string {
  const hash = createHash("sha256");
  for (const bytes of rows.bytes()) hash.update(bytes);
  return hash.digest("hex");
}

test("rows on disk are the same as in memory, which holds only a few of them", async () => {
  const file = new RowFile(folder);
  const { rows, mostInMemory } = await pack(file);
  const { rows: expected } = await pack(undefined);
  expect(mostInMemory).toBeLessThan(MOST_BYTES_IN_MEMORY + 2 * MEGABYTE);
  expect(rows.byteLength - rows.bytesOnDisk).toBeLessThan(2 * MEGABYTE);
  expect([...rows.files]).toEqual([file]);
  expect([rows.length, rows.byteLength, rows.areStrings]).toEqual([
    ...[expected.length, expected.byteLength, false],
  ]);
  for (const from of [0, 77_777]) {
    const found = rows.batches(from);
    for (const batch of expected.batches(from)) expect(found.next().value).toEqual(batch);
    expect(found.next().done).toBe(true);
  }
  expect([rowAt(rows, 0), rowAt(rows, 99_999)]).toEqual([rowAt(expected, 0), { index: 99_999 }]);
  expect(hashOf(rows)).toBe(hashOf(expected));
  expect(lengthsOf(rows)).toEqual(lengthsOf(expected));
  const joined = PackedRows.concat([packRows(["first"]), rows]);
  expect([rowAt(joined, 0), rowAt(joined, 1), joined.bytesOnDisk]).toEqual([
    ...["first", rowAt(expected, 0), rows.bytesOnDisk],
  ]);
  await file.close();
});

test("a file is only made for rows that don't fit into memory, has no name, and stays open if it is kept", async () => {
  const small = new RowFile(folder);
  const packer = new RowPacker(undefined, small);
  packer.append("x".repeat(MEGABYTE));
  await packer.settle();
  expect([small.byteLength, packer.finish().files.size]).toEqual([0, 0]);
  const file = new RowFile(folder);
  const { rows } = await pack(file);
  if (process.platform !== "win32") expect(await readdir(folder)).toEqual([]);
  file.keep();
  await file.release();
  expect(rowAt(rows, 0)).toMatch(/^0 Ünïcode/);
  await file.close();
  expect(() => rowAt(rows, 0)).toThrow(
    expect.objectContaining({
      code: "SIM_DISK",
      message: `Failed to read a temporary file in \`${folder}\`: it is closed. Check the disk, or set \`TMPDIR\` to a folder on another disk.`,
    }),
  );
  expect(await readdir(folder)).toEqual([]);
});

test("rows that can't be stored are a failure of the simulator", async () => {
  await expect(pack(new RowFile(join(folder, "missing")))).rejects.toMatchObject({
    code: "SIM_DISK",
    message: `Failed to write a temporary file to \`${join(folder, "missing")}\`: no such file or directory (ENOENT). Free up space there, or set \`TMPDIR\` to a writable folder.`,
  });
});
