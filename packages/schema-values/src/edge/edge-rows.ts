import { cached } from "../cached.ts";
import { isKnownFormat, isWholeFormat } from "../check/check-format.ts";
import type { Covering, CoverRequest, CoverRow } from "../covering/covering.ts";
import type { Forced, Visit } from "../covering/turns.ts";
import { formatWriter } from "../formats/formats.ts";
import type { JsonValue } from "../json.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { type IndexedRow, plainRow, type RowAddress } from "../make/make-row.ts";
import type { MakeTools, ObjectDraft } from "../make/making.ts";
import { conformityTest } from "../plan/candidates.ts";
import type { Plan } from "../plan/plan.ts";
import { safeNumberShape, textShape } from "../plan/scalar-shapes.ts";
import { cheapTexts } from "../regex/patterns.ts";
import { hashOf, mixed } from "../rng.ts";
import { TYPES, tokensOf, valueAt } from "../source/schema.ts";
import { dateEdges, type EdgeKind, numberEdges, textEdges } from "./edge-values.ts";

/** An edge case that a plan allows, and the ways to force it, in the order to try. */
type Allowed = Omit<EdgeKind, "values"> & { readonly options: readonly Forced[] };

type Candidate = Allowed & { readonly site: number; readonly pointer: string };

/** An edge case in one of the base rows, which are the same for every seed. */
type Edge = Omit<Candidate, "options"> & { readonly base: number; readonly forced: Forced };

export type EdgeRows = (at: RowAddress) => IndexedRow | undefined;

/** Number of base rows, in which edge cases are placed. */
const BASES = 24;
/** Maximum number of places for one kind of edge case. */
const PLACES = 12;
const MOST_TRIED = 3;
/** Approximate maximum number of characters in the rows that are made to test edge cases. */
const MOST_WORK = 6_000_000;
const WORK_OF_A_ROW = 2000;
const LARGEST_ROW = 1_000_000;
/** Maximum number of steps to find out which strings match quickly. A step takes about 1 μs. */
const MOST_PATTERN_STEPS = 200_000;
const BASE_SEED = 1;

/** Finds the edge cases that the schema allows, and returns a maker of rows with these cases. */
export function createEdgeRows(covering: Covering, tools: MakeTools): EdgeRows {
  const kinds = admittedEdges(covering, tools);
  return ({ seed, index }) => {
    const draw = mixed(seed, index) * 2 + 1;
    const places = kinds[(mixed(seed, kinds.length) + index) % kinds.length] ?? [];
    const turn = Math.floor(index / kinds.length) % places.length;
    // Making values consistent can replace an edge case in one place, but rarely in all places.
    for (const edge of [...places.slice(turn), ...places.slice(0, turn), undefined]) {
      const made = rowWith(covering, edge, { index: edge?.base ?? index, draw, attempts: 4 });
      if (made !== undefined) return made;
    }
    return undefined;
  };
}

function admittedEdges(covering: Covering, tools: MakeTools): (readonly Edge[])[] {
  const places = new Map<string, Edge[]>();
  const failures = new Map<string, number>();
  const allowed = allowedValues(tools);
  let work = 0;
  const isAdmitted = (edge: Edge): boolean => {
    const made = rowWith(covering, edge, { index: edge.base, attempts: 1 });
    work += WORK_OF_A_ROW + (made?.text.length ?? 0);
    return made !== undefined;
  };
  for (let base = 0; base < BASES && work < MOST_WORK; base++) {
    const row = covering({ index: base, seed: BASE_SEED });
    for (const { options, ...candidate } of candidatesIn(row, allowed)) {
      const { kind, pointer } = candidate;
      const known = places.get(kind) ?? [];
      const failed = `${kind} ${candidate.site}`;
      const isUsed = known.some((edge) => edge.pointer === pointer && edge.base > base - 4);
      const isFutile = (failures.get(failed) ?? 0) >= MOST_TRIED;
      if (known.length >= PLACES || isUsed || isFutile || work > MOST_WORK) continue;
      const edge = options.map((forced): Edge => ({ ...candidate, base, forced })).find(isAdmitted);
      if (edge === undefined) failures.set(failed, (failures.get(failed) ?? 0) + 1);
      else places.set(kind, [...known, edge]);
    }
  }
  return [...places.values()];
}

/** Nesting depths to try, deepest first, because deep values may take too long to validate. */
const LEVELS = [32, 20, 12, 9];
const LENGTHS = [1000, 300, 100, 30, 10, 5];
const [LONGEST = 0] = LENGTHS;
const MOST_VALUES = 4;

function candidatesIn(row: CoverRow | undefined, allowed: AllowedValues): Candidate[] {
  if (row === undefined) return [];
  const options = LEVELS.map((levels): Forced => ({ kind: "deep", levels }));
  const within = row.visits.flatMap((visit) => {
    const { spot, pointer } = visit.at;
    return edgesAt(visit, allowed).map((edge) => ({ ...edge, site: spot.site, pointer }));
  });
  return [{ kind: "nesting: deep", site: -1, pointer: "", options }, ...within];
}

