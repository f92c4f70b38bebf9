import { linearTest, PatternLimitError } from "schema-values";
import { SimulatorError } from "../core/errors.ts";
import { rngFor } from "../core/rng.ts";
import type {
  DecidedOutcome,
  OutcomeOf,
  RowKey,
  RowMatch,
  RowRule,
} from "../core/rows/row-rule.ts";

/**
 * Prepares rules for many rows. The same row always gets the same outcome, for every caller and in
 * any order.
 */
export function rowOutcomes(rules: readonly RowRule[], seed: number): OutcomeOf {
  const choices = rules.map((rule, number) => {
    const isMet = rowTest(rule.where, seed, number);
    return (row: RowKey) => (isMet(row) ? decide(rule, row) : undefined);
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
    case "every":
      return ({ index }) => (index + 1) % where.nth === 0;
    case "share":
      return ({ index, input }) =>
        rngFor(seed, "row-rule", number, index, input).chance(where.share);
    case "contains":
      return ({ input }) => input.includes(where.text);
    case "pattern": {
      const test = patternTest(where.pattern);
      return ({ input }) => test(input);
    }
  }
}

/** Throws a SimulatorError `SIM_SCHEMA_LIMIT` for the rare string that takes too many steps. */
function patternTest(pattern: string): (text: string) => boolean {
  const test = linearTest(pattern);
  return (text) => {
    try {
      return test(text);
    } catch (error) {
      if (!(error instanceof PatternLimitError)) throw error;
      throw new SimulatorError("SIM_SCHEMA_LIMIT", error.message, { cause: error });
    }
  };
}

function decide({ where, outcome }: RowRule, row: RowKey): DecidedOutcome | undefined {
  if (outcome.kind === "values") return { ...outcome, rank: rankOf(where, row.index) };
  if (outcome.kind === "template") return { kind: "text", text: render(outcome.template, row) };
  if (outcome.kind !== "canned") return outcome;
  if (!Object.hasOwn(outcome.outputs, row.input)) return undefined;
  return { kind: "text", text: outcome.outputs[row.input] ?? "" };
}

/**
 * The row's rank among the rows that a rule matches, so that these take each alternative in turn.
 * Matches that depend on the input keep the index.
 */
function rankOf(where: RowMatch | undefined, index: number): number {
  switch (where?.kind) {
    case "every":
      return Math.floor(index / where.nth);
    case "range":
      return index - where.first;
    case "index":
      return where.indexes.filter((other) => other < index).length;
    default:
      return index;
  }
}

/** The replacement is a function because `replace` gives `$` in a string a special meaning. */
function render(template: string, { index, input }: RowKey): string {
  return template.replace(/\$\$\{|\$\{(input|index)\}/g, (_, name) => {
    if (name === undefined) return "${";
    return name === "input" ? input : `${index}`;
  });
}
