import { linearTest } from "../regex/linear-test.ts";
import { rngFor } from "../rng.ts";

/** The outcome for matching rows; the first rule that a row matches applies. */
export type RowRule = {
  /** Undefined for every row. */
  readonly where?: RowMatch;
  readonly outcome: RowOutcome;
};

/** Selects rows; indexes count from 0 in the order of the inputs. */
export type RowMatch =
  | { readonly kind: "index"; readonly indexes: readonly number[] }
  /** Both inclusive. */
  | { readonly kind: "range"; readonly first: number; readonly last: number }
  /** Each row with this probability in 0..1, drawn from the seed, its index, and its input. */
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "contains"; readonly text: string }
  /** An ECMAScript regular expression with the `u` flag, matched anywhere in the input. */
  | { readonly kind: "pattern"; readonly pattern: string };

/** What happens to a row. */
export type RowOutcome =
  /** An empty output. */
  | { readonly kind: "empty" }
  /** The model declines; a reasoning model's content says so. */
  | { readonly kind: "refusal"; readonly text: string }
  /**
   * JSON that the job's schema rejects; the normal output if the job has no schema, or one that
   * accepts everything.
   */
  | { readonly kind: "schemaViolation" }
  /**
   * Invalid JSON instead of JSON, for a job with a schema or a reasoning model; otherwise the
   * normal output.
   */
  | { readonly kind: "invalidJson" }
  /**
   * The normal output, cut short, for a job with a schema or a reasoning model; otherwise the
   * normal output.
   */
  | { readonly kind: "truncatedJson" }
  /** For a reasoning model, its reasoning without the content; otherwise the normal output. */
  | { readonly kind: "missingContent" }
  /** An output with this number of bytes in UTF-8, or the normal output if that is longer. */
  | { readonly kind: "huge"; readonly bytes: number }
  | { readonly kind: "text"; readonly text: string }
  /** A string in which `${input}` and `${index}` stand for the row's, and `$${` for `${`. */
  | { readonly kind: "template"; readonly template: string }
  /** Outputs by input; the rule matches only rows with these inputs. */
  | { readonly kind: "canned"; readonly outputs: Readonly<Record<string, string>> };

/** The outcome after it has been resolved: `template` and `canned` have become plain strings. */
export type DecidedOutcome = Exclude<RowOutcome, { readonly kind: "template" | "canned" }>;

/** The properties of a row by which a rule selects it. */
export type RowKey = { readonly index: number; readonly input: string };

/** The outcome that the rules give a row; undefined for the normal output. */
export type OutcomeOf = (row: RowKey) => DecidedOutcome | undefined;

/**
 * Prepares rules for many rows. The same row always gets the same outcome, for every caller and in
 * any order.
 */
export function rowOutcomes(rules: readonly RowRule[], seed: number): OutcomeOf {
  const choices = rules.map((rule, number) => {
    const isMet = rowTest(rule.where, seed, number);
    return (row: RowKey) => (isMet(row) ? decide(rule.outcome, row) : undefined);
  });
  return (row) => {
    for (const choose of choices) {
      const outcome = choose(row);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
}

function rowTest(
  where: RowMatch | undefined,
  seed: number,
  number: number,
): (row: RowKey) => boolean {
  switch (where?.kind) {
    case undefined:
      return () => true;
    case "index": {
      const indexes = new Set(where.indexes);
      return ({ index }) => indexes.has(index);
    }
    case "range":
      return ({ index }) => index >= where.first && index <= where.last;
    case "share":
      return ({ index, input }) =>
        rngFor(seed, "row-rule", number, index, input).chance(where.share);
    case "contains":
      return ({ input }) => input.includes(where.text);
    case "pattern": {
      const test = linearTest(where.pattern);
      return ({ input }) => test(input);
    }
  }
}

function decide(outcome: RowOutcome, row: RowKey): DecidedOutcome | undefined {
  if (outcome.kind === "template") return { kind: "text", text: render(outcome.template, row) };
  if (outcome.kind !== "canned") return outcome;
  if (!Object.hasOwn(outcome.outputs, row.input)) return undefined;
  return { kind: "text", text: outcome.outputs[row.input] ?? "" };
}

/** The replacement is a function because `replace` gives `$` in a string a special meaning. */
function render(template: string, { index, input }: RowKey): string {
  return template.replace(/\$\$\{|\$\{(input|index)\}/g, (_, name) => {
    if (name === undefined) return "${";
    return name === "input" ? input : `${index}`;
  });
}
