import { cached } from "../../cached.ts";
import type { JsonObject, JsonValue } from "../../json.ts";
import type { MakeTools, Making } from "../making.ts";
import { eachItem } from "./list-agreement.ts";
import { isFiller, listIn, objectsIn, propertiesIn } from "./mentions.ts";
import {
  type Agreement,
  named,
  type Properties,
  type Property,
  replace,
  wordsIn,
} from "./property.ts";

/** Names of properties that identify an item, the most likely first. */
const IDS =
  "id|key|uid|slug|node id|step id|task id|entity id|step number|step|number|index|name|label|title";
const ENDS =
  "source>target|source id>target id|from>to|from id>to id|from node>to node|source node>target node|start>end|start node>end node|subject>object|head>tail|src>dst|parent>child|parent id>child id|source entity>target entity"
    .split("|")
    .map((pair) => pair.split(">"));
/** Names of lists whose `from` and `to` certainly refer to nodes of a graph. */
const EDGES: RegExp = /\b(?:arc|connection|dependency|edge|link|relation|relationship|transition)$/;
const NODES: RegExp = /\b(?:entity|node|state|step|vertex)$/;
/** Names of references to earlier items of the same list. */
const EARLIER: RegExp =
  /^(?:depends(?: on)?|depend on|dependency|dependencies|requires|required steps|prerequisites?|blocked by|predecessors?|previous|previous step|after|parent|parent id|parents|parent ids|(?:depends on|dependency|prerequisite|predecessor|parent)(?: step| task| node)? ids?)$/;

/** Makes edges refer to nodes, dependencies to earlier items, and other references to items. */
export function referenceAgreements(properties: Properties): Agreement[] {
  const lists = properties.filter((it) => it.items() !== undefined);
  const members = lists.flatMap((list) => {
    const [id] = named(propertiesIn(list), IDS);
    return id === undefined ? [] : [{ list, id }];
  });
  const dependencies = members.flatMap(({ list, id }) => {
    const references = propertiesIn(list).filter(({ name }) => EARLIER.test(name));
    if (references.length === 0) return [];
    // Numeric identifiers become step numbers from 1, because random ones could repeat.
    const numbered = eachItem(list, id, ({ object, index }) =>
      typeof object[id.key] === "number" ? index + 1 : undefined,
    );
    return [numbered, ...references.map((it) => referring(list, it, { list, id }))];
  });
  const edges = lists.flatMap((list) => {
    const [from, to] =
      ENDS.map((pair) => pair.flatMap((name) => list.items()?.get(name) ?? [])).find(
        ({ length }) => length === 2,
      ) ?? [];
    if (from === undefined || to === undefined) return [];
    // `from`/`to` (flights) and `start`/`end` (segments) alone don't show that the list is a graph.
    const isClear = !/^(?:from|start)$/.test(from.name) || EDGES.test(list.stem);
    const others = members.filter((it) => it.list !== list);
    const nodes = others.find((it) => isClear || NODES.test(it.list.stem));
    return nodes === undefined ? [] : edgeAgreements(list, [from, to], nodes);
  });
  return [...dependencies, ...memberAgreements(properties), ...edges];
}

/** A list, and the property that identifies its objects; no `id` if the items are strings. */
type Members = { readonly list: Property; readonly id: Property | undefined };

/** Returns a function that gets a list's IDs, or its items if they have no IDs. */
function idsOf({ list, id }: Members): (out: JsonObject) => readonly JsonValue[] {
  const known = new WeakMap<object, readonly JsonValue[]>();
  return (out) => {
    const items = out[list.key];
    if (!Array.isArray(items)) return [];
    if (id === undefined) return items;
    return cached(known, items, () => objectsIn(out, list).flatMap((item) => item[id.key] ?? []));
  };
}

/** Maximum number of nodes to try as an edge's other end; few nodes share an ID. */
const MOST_NODES_TRIED = 32;

function edgeAgreements(
  list: Property,
  [from, to]: readonly [Property, Property],
  nodes: Members,
): Agreement[] {
  const idsIn = idsOf(nodes);
  return [
    (out) => {
      if (idsIn(out).length === 0) replace(out, list, []);
    },
    // A list that can't be empty keeps its edges even if there are no nodes.
    eachItem(list, from, (_, out, { rng }) => {
      const ids = idsIn(out);
      return ids.length === 0 ? undefined : rng.pick(ids);
    }),
    eachItem(list, to, ({ object }, out, { rng }) => {
      const ids = idsIn(out);
      if (ids.length === 0) return undefined;
      const start = rng.below(ids.length);
      for (let i = 0; i < Math.min(ids.length, MOST_NODES_TRIED); i++) {
        const id = ids[(start + i) % ids.length];
        if (id !== object[from.key]) return id;
      }
      return ids[start];
    }),
  ];
}

/** Makes a reference point to an item of `members`; in the same list, to an earlier item. */
function referring(list: Property, reference: Property, members: Members): Agreement {
  const idsIn = idsOf(members);
  return eachItem(list, reference, ({ object, index }, out, making) => {
    const most = members.list === list ? index : undefined;
    return referenceTo(idsIn(out), object[reference.key] ?? null, making, most);
  });
}

