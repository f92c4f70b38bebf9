import { fromBufferPromise } from "yauzl";
import { bytesOf } from "./support.ts";

/** A file in a ZIP archive; the reader has verified its checksum and size. */
export type UnzippedFile = {
  readonly name: string;
  readonly text: string;
  readonly modifiedAt: string;
};

/** The files in a ZIP archive according to an independent reader. */
export async function unzip(archive: Buffer): Promise<readonly UnzippedFile[]> {
  const zip = await fromBufferPromise(archive);
  const files: UnzippedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const bytes = await bytesOf(await zip.openReadStreamPromise(entry));
    // The library leaves checking the checksum to its caller.
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has a wrong checksum`);
    files.push({
      name: entry.fileName,
      text: bytes.toString("utf8"),
      modifiedAt: entry.getLastModDate({ timezone: "UTC" }).toISOString(),
    });
  }
  return files;
}

/** CRC-32 as defined by ZIP. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** The remainder of each byte. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});
