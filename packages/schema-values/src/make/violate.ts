import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";
import { unwrapped } from "../source/keywords.ts";

/** Turns conforming JSON into JSON that doesn't conform, unless the schema accepts everything. */
export type Violator = (json: string, rng: Rng) => string;

/** Makes a copy of the value with one change. */
type Change = () => JsonValue;

const MOST_CHANGES = 300;
const MOST_TRIES = 40;

/** Whole values to use if no small change violates the schema. */
const OTHERS: readonly JsonValue[] = [
  ...[{}, [], "unexpected", "", null, true, -1, 0.5, 1e15],
  { unexpected: true },
  ["unexpected", "unexpected"],
];

/** Creates a violator that makes one change, preferably one that violates more than a `format`. */
export async function createViolator(schema: JsonObject): Promise<Violator> {
  const { openSchemaDocument } = await import("../check/document.ts");
  const opened = openSchemaDocument(unwrapped(schema));
  if ("kind" in opened) throw new RangeError(opened.kind);
  const { accepts: conforms, acceptsInAnyFormat } = opened;
  return (json, rng) => {
    const changes: Change[] = [];
    for (const change of changesOf(JSON.parse(json) as JsonValue))
      if (changes.push(change) === MOST_CHANGES) break;
    const misformatted: JsonValue[] = [];
    for (let tries = 0; tries < MOST_TRIES && changes.length > 0; tries++) {
      const [change] = changes.splice(rng.below(changes.length), 1);
      const changed = change?.() ?? null;
      if (conforms(changed)) continue;
      if (!acceptsInAnyFormat(changed)) return JSON.stringify(changed);
      misformatted.push(changed);
    }
    const others = OTHERS.filter((candidate) => !conforms(candidate));
    const wrong = others.filter((candidate) => !acceptsInAnyFormat(candidate));
    const [other] = [...wrong, ...misformatted, ...others];
    return other === undefined ? json : JSON.stringify(other);
  };
}

/** Changes at each place: a missing or unknown key, or a value that is probably not allowed. */
function* changesOf(value: JsonValue): Generator<Change> {
  for (const substitute of substitutes(value)) yield () => substitute;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const change of changesOf(item)) yield () => value.with(index, change());
  } else if (isJsonObject(value)) {
    yield () => ({ ...value, unexpected: true });
    for (const key of Object.keys(value)) {
      yield () => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      for (const change of changesOf(value[key] ?? null))
        yield () => ({ ...value, [key]: change() });
    }
  }
}

function substitutes(part: JsonValue): readonly JsonValue[] {
  if (typeof part === "string") return [12_345, "unexpected"];
  if (typeof part === "number") return [`${part}`, -999_999];
  if (typeof part === "boolean") return [part ? "yes" : "no"];
  return ["unexpected"];
}