const MOST_REFERENCES = 2;

/** Returns references to some of the first `most` items: a list, one ID, or null, like `value`. */
function referenceTo(
  ids: readonly JsonValue[],
  value: JsonValue,
  { rng }: Making,
  most: number = ids.length,
): JsonValue {
  const length = Math.min(ids.length, most);
  if (most === ids.length && ids.includes(value)) return value;
  const from = length === 0 || value === null ? 0 : rng.below(length);
  if (!Array.isArray(value)) return value === null || length === 0 ? null : (ids[from] ?? null);
  const count = Math.min(value.length, length, MOST_REFERENCES);
  return Array.from({ length: count }, (_, i) => ids[(from + i) % length] ?? null);
}

/** Makes `main_entity_id` or "Name of one of the attendees" refer to an item of a list. */
function memberAgreements(properties: Properties): Agreement[] {
  const lists = properties.filter((it) => it.isList());
  return properties.flatMap((target): Agreement[] => {
    const others = lists.filter((it) => it !== target);
    const own = target.items() === undefined ? membersMeant(target, others) : undefined;
    if (own !== undefined) {
      const idsIn = idsOf(own);
      const most = /\bfirst\b/.test(target.name) ? 1 : undefined;
      const referenceIn = (out: JsonObject, making: Making): JsonValue =>
        referenceTo(idsIn(out), out[target.key] ?? null, making, most);
      return [(out, making) => replace(out, target, referenceIn(out, making))];
    }
    return propertiesIn(target).flatMap((item) => {
      const members = membersMeant(item, others);
      return members === undefined ? [] : referring(target, item, members);
    });
  });
}

const REFERS: RegExp =
  /\b(?:(id|identifier|key|name|title|label|code)s? of|(?:chosen|copied|picked|selected|taken)(?: \w+)? from|(?:one|some|subset) of|(?:appears?|be|exists?|listed) in) ([^.;,(]+)/i;
const IS_ID: RegExp = /\b(?:id|key|code)$/;
const EXACTLY: RegExp = /\b(?:above|array|exactly|verbatim)\b/gi;

function membersMeant({ stem, description }: Property, lists: Properties): Members | undefined {
  const [, noun, what = ""] = REFERS.exec(description) ?? [];
  if (what === "" && !IS_ID.test(stem)) return undefined;
  // "The author of the documents" is not one of the documents.
  const [head = ""] = what
    .replace(/^(?:all|any|each|one|some) of /i, "")
    .split(/ (?:by|for|from|in|of|that|to|which|who|whose|with) /);
  const { list, rest = "" } = listIn(wordsIn(head.replace(EXACTLY, "")), lists) ?? {};
  const isNamed = noun !== undefined && list?.items() !== undefined;
  if (list !== undefined && (isNamed || isFiller(rest))) {
    const usual = IS_ID.test(stem) ? "id|key|code" : "name|title|label|text";
    const kinds = noun?.toLowerCase().replace("identifier", "id") ?? usual;
    const isKind = (it: Property): boolean =>
      kinds.split("|").some((kind) => ` ${it.stem}`.endsWith(` ${kind}`));
    const id = propertiesIn(list).find(isKind);
    if (id !== undefined || list.items() === undefined) return { list, id };
  }
  return lists
    .flatMap((list) => propertiesIn(list).map((each) => ({ list, id: each })))
    .find((it) => {
      const own = it.id.stem;
      const whole = own.startsWith(it.list.stem) ? own : `${it.list.stem} ${own}`;
      return IS_ID.test(own) && ` ${stem}`.endsWith(` ${whole}`);
    });
}

const KINDS: RegExp = /^(?:type|kind|node type|entry type|item type)$/;
const IS_FOLDER: RegExp = /^is (?:folder|directory|dir)$/;
const CHILDREN: RegExp = /^(?:children|contents|entries|items|files|nodes|subfolders)$/;
const FOLDER: RegExp = /^(?:folder|directory|dir)$/i;
const FILE: RegExp = /^(?:file|document|symlink|link|shortcut)$/i;

/** Makes sure that only folders have children. */
export function folderAgreement(tools: MakeTools, properties: Properties): Agreement | undefined {
  const [kind, flag, children] = [KINDS, IS_FOLDER, CHILDREN].map((names) =>
    properties.find(({ name }) => names.test(name)),
  );
  if (children === undefined) return undefined;
  const kinds = (kind && tools.finiteValuesOf(kind.plan)) ?? [];
  const folder = kinds.find((value) => FOLDER.test(String(value)));
  if (folder === undefined && flag === undefined) return undefined;
  const none = [[], null].find((value) => children.fits(value));
  if (none === undefined) return undefined;
  return (out, { turns }) => {
    const isFile = folder !== undefined && FILE.test(String(out[kind?.key ?? ""]));
    const isFlagged = out[flag?.key ?? ""] === false;
    if (!isFile && !isFlagged) return;
    if (turns?.goesOn !== true) return replace(out, children, none);
    // The row must nest more deeply, so a file becomes a folder.
    if (isFile && kind !== undefined) replace(out, kind, folder);
    if (isFlagged && flag !== undefined) replace(out, flag, true);
  };
}
