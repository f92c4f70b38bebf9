import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "@jest/globals";
import { ownCommand } from "../../src/simulator/package-file.ts";

test("the program is run with BATCH_SIM_COMMAND, with batch-sim from PATH, or with npx", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-command-"));
  const local = join(folder, "node_modules", ".bin");
  await mkdir(local, { recursive: true });
  await writeFile(join(local, "batch-sim"), "");
  // npm puts this folder on PATH, but it isn't on a shell's PATH.
  expect(ownCommand({ PATH: local })).toBe("npx batch-sim");
  expect(ownCommand({ BATCH_SIM_COMMAND: " " })).toBe("npx batch-sim");
  await writeFile(join(folder, "batch-sim"), "");
  const PATH = [local, "", folder].join(delimiter);
  expect(ownCommand({ PATH })).toBe("batch-sim");
  expect(ownCommand({ PATH, BATCH_SIM_COMMAND: "npx batch-sim@1" })).toBe("npx batch-sim@1");
});
