import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { MakeTools, Making } from "../making.ts";
import { type Agreement, type Property, replace } from "./property.ts";

/** Names of what identifies an item, the most likely first. */
const IDS =
  "id|key|uid|slug|node id|step id|task id|entity id|step number|step|number|index|name|label|title".split(
    "|",
  );
/** Names of an edge's two ends. */
const ENDS =
  "source>target|source id>target id|from>to|from id>to id|from node>to node|source node>target node|start>end|start node>end node|subject>object|head>tail|src>dst|parent>child|parent id>child id|source entity>target entity"
    .split("|")
    .map((pair) => pair.split(">"));
/** Names of references to earlier items of the same list. */
const EARLIER: RegExp =
  /^(?:depends(?: on)?|depend on|dependency|dependencies|requires|required steps|prerequisites?|blocked by|predecessors?|previous|previous step|after|parent|parent id|parents|parent ids|(?:depends on|dependency|prerequisite|predecessor|parent)(?: step| task| node)? ids?)$/;

/** A list of objects, the keys of its items by their names, and the key of their identifier. */
type ItemList = {
  readonly list: Property;
  readonly keys: ReadonlyMap<string, string>;
  readonly id: string | undefined;
};

/** Makes edges name nodes that exist, and dependencies name earlier items of their list. */
export function referenceAgreements(properties: readonly Property[]): Agreement[] {
  const lists = properties.flatMap((list): ItemList[] => {
    const { items: keys } = list;
    const id = keys?.get(IDS.find((name) => keys.has(name)) ?? "");
    return keys === undefined ? [] : [{ list, keys, id }];
  });
  const dependencies = lists.flatMap(({ list, keys, id }) => {
    const references = [...keys].flatMap(([name, key]) => (EARLIER.test(name) ? [key] : []));
    return id === undefined || references.length === 0
      ? []
      : [earlierAgreement(list, id, references)];
  });
  const edges = lists.flatMap(({ list, keys }) => {
    const names = ENDS.find((pair) => pair.every((name) => keys.has(name)));
    const [from = "", to = ""] = (names ?? []).map((name) => keys.get(name) ?? "");
    const nodes = lists.find((other) => other.list !== list && other.id !== undefined);
    return names === undefined || nodes === undefined
      ? []
      : [edgeAgreement(nodes, list, [from, to])];
  });
  return [...dependencies, ...edges];
}

function edgeAgreement(
  { list: nodes, id = "" }: ItemList,
  list: Property,
  [from, to]: readonly [string, string],
): Agreement {
  return (out, { rng }) => {
    const edges = out[list.key];
    if (!Array.isArray(edges) || edges.length === 0) return;
    const items: readonly JsonValue[] = [out[nodes.key] ?? []].flat();
    const ids = items.flatMap((item) => (isJsonObject(item) ? (item[id] ?? []) : []));
    const link = (edge: JsonValue): JsonValue => {
      if (!isJsonObject(edge)) return edge;
      const one = rng.below(ids.length);
      const other = ids.length < 2 ? one : (one + rng.between(1, ids.length - 1)) % ids.length;
      return withValues(edge, { [from]: ids[one] ?? null, [to]: ids[other] ?? null });
    };
    replace(out, list, ids.length === 0 ? [] : edges.map(link));
  };
}

function earlierAgreement(list: Property, id: string, keys: readonly string[]): Agreement {
  return (out, making) => {
    const items = out[list.key];
    if (!Array.isArray(items) || !items.every(isJsonObject)) return;
    const ids: JsonValue[] = [];
    const ordered = items.map((item, index) => {
      // Steps have numbers from 1 on; other identifiers hardly ever repeat.
      const own = typeof item[id] === "number" ? index + 1 : (item[id] ?? null);
      const references = keys.map((key) => [key, earlier(item[key] ?? null, ids, making)]);
      ids.push(own);
      return withValues(item, { [id]: own, ...Object.fromEntries(references) });
    });
    replace(out, list, ordered);
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

/** A copy of an object with other values for those of the properties that it has. */
function withValues(object: JsonObject, values: JsonObject): JsonObject {
  const present = Object.entries(values).filter(([key]) => Object.hasOwn(object, key));
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
  const [kind, flag, children] = [KINDS, IS_FOLDER, CHILDREN].map((names) =>
    properties.find(({ name }) => names.test(name)),
  );
  if (children === undefined) return undefined;
  const kinds = (kind && tools.finiteValuesOf(kind.plan)) ?? [];
  const hasFolders = kinds.some((value) => FOLDER.test(String(value)));
  if (!hasFolders && flag === undefined) return undefined;
  const none = [[], null].find((value) => children.fits(value));
  if (none === undefined) return undefined;
  return (out) => {
    const isFile = hasFolders && FILE.test(String(out[kind?.key ?? ""]));
    if (isFile || out[flag?.key ?? ""] === false) replace(out, children, none);
  };
}
