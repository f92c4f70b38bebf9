import type { JsonValue } from "../json.ts";
import { rngFor } from "../rng.ts";
import type { Freedom, ValueDraw } from "./faker-schema.ts";

/** What a fixed number of attempts revealed about a schema. */
export type FallbackProbe = {
  /** The freedoms to make values with, from varied to plain; empty if nothing conformed. */
  readonly freedoms: readonly Freedom[];
  /** The values that conformed. */
  readonly good: readonly JsonValue[];
};

/**
 * From varied to plain. The shallow ones are for recursive schemas, whose values could nest without
 * end.
 */
const FREEDOMS: readonly Freedom[] = [
  { optionals: 0.5, depth: 100 },
  { optionals: 0.2, depth: 100 },
  { optionals: 0.4, depth: 8 },
  { optionals: 0, depth: 100 },
  { optionals: 0, depth: 6 },
];

const TRIES = 8;
const LAST_TRIES = 16;
/**
 * A freedom with this many failures is dropped, because each failure costs time in every row of a
 * job.
 */
const MOST_FAILURES = 3;

/**
 * Finds the freedoms that give values that conform; the result for a schema is the same on every
 * machine.
 */
export function probeSchema(
  draw: ValueDraw,
  accepts: (value: JsonValue) => boolean,
): FallbackProbe {
  const good: JsonValue[] = [];
  let tries = 0;
  const succeeds = (freedom: Freedom): boolean => {
    const value = draw(rngFor(0, "probe", tries++), freedom);
    if (value === undefined) return false;
    const conforms = accepts(value);
    if (conforms) good.push(value);
    return conforms;
  };
  const isReliable = (freedom: Freedom): boolean => {
    let failures = 0;
    for (let i = 0; i < TRIES && failures < MOST_FAILURES; i++) if (!succeeds(freedom)) failures++;
    return failures < MOST_FAILURES;
  };
  const reliable = FREEDOMS.filter(isReliable);
  for (let i = 0; i < LAST_TRIES && good.length === 0; i++) {
    succeeds({ optionals: (i % 2) * 0.3, depth: 100 });
  }
  const freedoms = reliable.length > 0 ? reliable : FREEDOMS;
  return { freedoms: good.length > 0 ? freedoms : [], good };
}
