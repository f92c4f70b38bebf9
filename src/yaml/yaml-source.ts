import { type Alias, type Document, LineCounter, parseDocument, visit, type YAMLError } from "yaml";
import type { DataPath, KeyOrValue } from "./data-path.ts";
import { offsetOf } from "./offset-of.ts";

/** A place in a text; both count from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** What is wrong at a place. */
export type PlacedMessage = TextPosition & { readonly message: string };

/** The data of a YAML text, and where in the text each part of it stands. */
export type YamlSource = {
  /** What the text says; undefined where it can't be told, and null where it says nothing. */
  readonly data: unknown;
  /** Where the text isn't YAML, or is ambiguous. */
  readonly problems: readonly PlacedMessage[];
  /** Where a key or value stands; of something missing, where the nearest thing around it stands. */
  locate(path: DataPath, at: KeyOrValue): TextPosition;
};

/** Reads a YAML 1.2 text of one document; never throws. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const aliases = unknownAliases(document);
  const problems = [
    ...[...document.errors, ...document.warnings].map((error) => ({
      ...place(error.pos[0]),
      message: describe(reason(error)),
    })),
    ...aliases.map((alias) => ({
      ...place(alias.range?.[0] ?? 0),
      message: describe(`no anchor \`&${alias.source}\` stands before this`),
    })),
  ];
  const isReadable = document.errors.every(isHarmless) && aliases.length === 0;
  const { data, problem } = isReadable ? toData(document) : {};
  return {
    data,
    problems: problem === undefined ? problems : [...problems, { ...place(0), message: problem }],
    locate: (path, at) => place(offsetOf(document.contents, path, at)),
  };
}

/** A key that stands twice leaves the rest of the text as clear as it was: the rest can be checked too. */
function isHarmless(error: YAMLError): boolean {
  return error.code === "DUPLICATE_KEY";
}

function toData(document: Document.Parsed): { data?: unknown; problem?: string } {
  try {
    const data: unknown = document.toJS();
    // An alias of something around it makes data without an end: JSON refuses it before anything else walks into it.
    JSON.stringify(data);
    return { data };
  } catch (error) {
    const found = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return { problem: describe(`its aliases can't be followed: ${found}`) };
  }
}

function describe(found: string): string {
  return `Failed to read the YAML: ${found.replace(/\.?$/, ".")}`;
}

function reason(error: YAMLError): string {
  if (error.code === "MULTIPLE_DOCS") return "a second document begins here. Keep one a file";
  return error.message;
}

function unknownAliases(document: Document.Parsed): Alias[] {
  const unknown: Alias[] = [];
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined) unknown.push(alias);
    },
  });
  return unknown;
}
