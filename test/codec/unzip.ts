import { fromBufferPromise } from "yauzl";
import { bytesOf } from "./support.ts";

/** A file of a ZIP archive, its checksum and size verified by the reader. */
export type UnzippedFile = {
  readonly name: string;
  readonly text: string;
  readonly modifiedAt: string;
};

/** The files of a ZIP archive, as a reader that is not ours sees them. */
export async function unzip(archive: Buffer): Promise<readonly UnzippedFile[]> {
  const zip = await fromBufferPromise(archive);
  const files: UnzippedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const bytes = await bytesOf(await zip.openReadStreamPromise(entry));
    // The reader leaves the checksum to its caller.
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has a wrong checksum`);
    files.push({
      name: entry.fileName,
      text: bytes.toString("utf8"),
      modifiedAt: entry.getLastModDate({ timezone: "UTC" }).toISOString(),
    });
  }
  return files;
}

/** CRC-32 as ZIP has it, bit by bit. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
