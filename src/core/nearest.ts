/** Maximum number of pairs of characters to compare: a few milliseconds of work. */
const MOST_PAIRS = 200_000;

/**
 * Returns the candidate closest to a misspelled word; undefined if none is close. If several are
 * equally close, returns the first. The edit distance ignores case, and counts a swap of adjacent
 * characters as one edit. A candidate is close if the distance is at most 1, or at most `part`
 * (0..1, a third by default) of the longer word's length. Compares only the first candidates if
 * comparing all of them would take too long.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  part: number = 1 / 3,
): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  let pairs = 0;
  for (const candidate of candidates) {
    const found = candidate.toLowerCase();
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, found.length) * part));
    if (Math.abs(wanted.length - found.length) > limit) continue;
    pairs += wanted.length * found.length;
    if (pairs > MOST_PAIRS) break;
    const distance = editDistance(wanted, found);
    if (distance > limit || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Optimal string alignment: an insertion, deletion, substitution, or swap costs 1. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwap ? Math.min(cost, at(beforeLast, column - 2) + 1) : cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** A hint for a message: the candidate closest to a misspelled word, or else `otherwise`. */
export function suggestion(word: unknown, candidates: readonly string[], otherwise = ""): string {
  const near = typeof word === "string" ? nearest(word, candidates) : undefined;
  if (near !== undefined && near !== word) return ` Did you mean \`${near}\`?`;
  return otherwise === "" ? "" : ` ${otherwise}`;
}

/** Joins names, each in backticks. */
export function listed(names: readonly string[], separator = ", "): string {
  return names.map((name) => `\`${name}\``).join(separator);
}
