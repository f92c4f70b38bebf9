/** Number of repetitions of the longest string; a linear match of it takes about a millisecond. */
const MOST_UNITS = 12_000;

/** Maximum CPU time of a match, in milliseconds: quadratic matching takes far longer. */
const MOST_MS = 50;

/** Strings to repeat that most patterns react to, in addition to the characters and words that they contain. */
const COMMON_UNITS = ["a", "A", "1", " ", "\n", "-", ".", ",", '"', "é", "語", ", ", "a ", "1."];

/**
 * A description of a string that the expression takes a long time to match; undefined if none is known. Strings grow slowly, so
 * that an exponential match is detected before it hangs.
 */
export function slowPump(pattern: RegExp): string | undefined {
  const words = pattern.source.match(/[\p{L}\p{N}]+|[^\\\w\s()|?*+{}[\]^$]/gu) ?? [];
  const units = [...new Set([...COMMON_UNITS, ...words, ...words.map((word) => `${word} `)])];
  const starts = ["", ...units.slice(COMMON_UNITS.length, COMMON_UNITS.length + 3)];
  for (const unit of units.slice(0, 30)) {
    for (const start of starts) {
      const count = slowCount(pattern, start, unit);
      if (count !== undefined)
        return `${JSON.stringify(start)} + ${count} × ${JSON.stringify(unit)}`;
    }
  }
  return undefined;
}

function slowCount(pattern: RegExp, start: string, unit: string): number | undefined {
  for (let count = 16; count <= MOST_UNITS; count = Math.ceil(count * (count < 100 ? 1.1 : 3))) {
    const text = `${start}${unit.repeat(count)}\u0000!`;
    if (leastMs(pattern, text) > MOST_MS) return count;
  }
  return undefined;
}

/** A long measurement is repeated, because other programs may have delayed it. */
function leastMs(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > MOST_MS; run++) {
    const before = process.cpuUsage();
    pattern.lastIndex = 0;
    pattern.test(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
