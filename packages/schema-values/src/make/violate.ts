import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";
import { unwrapped } from "../source/keywords.ts";

/**
 * Turns JSON text that conforms to a schema into JSON text that doesn't. Returns the text unchanged
 * if the schema accepts everything.
 */
export type Violator = (json: string, rng: Rng) => string;

/** The path to a part of a value. */
type Path = readonly string[];

/** A change to a value; undefined removes the part. */
type Change = { readonly path: Path; readonly part: JsonValue | undefined };

const MOST_PARTS = 100;
const MOST_TRIES = 40;

/** Whole values to use if no small change violates the schema. */
const OTHERS: readonly JsonValue[] = [
  {},
  [],
  "unexpected",
  "",
  null,
  true,
  -1,
  0.5,
  1e15,
  { unexpected: true },
  ["unexpected", "unexpected"],
];

/** Prepares a schema; its validator judges each violation. */
export async function createViolator(schema: JsonObject): Promise<Violator> {
  const { openSchemaDocument } = await import("../check/document.ts");
  const opening = openSchemaDocument(unwrapped(schema));
  if (opening.kind === "refused") throw new RangeError(opening.verdict.kind);
  const { accepts: conforms } = opening.document;
  return (json, rng) => {
    const value = JSON.parse(json) as JsonValue;
    const changes = changesOf(value);
    for (let tries = 0; tries < MOST_TRIES && changes.length > 0; tries++) {
      const [change] = changes.splice(rng.below(changes.length), 1);
      const changed = change === undefined ? value : changeAt(value, change);
      if (!conforms(changed)) return JSON.stringify(changed);
    }
    const other = OTHERS.find((candidate) => !conforms(candidate));
    return other === undefined ? json : JSON.stringify(other);
  };
}

/**
 * A missing key, an unknown key, a value of another type, or a value that isn't among the allowed
 * ones.
 */
function changesOf(value: JsonValue): Change[] {
  return pathsOf(value).flatMap(({ path, part, isKey }) => [
    ...(isKey ? [{ path, part: undefined }] : []),
    ...(isJsonObject(part) ? [{ path, part: { ...part, unexpected: true } }] : []),
    ...substitutes(part).map((substitute) => ({ path, part: substitute })),
  ]);
}

function substitutes(part: JsonValue): readonly JsonValue[] {
  if (typeof part === "string") return [12_345, "unexpected"];
  if (typeof part === "number") return [`${part}`, -999_999];
  if (typeof part === "boolean") return [part ? "yes" : "no"];
  return ["unexpected"];
}

type Part = { readonly path: Path; readonly part: JsonValue; readonly isKey: boolean };

function pathsOf(value: JsonValue): Part[] {
  const parts: Part[] = [{ path: [], part: value, isKey: false }];
  for (let i = 0; i < parts.length && parts.length < MOST_PARTS; i++) {
    const { path, part } = parts[i] ?? { path: [], part: null };
    if (typeof part !== "object" || part === null) continue;
    for (const [key, child] of Object.entries(part)) {
      parts.push({ path: [...path, key], part: child as JsonValue, isKey: isJsonObject(part) });
    }
  }
  return parts;
}

function changeAt(value: JsonValue, { path, part }: Change): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return part ?? null;
  const entries = Object.entries(value).flatMap(([name, child]): [string, JsonValue][] => {
    if (name !== key) return [[name, child]];
    if (rest.length === 0 && part === undefined) return [];
    return [[name, changeAt(child, { path: rest, part })]];
  });
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
