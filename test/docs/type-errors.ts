import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Source } from "./run-modules.ts";

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
};

/** The compiler's errors in modules that import the built package as `batch-sim`; "" if there are none. */
export async function typeErrors(sources: readonly Source[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-types-"));
  try {
    const packages = join(folder, "node_modules");
    await mkdir(packages);
    await symlink(process.cwd(), join(packages, "batch-sim"), "junction");
    await symlink(resolve("node_modules/@types"), join(packages, "@types"), "junction");
    // Replaces vitest, which this checkout doesn't install.
    const vitest = resolve("src/runners/vitest-module.d.ts");
    await symlink(vitest, join(folder, "vitest-module.d.ts"));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));
    for (const { name, code } of sources) {
      const file = `${name.replace(/\W+/g, "-")}.ts`;
      await writeFile(join(folder, file), `${code}\nexport {};\n`);
    }
    const compiler = resolve("node_modules/typescript/bin/tsc");
    await promisify(execFile)(process.execPath, [compiler, "-p", folder, "--pretty", "false"]);
    return "";
  } catch (error) {
    return String((error as { stdout?: string }).stdout || error);
  } finally {
    await rm(folder, { recursive: true });
  }
}
