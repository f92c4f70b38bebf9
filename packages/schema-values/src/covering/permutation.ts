/** A 32-bit hash of two integers. */
export function mixed(one: number, other: number): number {
  let h = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 32-bit hash of a string. */
export function hashOf(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/**
 * The alternative at a rank. Each block of `count` consecutive ranks is a permutation of the
 * alternatives 0 to `count` - 1, so each occurs in every 2 × `count` - 1 consecutive ranks.
 */
export function permuted(key: number, rank: number, count: number): number {
  const position = rank % count;
  const hash = mixed(key, (rank - position) / count);
  const offset = hash % count;
  if (count < 3) return (position + offset) % count;
  let step = 1 + (mixed(hash, count) % (count - 1));
  while (divisorOf(step, count) !== 1) step = (step % (count - 1)) + 1;
  return (position * step + offset) % count;
}

/** The greatest common divisor. */
export function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other);
}
