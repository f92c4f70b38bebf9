import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

/** The runner of a project's own tests, which that project installs. */
const OF_PROJECTS = ["vitest", "@jest/globals"];
const OURS = "schema-values";
const FOLDERS = ["src", `packages/${OURS}/src`];

/** Names of the packages that the sources import and the bundle contains. */
function importedPackages(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ).filter((file) => /\.tsx?$/.test(file));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const specifiers = [
    ...text.matchAll(/(?<![.\w])(?:from|import)\s*\(?\s*"([^".\s][^"\s]*)"/g),
  ].map(([, specifier = ""]) => specifier);
  return specifiers
    .filter((specifier) => !specifier.startsWith("node:") && specifier !== OURS)
    .map((specifier) =>
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    )
    .filter((name) => !OF_PROJECTS.includes(name));
}

test("docs/dependencies.md gives a reason for each package that the program imports, and for no other", () => {
  const page = readFileSync("docs/dependencies.md", "utf8");
  const block = /<!-- dependencies -->([\s\S]*?)<!-- \/dependencies -->/.exec(page)?.[1] ?? "";
  const listed = [...block.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(", "))
    .filter((name) => name !== "package");
  expect([...new Set(listed)].sort()).toEqual([...new Set(importedPackages())].sort());
});
