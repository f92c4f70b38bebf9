import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "@swc/core";

/** A source file as the parser sees it; its path is relative to `src`, or starts with its package's name. */
export type SourceFile = {
  readonly path: string;
  /** The file's imports, including types: our files by path, packages by name. */
  readonly imports: readonly string[];
  /** The file's functions, each with the functions inside it. */
  readonly functions: readonly SourceFunction[];
};

/** A function and its number of lines, signature included. */
export type SourceFunction = { readonly place: string; readonly lines: number };

type Node = { readonly type: string; readonly span: { start: number; end: number } };

const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassMethod",
  "PrivateMethod",
  "Constructor",
  "MethodProperty",
  "GetterProperty",
  "SetterProperty",
]);

const PACKAGE = "schema-values";

/** Parses every source file of the program and its package. */
export function sourceFiles(): readonly SourceFile[] {
  const inPackage = filesIn(join("packages", PACKAGE, "src"));
  return [...filesIn("src"), ...inPackage.map((file) => `${PACKAGE}/${file}`)].map(parse);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll("\\", "/"));
}

/** The text of a file with a path as in `SourceFile`. */
export function sourceText(path: string): string {
  const isInPackage = path.startsWith(`${PACKAGE}/`);
  const file = isInPackage
    ? join("packages", PACKAGE, "src", path.slice(PACKAGE.length))
    : join("src", path);
  return readFileSync(file, "utf8");
}

function parse(path: string): SourceFile {
  const text = sourceText(path).replace(/^#!/, "//");
  // The parser counts bytes from its own offset, which the first statement reveals.
  const bytes = Buffer.from(`0;${text}`);
  const tsx = path.endsWith(".tsx");
  const module = parseSync(bytes.toString(), { syntax: "typescript", tsx, target: "es2023" });
  const base = module.body[0]?.span.start ?? 0;
  const lineAt = (offset: number): number =>
    bytes
      .subarray(0, offset - base)
      .toString("latin1")
      .split("\n").length;
  const nodes = nodesIn(module);
  return {
    path,
    imports: nodes.flatMap((node) => specifierOf(node) ?? []).map((it) => targetOf(path, it)),
    functions: nodes
      .filter(({ type }) => FUNCTIONS.has(type))
      .map(({ span }) => ({ line: lineAt(span.start), end: lineAt(span.end) }))
      .map(({ line, end }) => ({ place: `${path}:${line}`, lines: end - line + 1 })),
  };
}

/** All nodes within a value; the recursion shares one list, because the syntax trees of `src` are large. */
function nodesIn(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== "object" || value === null) return found;
  if ("type" in value && "span" in value) found.push(value as Node);
  for (const item of Object.values(value)) nodesIn(item, found);
  return found;
}

/** The specifier of an import or export, or of a dynamic or type-level `import("…")`. */
function specifierOf(node: Node): string | undefined {
  const { source, argument, callee, arguments: args } = node as Partial<Record<string, unknown>>;
  if (node.type === "CallExpression" && (callee as Node).type === "Import") {
    const [{ expression }] = args as [{ expression: { value: string } }];
    return expression.value;
  }
  if (node.type === "TsImportType") return (argument as { value: string }).value;
  const isModule = /^(Import|ExportAll|ExportNamed)Declaration$/.test(node.type);
  return isModule ? (source as { value: string } | null)?.value : undefined;
}

function targetOf(path: string, specifier: string): string {
  if (specifier === PACKAGE) return `${PACKAGE}/index.ts`;
  return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
}
