import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { nameWords } from "../../lexicon/lexicon.ts";
import type { Plan, Way } from "../../plan/plan.ts";
import { type MakeTools, type Making, setProperty } from "../making.ts";
import { type Agreement, type Property, together } from "./property.ts";

/** Names of what identifies an item, the most likely first. */
const IDS =
  "id|key|uid|slug|node id|step id|task id|entity id|step number|step|number|index|name|label|title".split(
    "|",
  );
/** Names of an edge's two ends. */
const ENDS =
  "source>target|source id>target id|from>to|from id>to id|from node>to node|source node>target node|start>end|start node>end node|subject>object|head>tail|src>dst|parent>child|parent id>child id|source entity>target entity".split(
    "|",
  );
/** Names of references to earlier items of the same list. */
const EARLIER: RegExp =
  /^(?:depends(?: on)?|depend on|dependency|dependencies|requires|required steps|prerequisites?|blocked by|predecessors?|previous|previous step|after|parent|parent id|parents|parent ids|(?:depends on|dependency|prerequisite|predecessor|parent)(?: step| task| node)? ids?)$/;

/** A list of objects, and the keys of its items by their names. */
type ItemList = { readonly property: Property; readonly keys: ReadonlyMap<string, string> };

/** Makes edges name nodes that exist, and dependencies name earlier items of their list. */
export function referenceAgreement(
  tools: MakeTools,
  properties: readonly Property[],
): Agreement | undefined {
  const lists = properties.flatMap((property) => itemListOf(tools, property) ?? []);
  const edges = lists.flatMap((list) => {
    const ends = endsOf(list);
    const nodes = lists.find((other) => other !== list && idOf(other) !== undefined);
    const id = nodes && idOf(nodes);
    if (ends === undefined || nodes === undefined || id === undefined) return [];
    return [edgeAgreement(nodes.property.key, id, { list: list.property, ends })];
  });
  const dependencies = lists.flatMap((list) => {
    const id = idOf(list);
    const keys = [...list.keys].flatMap(([name, key]) => (EARLIER.test(name) ? [key] : []));
    return id === undefined || keys.length === 0 ? [] : [earlierAgreement(list.property, id, keys)];
  });
  return together([...dependencies, ...edges]);
}

function itemListOf(tools: MakeTools, property: Property): ItemList | undefined {
  const list = wayOf(tools, property.plan, "array");
  const item = list && wayOf(tools, list.child(0, []), "object");
  if (item === undefined) return undefined;
  const keys = item.shape.keys.map((key): [string, string] => [nameWords(key).join(" "), key]);
  return { property, keys: new Map(keys) };
}

const MOST_STEPS = 8;

/** The first way of a kind to make a plan's values; looks through references and choices. */
function wayOf<Kind extends Way["kind"]>(
  tools: MakeTools,
  plan: Plan,
  kind: Kind,
  left = MOST_STEPS,
): Extract<Way, { kind: Kind }> | undefined {
  if (left === 0 || tools.planner.heightOf(plan) === Infinity) return undefined;
  const steps = tools.planner.stepsOf(plan);
  if (steps.kind === "same") return wayOf(tools, steps.plan, kind, left - 1);
  if (steps.kind === "choice")
    return steps.plans
      .map((option) => wayOf(tools, option, kind, Math.min(2, left - 1)))
      .find((way) => way !== undefined);
  if (steps.kind !== "typed") return undefined;
  return steps.ways.find((way): way is Extract<Way, { kind: Kind }> => way.kind === kind);
}

function idOf({ keys }: ItemList): string | undefined {
  return keys.get(IDS.find((name) => keys.has(name)) ?? "");
}

function endsOf({ keys }: ItemList): readonly [string, string] | undefined {
  for (const pair of ENDS) {
    const [from = "", to = ""] = pair.split(">").map((name) => keys.get(name) ?? "");
    if (from !== "" && to !== "") return [from, to];
  }
  return undefined;
}

type Edges = { readonly list: Property; readonly ends: readonly [string, string] };