function lengths(all: readonly number[]): Forced[] {
  return all.map((length) => ({ kind: "length", length }));
}

function edgesAt(visit: Visit, allowed: AllowedValues): readonly Allowed[] {
  switch (visit.kind) {
    case "array": {
      const { least, most } = visit;
      const longest = [...(most <= LONGEST ? [most] : []), ...LENGTHS.filter((it) => it < most)];
      return [
        { kind: "array: fewest items", options: lengths([least]) },
        { kind: "array: most items", options: lengths(longest.filter((it) => it > least)) },
      ];
    }
    case "object":
      return [false, true].map((isPresent) => ({
        kind: isPresent ? "object: every optional key" : "object: no optional key",
        options: [{ kind: "optional", isPresent, keys: visit.optional }],
      }));
    default:
      return allowed(visit.plan, visit.kind);
  }
}

/** Finds the edge cases of one type whose values conform to a plan. */
type AllowedValues = (plan: Plan, type: "null" | "string" | "number") => readonly Allowed[];

/** Caches each plan's edge values, because checking long strings takes time. */
function allowedValues({ planner, lexicon }: MakeTools): AllowedValues {
  const known = new Map<string, readonly Allowed[]>();
  const isCheap = cheapTexts(MOST_PATTERN_STEPS);
  const find: AllowedValues = (plan, type) => {
    const conforms = conformityTest(planner, plan);
    const { patterns, notPatterns } = textShape(plan.flat);
    const all = type === "string" ? [...patterns, ...notPatterns] : [];
    return edgesOf(plan, type, lexicon).map(({ values, ...edge }) => {
      // Rows are matched without a step limit, so values that take many steps are skipped.
      const cheap = values.filter((value) => all.every((it) => isCheap(it, String(value))));
      const best = cheap.filter(conforms).slice(0, MOST_VALUES);
      return { ...edge, options: best.map((value): Forced => ({ kind: "value", value })) };
    });
  };
  return (plan, type) => cached(known, `${plan.id} ${type}`, () => find(plan, type));
}

function edgesOf({ flat }: Plan, type: string, lexicon: Lexicon): EdgeKind[] {
  if (type === "null") return [{ kind: "null", values: [null] }];
  if (type === "number") return numberEdges(safeNumberShape(flat), !(flat.types & TYPES.fraction));
  const shape = textShape(flat);
  // Only some validators check these formats, so it is unknown which edge cases conform.
  const isUntested = (it: string) =>
    (!isKnownFormat(it) || isWholeFormat(it)) && formatWriter(it, lexicon) !== undefined;
  if (shape.patterns.length === 0 && shape.formats.some(isUntested)) return [];
  return [...textEdges(shape), ...dateEdges(shape)];
}

type Base = Pick<CoverRequest, "index" | "draw" | "attempts">;

/** A base row with an edge case; undefined if the row is too large or loses the edge case. */
function rowWith(covering: Covering, edge: Edge | undefined, base: Base): IndexedRow | undefined {
  const made = covering({
    ...base,
    seed: BASE_SEED,
    forced: new Map(edge === undefined ? [] : [[edge.site, edge.forced]]),
    deepest: edge?.forced.kind === "deep" ? edge.forced.levels : 0,
  });
  if (made === undefined) return undefined;
  const { value } = made;
  if (edge === undefined) return plainRow(value);
  const { kind, pointer } = edge;
  if (!isIntact(valueAt(value, pointer), edge.forced)) return undefined;
  const text = textWith(value, edge);
  if (text.length > LARGEST_ROW) return undefined;
  return { text, edges: [`${kind} at ${pointer === "" ? "the root" : pointer}`] };
}

/** Whether the row still has the edge case after its values were made consistent. */
function isIntact(value: JsonValue | undefined, forced: Forced): boolean {
  switch (forced.kind) {
    case "value":
      return value === forced.value;
    case "length":
      return Array.isArray(value) && value.length === forced.length;
    case "optional":
      return forced.keys.every((key) => Object.hasOwn(Object(value), key) === forced.isPresent);
    case "deep":
      return depthOf(value ?? null) > LEAST_DEPTH;
  }
}

/** A deep row must exceed this depth, which other rows rarely reach. */
const LEAST_DEPTH = 8;

function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** A row's JSON text. A number may need a form that `JSON.stringify` doesn't write, like `-0`. */
function textWith(value: JsonValue, { pointer, literal }: Edge): string {
  if (literal === undefined) return JSON.stringify(value);
  const mark = `${literal} at ${hashOf(pointer)}`;
  // Changes a copy, because other rows can share values with this one.
  const copy: ObjectDraft = JSON.parse(JSON.stringify({ row: value }));
  const tokens = ["row", ...tokensOf(pointer)];
  const last = tokens.pop() ?? "";
  tokens.reduce((at, token) => at[token] as ObjectDraft, copy)[last] = mark;
  return JSON.stringify(copy["row"]).replace(JSON.stringify(mark), () => literal);
}
