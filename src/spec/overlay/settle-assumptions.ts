import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { type Assumption, assumptionsOf, valuesOf } from "../assumptions-of.ts";
import type { DocumentProblem } from "../check/found.ts";
import { successStatuses } from "../derive-responses.ts";
import {
  asObject,
  findPlace,
  hasParent,
  type MutableObject,
  operationsOf,
  type PlacedOperation,
  sameOperationIn,
  setPlace,
} from "../document-place.ts";

/**
 * Updates the registry of assumptions after overlays changed the document: marks assumptions that
 * an overlay decided, lists their old defaults as alternatives, and drops references to removed
 * places. An overlay must itself remove assumptions that don't apply to its service. Changes the
 * document in place.
 */
export function settleAssumptions(base: JsonObject, document: JsonObject): DocumentProblem[] {
  const before = new Map(assumptionsOf(base).map((entry) => [entry.id, entry]));
  const registry = asObject(document["x-assumptions"]);
  return assumptionsOf(document).flatMap((entry) => {
    const found = registry[entry.id];
    if (!isJsonObject(found) || /[^\w-]/.test(entry.id)) {
      const wanted = isJsonObject(found)
        ? "have only letters, digits, `_`, and `-` in its ID"
        : "be an object";
      const message = `Expected the assumption \`${entry.id}\` to ${wanted}, got ${describeValue(found)}.`;
      return [{ path: ["x-assumptions", entry.id], message }];
    }
    const known = before.get(entry.id);
    const changed = known === undefined ? entry.default : answerOf(base, document, known, entry);
    const problems = [...prunePlaces(base, document, entry), ...valueProblems(entry, known)];
    if (changed !== undefined) write(document, entry, changed, known);
    return problems;
  });
}

/** The value that overlays gave an assumption; undefined if they didn't change it. */
function answerOf(
  base: JsonObject,
  document: JsonObject,
  before: Assumption,
  entry: Assumption,
): JsonValue | undefined {
  if (!isEqual(entry.default, before.default)) return entry.default;
  const [place] = entry.sets;
  if (place !== undefined) {
    const value = findPlace(document, place);
    return value === undefined || isEqual(value, findPlace(base, place)) ? undefined : value;
  }
  const own = operationsBy(base, entry.id, []).map(({ operation }) => operation["operationId"]);
  const served = operationsBy(document, entry.id, own);
  const was = operationsBy(base, entry.id, own);
  if (show(served) !== show(was)) return served.length === 0 ? "not served" : show(served);
  const places = Object.values(entry.effects).flatMap((effect) => Object.keys(asObject(effect)));
  const partsOf = (from: JsonObject, operations: readonly PlacedOperation[]): JsonValue => [
    places.map((each) => findPlace(from, each) ?? null),
    operations.map(({ binding }) => binding),
    Object.values(asObject(asObject(from["components"])["schemas"])).filter(
      (schema) => asObject(schema)["x-assumption"] === entry.id,
    ),
  ];
  return isEqual(partsOf(document, served), partsOf(base, was)) ? undefined : entry.default;
}

/** The operations marked with an assumption, and the operations with the IDs in `own`. */
function operationsBy(
  document: JsonObject,
  id: string,
  own: readonly unknown[],
): readonly PlacedOperation[] {
  return operationsOf(document).filter(
    ({ operation }) => operation["x-assumption"] === id || own.includes(operation["operationId"]),
  );
}

/** Formats operations in the style of assumptions' defaults. */
function show(served: readonly PlacedOperation[]): string {
  return served.map(({ method, path }) => `${method.toUpperCase()} {base_url}${path}`).join(", ");
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
}

function write(
  document: JsonObject,
  { id, alternatives, deviations }: Assumption,
  value: JsonValue,
  before: Assumption | undefined,
): void {
  const others = before === undefined ? alternatives : [before.default, ...alternatives];
  const left = others.filter(
    (other, index) =>
      ![value, ...deviations, ...others.slice(0, index)].some((known) => isEqual(known, other)),
  );
  setPlace(document, `/x-assumptions/${id}/default`, value);
  // Only a choice keeps its old default as an alternative: other defaults may be unserved paths.
  const isChoice = before === undefined || before.alternatives.length + deviations.length > 0;
  if (isChoice) setPlace(document, `/x-assumptions/${id}/alternatives`, left);
  setPlace(document, `/x-assumptions/${id}/setBy`, "overlay");
}

/** Drops places that an overlay removed; reports places that never existed. */
function prunePlaces(
  base: JsonObject,
  document: JsonObject,
  { id, sets, effects }: Assumption,
): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const keep = (place: string): boolean => {
    if (hasParent(document, place)) return true;
    if (hasParent(base, place)) return false;
    const message = `Expected a place in the document, either a JSON Pointer or \`operation:<operationId>\` followed by a JSON Pointer, got \`${place}\`.`;
    problems.push({ path: ["x-assumptions", id], message });
    return false;
  };
  const keptSets = sets.filter(keep);
  if (keptSets.length < sets.length) setPlace(document, `/x-assumptions/${id}/sets`, keptSets);
  for (const [value, effect] of Object.entries(effects)) {
    const places = Object.entries(asObject(effect));
    const kept = places.filter(([place]) => keep(place));
    if (kept.length < places.length)
      setPlace(document, `/x-assumptions/${id}/effects/${value}`, Object.fromEntries(kept));
  }
  return problems;
}

/** Reports a new default that isn't a known value and would therefore have no effect. */
function valueProblems(entry: Assumption, before: Assumption | undefined): DocumentProblem[] {
  if (before === undefined || isEqual(entry.default, before.default)) return [];
  const values = valuesOf({ ...entry, default: before.default });
  const isOpen = values === undefined || (values.length === 1 && before.sets.length === 0);
  if (isOpen || values.some((value) => isEqual(value, entry.default))) return [];
  const message = `Expected the assumption \`${entry.id}\` to be one of ${listed(values.map(String))}, got ${describeValue(entry.default)}. To allow this value, add it to \`alternatives\`.`;
  return [{ path: ["x-assumptions", entry.id, "default"], message }];
}

/**
 * If an overlay changed an operation's success status only in its responses, copies the status to
 * its binding. Changes the document in place.
 */
export function settleStatuses(base: JsonObject, document: JsonObject): DocumentProblem[] {
  return operationsOf(document).flatMap((served) => {
    const { operation, binding, at } = served;
    const before = sameOperationIn(base, served);
    const written = successStatuses(asObject(operation["responses"]));
    const wasWritten = successStatuses(asObject(before["responses"]));
    const { status } = binding;
    const isBound = status !== undefined && status !== asObject(before["x-batch-sim"])["status"];
    const [only, ...others] = written;
    if (isBound || only === undefined || written.join() === wasWritten.join()) return [];
    if (others.length > 0) {
      const message = `Expected one success response, got ${listed(written, " and ")}. Remove the others, or choose one in \`x-batch-sim.status\`.`;
      return [{ path: [...at, "responses"], message }];
    }
    (binding as MutableObject)["status"] = Number(only);
    return [];
  });
}
