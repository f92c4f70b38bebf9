import fc from "fast-check";

/** The first value most of the time, and the others now and then. */
export function often(value, ...others) {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, fc.constantFrom(...others));
}