function edgeAgreement(nodes: string, id: string, { list, ends }: Edges): Agreement {
  return (out, { rng }) => {
    const ids = idsIn(out[nodes], id);
    const edges = out[list.key];
    if (!Array.isArray(edges) || edges.length === 0) return;
    if (ids.length === 0) {
      if (list.fits([])) setProperty(out, list.key, []);
      return;
    }
    const linked = edges.map((edge) => {
      if (!isJsonObject(edge)) return edge;
      const from = rng.below(ids.length);
      const to = ids.length < 2 ? from : (from + rng.between(1, ids.length - 1)) % ids.length;
      return withValues(edge, [
        [ends[0], ids[from] ?? null],
        [ends[1], ids[to] ?? null],
      ]);
    });
    if (list.fits(linked)) setProperty(out, list.key, linked);
  };
}

function idsIn(items: JsonValue | undefined, id: string): JsonValue[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: JsonValue) => (isJsonObject(item) ? (item[id] ?? []) : []));
}

function earlierAgreement(list: Property, id: string, keys: readonly string[]): Agreement {
  return (out, making) => {
    const items = out[list.key];
    if (!Array.isArray(items) || items.length === 0) return;
    const ids: JsonValue[] = [];
    const ordered = items.map((item: JsonValue, index) => {
      if (!isJsonObject(item)) return item;
      // Numbers from 1 on; other identifiers hardly ever repeat.
      const own = typeof item[id] === "number" ? index + 1 : (item[id] ?? null);
      const values = keys.map((key): [string, JsonValue] => [
        key,
        earlier(item[key] ?? null, ids, making),
      ]);
      ids.push(own);
      return withValues(item, [[id, own], ...values]);
    });
    if (list.fits(ordered)) setProperty(out, list.key, ordered);
  };
}

const MOST_REFERENCES = 2;

/** References to earlier items, in the form of a value: a list of them, or one or null. */
function earlier(value: JsonValue, ids: readonly JsonValue[], { rng }: Making): JsonValue {
  if (!Array.isArray(value)) return ids.length === 0 || value === null ? null : rng.pick(ids);
  const count = Math.min(value.length, ids.length, MOST_REFERENCES);
  const from = ids.length === 0 ? 0 : rng.below(ids.length);
  return Array.from({ length: count }, (_, i) => ids[(from + i) % ids.length] ?? null);
}

/** A copy of an object with other values for some of its properties. */
function withValues(
  object: JsonObject,
  values: readonly (readonly [string, JsonValue])[],
): JsonObject {
  const present = values.filter(([key]) => Object.hasOwn(object, key));
  return Object.fromEntries([...Object.entries(object), ...present]);
}

const KINDS: RegExp = /^(?:type|kind|node type|entry type|item type)$/;
const IS_FOLDER: RegExp = /^is (?:folder|directory|dir)$/;
const CHILDREN: RegExp = /^(?:children|contents|entries|items|files|nodes|subfolders)$/;
const FOLDER: RegExp = /^(?:folder|directory|dir)$/i;
const FILE: RegExp = /^(?:file|document|symlink|link|shortcut)$/i;

/** Makes only folders have children. */
export function folderAgreement(
  tools: MakeTools,
  properties: readonly Property[],
): Agreement | undefined {
  const named = (names: RegExp): Property | undefined =>
    properties.find(({ words }) => names.test(words.join(" ")));
  const [kind, flag, children] = [named(KINDS), named(IS_FOLDER), named(CHILDREN)];
  if (children === undefined || (kind === undefined && flag === undefined)) return undefined;
  const kinds = (kind && tools.finiteValuesOf(kind.plan)) ?? [];
  const hasFolders = kinds.some((value) => FOLDER.test(String(value)));
  if (!hasFolders && flag === undefined) return undefined;
  return (out) => {
    const isFile = hasFolders && FILE.test(String(out[kind?.key ?? ""]));
    if (!isFile && out[flag?.key ?? ""] !== false) return;
    if (out[children.key] === undefined) return;
    const none = [[], null].find((value) => children.fits(value));
    if (none !== undefined) setProperty(out, children.key, none);
  };
}
