import { readdir } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import type { RandomAccessFile } from "../../src/codec/table.ts";
import { RowFile } from "../../src/input/row-file.ts";
import { fileInMemory, Spool } from "../../src/input/spool.ts";
import { leftIn, openFilesIn } from "./support/temp-folder.ts";

const BYTES = Uint8Array.from({ length: 700_000 }, (_, index) => index % 251);

async function bytesOf(file: RandomAccessFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function finished(spool: Spool): Promise<RandomAccessFile> {
  const content = await spool.finish();
  return content instanceof Uint8Array ? fileInMemory(content) : content;
}

test.each([
  ["in memory", 1_000_000],
  ["in a file", 1000],
])("what was written can be read %s, in any order and again", async (_, memoryBytes) => {
  const left = await leftIn(async (tempFolder) => {
    const rowFile = new RowFile(tempFolder);
    const spool = new Spool(rowFile, memoryBytes);
    for (let start = 0; start < BYTES.length; start += 999)
      await spool.write(BYTES.slice(start, start + 999));

    const file = await finished(spool);

    expect(file.byteLength).toBe(700_000);
    expect((await bytesOf(file)).equals(BYTES)).toBe(true);
    expect((await bytesOf(file)).equals(BYTES)).toBe(true);
    expect(await file.slice(699_990, 700_000)).toEqual(Buffer.from(BYTES.subarray(699_990)));
    expect([...(await file.slice(3, 6))]).toEqual([3, 4, 5]);
    expect(await file.slice(5, 5)).toHaveLength(0);
    await rowFile.close();
    await rowFile.close();
  });

  expect(left).toEqual([]);
});

test("nothing written is an empty file", async () => {
  const rowFile = new RowFile();
  const spool = new Spool(rowFile);

  const file = await finished(spool);

  expect(file.byteLength).toBe(0);
  expect(await bytesOf(file)).toHaveLength(0);
  await rowFile.close();
});

test("few bytes stay in memory, more need the folder", async () => {
  const rowFile = new RowFile("/nowhere/at/all");
  const spool = new Spool(rowFile, 10);
  await spool.write(Buffer.alloc(10));

  await expect(spool.write(Buffer.alloc(1))).rejects.toMatchObject({
    code: "SIM_DISK",
    message:
      "Failed to write a temporary file to `/nowhere/at/all`: no such file or directory (ENOENT). Free up space there, or set `TMPDIR` to a writable folder.",
  });
  await rowFile.close();
});

test("closing while a write is in progress leaves nothing, and no more can be written", async () => {
  const left = await leftIn(async (tempFolder) => {
    const rowFile = new RowFile(tempFolder);
    const spool = new Spool(rowFile, 10);
    const writing = spool.write(BYTES);
    await rowFile.close();

    await expect(writing).resolves.toBeUndefined();
    await expect(spool.write(BYTES)).rejects.toThrow(
      "Failed to write to a temporary file: it is closed.",
    );
  });

  expect(left).toEqual([]);
});

test("a closed file can't be read", async () => {
  const rowFile = new RowFile();
  const spool = new Spool(rowFile, 10);
  await spool.write(BYTES);
  const file = await finished(spool);
  await rowFile.close();

  await expect(file.slice(0, 1)).rejects.toMatchObject({
    code: "SIM_DISK",
    message: expect.stringMatching(/^Failed to read a temporary file in `.*`: it is closed\. /),
  });
});

test("an open temporary file has no name that a killed process could leave behind, where the system allows it", async () => {
  const isWindows = process.platform === "win32";
  const left = await leftIn(async (tempFolder) => {
    const rowFile = new RowFile(tempFolder);
    const spool = new Spool(rowFile, 10);
    await spool.write(BYTES);

    expect(await readdir(tempFolder)).toHaveLength(isWindows ? 1 : 0);
    // Only Linux reveals which files a process has open.
    if (process.platform === "linux")
      expect(await openFilesIn(tempFolder)).toEqual([expect.stringMatching(/input \(deleted\)$/)]);
    await rowFile.close();
  });

  expect(left).toEqual([]);
});
