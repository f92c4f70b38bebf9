import fc from "fast-check";

/** Usually the first value, and occasionally one of the others. */
export function often(value, ...others) {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, fc.constantFrom(...others));
}
