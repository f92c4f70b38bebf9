// Values of rows that are written by hand.
export const NAMES = ["Ada", "Ben", "Carla", "Diego", "Emma", "Hugo", "Maya", "Omar"];
export const WORDS = ["amber", "beacon", "cedar", "delta", "forge", "harbor", "maple", "signal"];

export function digits(rng, count) {
  let out = "";
  for (let i = 0; i < count; i++) out += rng.below(10);
  return out;
}

export function uuid(rng) {
  const hex = (count) =>
    Math.floor(rng.next() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
}

/** Some words with spaces between them. */
export function words(rng, count) {
  return Array.from({ length: count }, () => rng.pick(WORDS)).join(" ");
}

/** A list of this many values, within bounds. */
export function listOf(rng, [least, most], make) {
  return Array.from({ length: rng.between(least, most) }, make);
}
