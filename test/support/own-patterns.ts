import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

/** A regular expression in our own source. */
export type OwnPattern = {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
};

const ROOTS = ["src", ...readdirSync("packages").map((name) => `packages/${name}/src`)];

/** The regular expressions that are written as literals, and the files that build others. */
export function writtenPatterns(): {
  readonly literals: readonly OwnPattern[];
  readonly builders: readonly string[];
} {
  const literals: OwnPattern[] = [];
  const builders = new Set<string>();
  for (const file of ROOTS.flatMap(sourcesIn)) {
    visit(parse(file), (node) => {
      if (node["type"] === "RegExpLiteral") {
        literals.push({ file, source: String(node["pattern"]), flags: String(node["flags"]) });
      }
      if (isRegExpCall(node)) builders.add(file);
    });
  }
  return { literals, builders: [...builders] };
}

/** The regular expressions that modules build while they are loaded, including through each other. */
export async function builtPatterns(files: readonly string[]): Promise<readonly OwnPattern[]> {
  const found: OwnPattern[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, [source, flags = ""]: [string | RegExp, string?]) => {
      const file = typeof source === "string" ? callerAmong(files) : undefined;
      if (typeof source === "string" && file !== undefined) found.push({ file, source, flags });
      return new target(source, flags);
    },
  });
  try {
    for (const file of files) await import(`../../${file}`);
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}

/** recheck's verdict on each pattern: undefined if matching takes linear time. */
export function complaintsAbout(patterns: readonly OwnPattern[]): readonly (string | undefined)[] {
  const input = JSON.stringify(patterns.map(({ source, flags }) => ({ source, flags })));
  const output = execFileSync(process.execPath, ["test/support/analyze-patterns.mjs"], {
    input,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  return JSON.parse(output).map((complaint: string | null) => complaint ?? undefined);
}

function sourcesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, file).replaceAll("\\", "/"));
}

function parse(file: string): unknown {
  const text = readFileSync(file, "utf8").replace(/^#!/, "//");
  return parseSync(text, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2023" });
}

function visit(value: unknown, see: (node: Record<string, unknown>) => void): void {
  if (typeof value !== "object" || value === null) return;
  see(value as Record<string, unknown>);
  for (const child of Object.values(value)) visit(child, see);
}

function isRegExpCall({ type, callee }: Record<string, unknown>): boolean {
  if (type !== "NewExpression" && type !== "CallExpression") return false;
  return (callee as { readonly value?: string }).value === "RegExp";
}

/** The file that builds an expression now: the first of some files on the stack. */
function callerAmong(files: readonly string[]): string | undefined {
  const lines = new Error("Where the expression is built").stack?.split("\n") ?? [];
  return lines
    .map((line) => files.find((file) => line.includes(file)))
    .find((file) => file !== undefined);
}
