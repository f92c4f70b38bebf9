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
    files.push({
      name: entry.fileName,
      text: bytes.toString("utf8"),
      modifiedAt: entry.getLastModDate({ timezone: "UTC" }).toISOString(),
    });
  }
  return files;
}
