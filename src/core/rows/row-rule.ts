import { rngFor } from "../rng.ts";

/** What becomes of the rows that it is for; the first rule that a row meets counts. */
export type RowRule = {
  /** Undefined: every row. */
  readonly where?: RowMatch;
  readonly outcome: RowOutcome;
};

/** Which rows; indexes count from 0 in the order of the inputs. */
export type RowMatch =
  | { readonly kind: "index"; readonly indexes: readonly number[] }
  /** Both included. */
  | { readonly kind: "range"; readonly first: number; readonly last: number }
  /** Each row with this chance in 0..1, drawn from the seed, its index and its input. */
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "contains"; readonly text: string }
  /** An ECMAScript regular expression with the flag `u`, found anywhere in the input. */
  | { readonly kind: "pattern"; readonly pattern: string };

/** What becomes of a row. */
export type RowOutcome =
  /** An output without a character. */
  | { readonly kind: "empty" }
  /** The model says that it won't; of a reasoning model that is the content. */
  | { readonly kind: "refusal"; readonly text: string }
  /** JSON that the job's schema refuses; the usual output where the job has none, or one that refuses nothing. */
  | { readonly kind: "schemaViolation" }
  /** No JSON where JSON was due: of a job with a schema, or of a reasoning model; else the usual output. */
  | { readonly kind: "invalidJson" }
  /** The usual output cut short where JSON was due: of a job with a schema, or of a reasoning model; else the usual output. */
  | { readonly kind: "truncatedJson" }
  /** Of a reasoning model: its reasoning without the content; the usual output of another model. */
  | { readonly kind: "missingContent" }
  /** An output of so many bytes of UTF-8, or the usual one where that is longer. */
  | { readonly kind: "huge"; readonly bytes: number }
  | { readonly kind: "text"; readonly text: string }
  /** A text in which `${input}` and `${index}` stand for those of the row, and `$${` for `${`. */
  | { readonly kind: "template"; readonly template: string }
  /** Outputs by input; the rule is for rows of these inputs only. */
  | { readonly kind: "canned"; readonly outputs: Readonly<Record<string, string>> };

/** The outcome of a row once it is known which: `template` and `canned` are texts by then. */
export type DecidedOutcome = Exclude<RowOutcome, { readonly kind: "template" | "canned" }>;

/** What a rule can choose a row by. */
export type RowKey = { readonly index: number; readonly input: string };

/** The outcome that the rules give a row; undefined: the usual one. */
export type OutcomeOf = (row: RowKey) => DecidedOutcome | undefined;

/** Makes rules ready for many rows; the same row gets the same outcome, whoever asks and in whatever order. */
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
      const pattern = new RegExp(where.pattern, "u");
      return ({ input }) => pattern.test(input);
    }
  }
}

function decide(outcome: RowOutcome, row: RowKey): DecidedOutcome | undefined {
  if (outcome.kind === "template") return { kind: "text", text: render(outcome.template, row) };
  if (outcome.kind !== "canned") return outcome;
  if (!Object.hasOwn(outcome.outputs, row.input)) return undefined;
  return { kind: "text", text: outcome.outputs[row.input] ?? "" };
}

/** A function as replacement, because a text with `$` in it means something else to `replace`. */
function render(template: string, { index, input }: RowKey): string {
  return template.replace(/\$\$\{|\$\{(input|index)\}/g, (_, name) => {
    if (name === undefined) return "${";
    return name === "input" ? input : `${index}`;
  });
}
