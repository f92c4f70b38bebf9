import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

// Each name has only one meaning.

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|const|let|class|function\*?) (\w+)/gm;

/** Names that several entries have, with those entries. */
function shared(entries: readonly (readonly [name: string, file: string])[]): [string, string[]][] {
  const byName = new Map<string, Set<string>>();
  for (const [name, file] of entries) byName.set(name, (byName.get(name) ?? new Set()).add(file));
  return [...byName]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]): [string, string[]] => [name, [...files].sort()])
    .sort(([a], [b]) => a.localeCompare(b));
}

test("no name is exported from two files", () => {
  const exported = FILES.flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(DECLARATION)].map(
      ([, name = ""]) => [name, file] as const,
    ),
  );
  expect(exported.length).toBeGreaterThan(1000);
  // Both runners have the same words.
  const runners = [["useBatchSim", ["runners/jest.ts", "runners/node-test.ts"]]];
  expect(shared(exported)).toEqual(runners);
});
