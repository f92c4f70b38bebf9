import { type Complaint, show } from "../check/complaint.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { findPointer, schemaPartAt } from "../source/walk.ts";

const MOST_LEVELS = 256;
const MOST_PARTS = 200_000;
const MOST_REPEATS = 10_000;

/** A larger value takes a row too long to make. */
const MOST: Readonly<Record<string, number>> = {
  minLength: 100_000,
  minItems: 10_000,
  minContains: 10_000,
  minProperties: 10_000,
};

/** What makes a schema or its values too large to spend time on; undefined if nothing does. */
export function findExcess(schema: JsonObject): Complaint | undefined {
  const size = { parts: 0 };
  if (!isWithin(schema, MOST_LEVELS, size)) {
    const most =
      size.parts > MOST_PARTS
        ? `have at most ${MOST_PARTS} values`
        : `be nested at most ${MOST_LEVELS} levels deep`;
    return { path: "", reason: `Expected the schema to ${most}, got more.` };
  }
  const path = findPointer(schema, isExcessive);
  if (path === undefined) return undefined;
  const keyword = path.slice(path.lastIndexOf("/") + 1);
  const limit =
    keyword === "pattern"
      ? `have at most ${MOST_REPEATS} repetitions`
      : `be at most ${MOST[keyword]}`;
  const found = show(schemaPartAt(schema, path));
  return { path, reason: `Expected \`${path}\` of the schema to ${limit}, got \`${found}\`.` };
}

function isWithin(value: JsonValue, levels: number, size: { parts: number }): boolean {
  size.parts++;
  if (size.parts > MOST_PARTS || levels < 0) return false;
  if (!Array.isArray(value) && !isJsonObject(value)) return true;
  return Object.values(value).every((part) => isWithin(part, levels - 1, size));
}

function isExcessive(keyword: string, value: JsonValue): boolean {
  if (keyword === "pattern" && typeof value === "string") return mostRepeats(value) > MOST_REPEATS;
  const most = Object.hasOwn(MOST, keyword) ? MOST[keyword] : undefined;
  return most !== undefined && typeof value === "number" && value > most;
}

/** The product of a pattern's counted repeats: an upper bound, because nested repeats multiply. */
function mostRepeats(pattern: string): number {
  let product = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    product *= Math.max(1, Number(least), Number(most ?? 0));
  }
  return product;
}
