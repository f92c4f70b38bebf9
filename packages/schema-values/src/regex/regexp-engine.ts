import type { TextTest } from "./match-regex.ts";

/** What Ajv uses instead of RegExp (its option `code.regExp`). */
export type RegExpEngine = {
  (pattern: string): { readonly test: TextTest };
  readonly code: string;
};

/** Makes Ajv run patterns with the given tests. */
export function regExpEngine(testOf: (pattern: string) => TextTest): RegExpEngine {
  return Object.assign(
    // Ajv tells patterns apart by their text.
    (pattern: string) => ({ test: testOf(pattern), toString: () => `/${pattern}/u` }),
    { code: "safeRegExp" },
  );
}
