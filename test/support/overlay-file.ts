import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** A file with an overlay of these actions, in YAML; it is removed when the test file is done. */
export function overlayFile(
  actions: string,
  version: "1.0.0" | "1.1.0" = "1.0.0",
): Promise<string> {
  return textFile(
    `overlay: ${version}\ninfo: { title: Some test, version: "1" }\nactions:\n${actions}`,
  );
}

/** A file `overlay.yaml` with this text, which is removed at the end of the test file. */
export async function textFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-overlay-"));
  folders.push(folder);
  const file = join(folder, "overlay.yaml");
  await writeFile(file, text);
  return file;
}
