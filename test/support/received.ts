import { ReceivedFile } from "../../src/input/received-file.ts";
import { RowFile } from "../../src/input/row-file.ts";

/** Opens what receives a file. */
export function openFile(): ReceivedFile {
  return new ReceivedFile({ rowFile: new RowFile(), maxBytes: 10_000_000 });
}

/** A file that has been received. */
export async function received(bytes: Uint8Array): Promise<ReceivedFile> {
  const file = openFile();
  await file.write(bytes);
  await file.end();
  return file;
}
