import { isSeq, parseDocument, stringify } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue, mapValues } from "../../core/json.ts";
import { keysOf, valueAtPath } from "../../core/json-pointer.ts";
import { grouped } from "../../findings/grouped.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { contractFactsOf, errorAssumptionsOf } from "../../spec/contract-facts-of.ts";
import { asObject } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { ABSENT, type Difference, type Differences } from "../compare/difference.ts";
import { actionsFor, type Patch, type PatchAction, timeActions, typesIn } from "./actions.ts";
import { assumptionsOnTheWay, responsePlace } from "./places.ts";

/** The relation of a difference to the interface document. */
export type DifferenceClass = "contradicts" | "answers" | "undocumented" | "unclear";

/** Differences with a common cause, which a single patch might remove. */
export type Explained = {
  readonly class: DifferenceClass;
  /** The open question that the service answers, and the answer if it is a known value. */
  readonly assumption?: { readonly id: string; readonly value?: JsonValue };
  readonly differences: readonly [Difference, ...Difference[]];
  /** Changes that make the simulator behave like the service; empty if none are known. */
  readonly actions: Patch;
};

/** Differences that no assumption explains, grouped by the change that would remove them. */
export function explainedByPatch(differences: Differences, spec: Spec): readonly Explained[] {
  return [...grouped(differences, groupKey)].map(([key, group]) => {
    const actions =
      key === TIMES
        ? timeActions(spec.document)
        : group.flatMap((each) => actionsFor(spec.document, each));
    return { ...classOf(group[0], spec), differences: group, actions };
  });
}

const TIMES = "times";

/** A key that is equal for all differences that a single change would remove. */
function groupKey({ kind, operationId, situation, error, place, ...values }: Difference): string {
  const { service, simulator, format } = values;
  const change = [service, simulator];
  if (kind === "field" && service.includes("Unix seconds") && simulator.includes("date-time"))
    return TIMES;
  if (kind === "field" && error !== undefined) return JSON.stringify([kind, error]);
  if (kind === "field") return JSON.stringify([kind, place.split("/").at(-1), ...change]);
  if (error !== undefined && kind !== "unclear")
    return JSON.stringify([kind, error, place, ...change]);
  if (kind === "status") return JSON.stringify([kind, operationId, ...change]);
  return JSON.stringify([kind, operationId, situation, format, place, ...change]);
}

function classOf(difference: Difference, spec: Spec): Pick<Explained, "class" | "assumption"> {
  const { kind, simulator, place } = difference;
  if (kind === "unclear") return { class: "unclear" };
  const [id] = assumptionsBehind(difference, spec);
  const isUnstated = simulator === ABSENT || place.startsWith("after a cancel request");
  const isNew = kind === "header" ? id === undefined : isUnstated;
  if (isNew) return { class: "undocumented" };
  if (id !== undefined) return { class: "answers", assumption: { id } };
  const isInDocument = kind !== "file" || IN_DOCUMENT.includes(place);
  return { class: isInDocument ? "contradicts" : "undocumented" };
}

/** The properties of files that the interface document specifies. */
const IN_DOCUMENT: readonly string[] = ["format", "compression", "columns"];

/** IDs of the open questions that a difference depends on, most specific first. */
export function assumptionsBehind(difference: Difference, spec: Spec): readonly string[] {
  const { kind, operationId, error, place, service, simulator } = difference;
  const { document } = spec;
  if (kind === "row") return [];
  if (kind === "state") {
    // The interface document names these states (part 3).
    const isStated = [spec.wireState("cancelling"), spec.wireState("cancelled")].includes(place);
    return isStated || !("job-states" in spec.assumptions) ? [] : ["job-states"];
  }
  const operations = contractFactsOf(spec).operations;
  const own = operations.find((each) => each.operationId === operationId)?.assumptions ?? [];
  // An error's assumptions can explain its status, but not why only one side reports an error.
  if (kind === "status" && isSuccess(Number(service)) !== isSuccess(Number(simulator))) return own;
  if (error !== undefined) return errorAssumptionsOf(spec)[error] ?? [];
  const found = responsePlace(document, difference);
  if (found === undefined || kind === "operation" || kind === "header" || kind === "file")
    return own;
  if (kind === "field") {
    const keys = keysOf(place);
    // A field's format may be an open question even if its name and type are not.
    const isSame = typesIn(service).join() === typesIn(simulator).join();
    const isOpen = isSame || simulator.includes("object");
    const way = assumptionsOnTheWay(document, found.schema, isOpen ? keys : keys.slice(0, -1));
    return [...way.toReversed(), ...own];
  }
  const response = asObject(valueAtPath(document, found.schema.slice(0, -3)) as JsonObject);
  return [response["x-assumption"], ...own].filter((id) => typeof id === "string");
}

/** The title of every overlay that `verify` writes, so that `verify` recognizes its own files. */
export const OVERLAY_TITLE = "The service as observed by batch-sim verify";

export function overlayText(groups: readonly Explained[]): string {
  const actions = groups.flatMap((group) => group.actions);
  const updates = new Map<string, JsonValue>();
  for (const { target, update } of actions) {
    if (update !== undefined) updates.set(target, merged(updates.get(target) ?? {}, update));
  }
  const removals = actions.filter(({ remove }) => remove === true);
  const overlay = {
    overlay: "1.1.0",
    info: { title: OVERLAY_TITLE, version: "1" },
    actions: [
      ...actions.filter(({ copy }) => copy !== undefined),
      ...new Map(removals.map((action) => [action.target, action])).values(),
      ...[...updates].map(([target, update]): PatchAction => ({ target, update })),
    ],
  };
  return stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Appends another overlay's actions (YAML or JSON). Throws a TypeError if either lacks actions. */
export function extended(text: string, other: string): string {
  const document = parseDocument(text);
  const actions = document.get("actions");
  const added = parseDocument(other).get("actions");
  if (!isSeq(actions) || !isSeq(added)) throw new TypeError("Expected overlays with actions.");
  for (const action of added.items) actions.add(action);
  return document.toString({ lineWidth: 0 });
}

function merged(a: JsonValue, b: JsonValue): JsonValue {
  if (!isJsonObject(a) || !isJsonObject(b)) return b;
  return { ...a, ...mapValues(b, (value, key) => merged(a[key] ?? {}, value)) };
}
