// Node's module hooks for tests: compiles TypeScript, and gives each test file its own copy of the modules under test/.
import { fileURLToPath } from "node:url";
import { yamlAsJson } from "../../../scripts/yaml-modules.mjs";
import { compiled } from "./compile.mjs";

const TESTS = new URL("../../", import.meta.url).href;
const GLOBALS = new URL("globals.mjs", import.meta.url).href;

/** Modules under test/ that all test files share: they hold no test's state, and take a long time to prepare. */
const SHARED = new Set([new URL("support/contract.ts", TESTS).href]);

export async function resolve(specifier, context, next) {
  // The runner adds a query to the URL of a test file, a different one each time.
  const file = /\?\d+$/.exec(context.parentURL ?? "")?.[0] ?? "";
  if (specifier === "@jest/globals")
    return { url: GLOBALS + file, format: "module", shortCircuit: true };
  const conditions = [...context.conditions, "source"];
  const resolved = await next(specifier, { ...context, conditions });
  const isOfTests = resolved.url.startsWith(TESTS) && resolved.url.endsWith(".ts");
  return isOfTests && !SHARED.has(resolved.url)
    ? { ...resolved, url: resolved.url + file, format: "module" }
    : resolved;
}

export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url);
  if (protocol === "file:" && pathname.endsWith(".yaml"))
    return { source: yamlAsJson(fileURLToPath(url)), format: "json", shortCircuit: true };
  if (protocol !== "file:" || !pathname.endsWith(".ts")) return next(url, context);
  return { source: compiled(fileURLToPath(url)), format: "module", shortCircuit: true };
}
