import { linearTest, StepLimitError } from "schema-values";
import { SimulatorError } from "../core/errors.ts";
import { rngFor } from "../core/rng.ts";
import type { OutcomeOf, RowKey, RowMatch, RowRule } from "../core/rows/row-rule.ts";

/** Maximum number of steps that all rules together may take for a row: up to about 50 ms. */
const ROW_STEPS = 200_000;

/** Number of characters of an input that can be hashed or searched per step. */
const CHARACTERS_OF_A_STEP = { hashed: 128, searched: 512 };

type Budget = { steps: number };

/**
 * Prepares rules for many rows. Equal rows always get equal outcomes, in any order. The returned
 * function throws a SimulatorError (`SIM_SCHEMA_LIMIT`) for a row that takes too many steps.
 */
export function rowOutcomes(rules: readonly RowRule[], seed: number): OutcomeOf {
  const budget: Budget = { steps: 0 };
  const choices = rules.map((rule, number) => {
    const isMet = rowTest(rule.where, { seed, number, budget });
    return (row: RowKey) => (isMet(row) ? decide(rule, row) : undefined);
  });
  return (row) => {
    budget.steps = ROW_STEPS;
    for (const [number, choose] of choices.entries()) {
      try {
        const outcome = choose(row);
        if (outcome !== undefined) return outcome;
      } catch (error) {
        throw error instanceof StepLimitError ? tooManySteps(number, row, error) : error;
      }
    }
    return undefined;
  };
}

type Rule = { readonly seed: number; readonly number: number; readonly budget: Budget };

function rowTest(where: RowMatch | undefined, rule: Rule): (row: RowKey) => boolean {
  const { seed, number, budget } = rule;
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
      return ({ index, input }) => {
        spend(budget, input.length / CHARACTERS_OF_A_STEP.hashed);
        return rngFor(seed, "row-rule", number, index, input).chance(where.share);
      };
    case "contains":
      return ({ input }) => {
        spend(budget, input.length / CHARACTERS_OF_A_STEP.searched);
        return input.includes(where.text);
      };
    case "pattern": {
      const test = linearTest(where.pattern, budget);
      return ({ input }) => test(input);
    }
  }
}

function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new StepLimitError("Matching the row takes too many steps.");
}

function tooManySteps(number: number, row: RowKey, cause: StepLimitError): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to match the row rule \`rows.${number}\` against row ${row.index} (${row.input.length} characters): this rule and the rules before it take too many steps. Simplify these rules, or send shorter rows.`,
    { cause },
  );
}

function decide({ where, outcome }: RowRule, row: RowKey): ReturnType<OutcomeOf> {
  if (outcome.kind === "values") return { ...outcome, rank: rankOf(where, row.index) };
  if (outcome.kind === "template") return { kind: "text", text: render(outcome.template, row) };
  if (outcome.kind !== "canned") return outcome;
  if (!Object.hasOwn(outcome.outputs, row.input)) return undefined;
  return { kind: "text", text: outcome.outputs[row.input] ?? "" };
}

/** The row's rank among the rows that a rule matches; its index if matching needs the input. */
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

/** Fills in a template. The replacement is a function, so that `$` in an input stays literal. */
function render(template: string, { index, input }: RowKey): string {
  return template.replace(/\$\$\{|\$\{(input|index)\}/g, (_, name) => {
    if (name === undefined) return "${";
    return name === "input" ? input : `${index}`;
  });
}
