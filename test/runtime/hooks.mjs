// Node's module hooks for tests: compiles TypeScript, gives each test file its own copy of the modules under test/, and its own
// `@jest/globals`.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compiledFile } from "./compile.mjs";

const TESTS = new URL("../", import.meta.url).href;
const NAMES = [
  "afterAll",
  "afterEach",
  "beforeAll",
  "beforeEach",
  "describe",
  "expect",
  "it",
  "jest",
  "test",
];
const GLOBALS = `export const { ${NAMES.join(", ")} } = globalThis[Symbol.for("jest.globals")];`;

/** Modules under test/ that all test files share: they keep nothing of a test, and take long to prepare. */
const SHARED = new Set([new URL("support/contract.ts", TESTS).href]);

export async function resolve(specifier, context, next) {
  const file = /\?file=\d+$/.exec(context.parentURL ?? "")?.[0] ?? "";
  if (specifier === "@jest/globals")
    return { url: `jest-globals:${file}`, format: "module", shortCircuit: true };
  const conditions = [...context.conditions, "source"];
  const resolved = await next(specifier, { ...context, conditions });
  const isOfTests = resolved.url.startsWith(TESTS) && resolved.url.endsWith(".ts");
  return isOfTests && !SHARED.has(resolved.url)
    ? { ...resolved, url: resolved.url + file, format: "module" }
    : resolved;
}

export async function load(url, context, next) {
  if (url.startsWith("jest-globals:"))
    return { source: GLOBALS, format: "module", shortCircuit: true };
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !pathname.endsWith(".ts")) return next(url, context);
  const source = readFileSync(compiledFile(fileURLToPath(url)));
  return { source, format: "module", shortCircuit: true };
}
