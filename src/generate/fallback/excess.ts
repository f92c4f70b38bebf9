import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { Complaint } from "./complaint.ts";
import { findPointer, valueAt } from "./walk.ts";

/** A value that has to be larger than this takes a row too long to make. */
const MOST: Readonly<Record<string, number>> = {
  minLength: 100_000,
  minItems: 10_000,
  minContains: 10_000,
  minProperties: 10_000,
};

const MOST_REPEATS = 10_000;

/** The first place where a schema asks for a value of unreasonable size; undefined if there is none. */
export function findExcess(schema: JsonObject): Complaint | undefined {
  const path = findPointer(schema, isExcessive);
  if (path === undefined) return undefined;
  const keyword = path.slice(path.lastIndexOf("/") + 1);
  const found = JSON.stringify(valueAt(schema, path));
  const limit =
    keyword === "pattern" ? `repeat at most ${MOST_REPEATS} times` : `be at most ${MOST[keyword]}`;
  return { path, reason: `Expected \`${path}\` of the schema to ${limit}, got \`${found}\`.` };
}

function isExcessive(keyword: string, value: JsonValue): boolean {
  if (keyword === "pattern" && typeof value === "string") return mostRepeats(value) > MOST_REPEATS;
  const most = Object.hasOwn(MOST, keyword) ? MOST[keyword] : undefined;
  return most !== undefined && typeof value === "number" && value > most;
}

/** The product of a pattern's counted repeats: an upper bound, as nested ones multiply. */
function mostRepeats(pattern: string): number {
  let product = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    product *= Math.max(1, Number(least), Number(most ?? 0));
  }
  return product;
}
