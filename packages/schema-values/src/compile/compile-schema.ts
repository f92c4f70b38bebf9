import { BudgetError, type LimitedBudget, limitedBudget } from "../budget.ts";
import type { Feasibility, Problem, Refusal } from "../check/check.ts";
import { type Acceptor, type Document, isEndOfTry, openSchemaDocument } from "../check/document.ts";
import { type Covering, createCovering } from "../covering/covering.ts";
import { createEdgeRows, type EdgeRows } from "../edge/edge-rows.ts";
import type { JsonValue } from "../json.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { isByConstruction, makeRow, plainRow, type SchemaGenerator } from "../make/make-row.ts";
import type { Maker, MakeTools } from "../make/making.ts";
import { createMakeTools } from "../make/plan-maker.ts";
import { textSources } from "../make/text/text-sources.ts";
import { createPlanner } from "../plan/create-planner.ts";
import { explain } from "../plan/height.ts";
import { positive } from "../plan/literal.ts";
import type { Plan } from "../plan/plan.ts";
import { rngFor } from "../rng.ts";
import { nearestPointer, type Schema } from "../source/schema.ts";
import { judged, probe } from "./probe.ts";

export type CompileOptions = {
  readonly lexicon: Lexicon;
  /** Maximum number of steps until the first rows are made. A million steps take about a second. */
  readonly maxSteps: number;
};

/** Generates conforming rows. If the verdict is a refusal, every method throws a RangeError. */
export type SchemaCompilation = SchemaGenerator & { readonly verdict: Feasibility };

/** Compiles a schema of draft 04, 06, 07, 2019-09, or 2020-12. Never throws for a bad schema. */
export function compileSchema(schema: Schema, options: CompileOptions): SchemaCompilation {
  const budget = limitedBudget(options.maxSteps);
  let document: Document | undefined;
  try {
    const opened = openSchemaDocument(schema, budget);
    if ("kind" in opened) return refusal(opened);
    document = opened;
    return compileDocument(document, options.lexicon, budget);
  } catch (error) {
    if (!isEndOfTry(error)) throw error;
    return refusal(tooMuch(error, document));
  }
}

/** Maximum number of a pattern's characters to quote in a message. */
const SHOWN = 100;

function tooMuch(error: Error, document: Document | undefined): Refusal {
  const why = error instanceof RangeError ? "it refers to itself in a cycle" : error.message;
  const heaviest = error instanceof BudgetError ? document?.patterns.heaviest() : undefined;
  const base = { kind: "unsupported", paths: [""], isTooMuch: true } as const;
  if (heaviest === undefined)
    return { ...base, reason: `the schema takes too many steps to compile: ${why}` };
  const shown = heaviest.length > SHOWN ? `${heaviest.slice(0, SHOWN)}…` : heaviest;
  const reason = `making and matching strings for the schema's patterns takes too many steps: ${why}. The pattern \`${shown}\` takes the most steps`;
  return { ...base, reason };
}

function compileDocument(
  document: Document,
  lexicon: Lexicon,
  budget: LimitedBudget,
): SchemaCompilation {
  const { subSchemas, checks, patterns, accepts } = document;
  const texts = textSources(patterns, lexicon);
  const { textConflict } = texts;
  const plans = createPlanner({ subSchemas, checks, patterns, textConflict, budget });
  const root = plans.plan([positive(subSchemas.root)]);
  plans.settle(root);
  if (plans.heightOf(root) === Infinity)
    return refusal(contradiction(explain(plans, root), document.schema));
  const makers = createMakeTools(plans, { lexicon, texts });
  const make = makers.makerOf(root, "");
  const probed = probe(make, checks.of(subSchemas.root), plans);
  // Throws if too many steps were taken. In `probe`, that only made an attempt fail.
  if (!probed.isHeavy) plans.spend(0);
  budget.steps = Infinity;
  const verdict = judged(probed, document);
  if ("paths" in verdict) return refusal(verdict);
  const isSure = isByConstruction(document.schema);
  const row = rowMaker(make, isSure ? () => true : accepts, probed.rows.slice(0, SPARES));
  return { verdict, row, indexed: indexedMaker(makers, root, accepts, row) };
}

function contradiction({ reason, paths }: Problem, schema: Schema): Refusal {
  const known = new Set(paths.map((path) => nearestPointer(schema, path)));
  if (known.size > 1) known.delete("");
  return { kind: "unsatisfiable", paths: [...known], reason };
}

/** Maximum number of spare rows; they stay in memory, and rows can be large. */
const SPARES = 4;

/** Makes rows. If every attempt fails, which is rare, picks one of the conforming `spares`. */
export function rowMaker(
  make: Maker,
  accepts: Acceptor,
  spares: readonly JsonValue[],
): SchemaGenerator["row"] {
  return (rng, hints = {}) => {
    const value = makeRow(make, accepts, { rng, hints });
    return value === undefined ? rng.pick(spares) : value;
  };
}

/** Prepares covering and edge rows on first use, because most jobs don't need them. */
function indexedMaker(
  makers: MakeTools,
  root: Plan,
  accepts: Acceptor,
  row: SchemaGenerator["row"],
): SchemaGenerator["indexed"] {
  let covering: Covering | undefined;
  let edges: EdgeRows | undefined;
  return (kind, at) => {
    covering ??= createCovering(makers, root, accepts);
    if (kind === "edge") edges ??= createEdgeRows(covering, makers);
    const covered = kind === "covering" ? covering(at) : undefined;
    const made = kind === "edge" ? edges?.(at) : covered && plainRow(covered.value);
    return made ?? plainRow(row(rngFor(at.seed, kind, at.index)));
  };
}

function refusal(verdict: Refusal): SchemaCompilation {
  const refuse = (): never => {
    throw new RangeError(`Failed to generate a row: the schema is ${verdict.kind}.`);
  };
  return { verdict, row: refuse, indexed: refuse };
}
