import type { JsonObject, JsonValue } from "../../json.ts";
import type { MakeTools, Making, ObjectDraft } from "../making.ts";
import { eachItem } from "./list-agreement.ts";
import { listIn, objectsIn, propertiesIn, wordsIn } from "./mentions.ts";
import { type Agreement, type Property, replace } from "./property.ts";

/** Names of properties that identify an item, the most likely first. */
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

/** Makes edges name nodes that exist, dependencies name earlier items of their list, and references name items of another list. */
export function referenceAgreements(properties: readonly Property[]): Agreement[] {
  const lists = properties.filter(({ items }) => items !== undefined);
  const dependencies = lists.flatMap((list) => {
    const id = idOf(list);
    const references = propertiesIn(list).filter(({ name }) => EARLIER.test(name));
    return id === undefined || references.length === 0
      ? []
      : [numbered(list, id), ...references.map((it) => earlierAgreement(list, id, it))];
  });
  const edges = lists.flatMap((list) => {
    const [from, to] =
      ENDS.map((pair) => pair.flatMap((name) => list.items?.get(name) ?? [])).find(
        ({ length }) => length === 2,
      ) ?? [];
    const nodes = lists.find((it) => it !== list && idOf(it) !== undefined);
    const id = nodes && idOf(nodes);
    return from && to && nodes && id ? edgeAgreements(list, [from, to], { list: nodes, id }) : [];
  });
  return [...dependencies, ...memberAgreements(properties, lists), ...edges];
}

/** The property that identifies the objects in a list. */
function idOf({ items }: Property): Property | undefined {
  return IDS.flatMap((name) => items?.get(name) ?? [])[0];
}

/** A list of objects, and the property that identifies them. */
type Members = { readonly list: Property; readonly id: Property };

function idsIn(out: JsonObject, { list, id }: Members): readonly JsonValue[] {
  return objectsIn(out, list).flatMap((item) => item[id.key] ?? []);
}

function edgeAgreements(
  list: Property,
  [from, to]: readonly [Property, Property],
  nodes: Members,
): Agreement[] {
  return [
    (out) => {
      if (idsIn(out, nodes).length === 0) replace(out, list, []);
    },
    eachItem(list, from, ({ out, making: { rng } }) => rng.pick(idsIn(out, nodes))),
    eachItem(list, to, ({ object, out, making: { rng } }) => {
      const ids = idsIn(out, nodes);
      const others = ids.filter((id) => id !== object[from.key]);
      return rng.pick(others.length === 0 ? ids : others);
    }),
  ];
}

/** Steps have numbers from 1 on; other identifiers hardly ever repeat. */
function numbered(list: Property, id: Property): Agreement {
  return eachItem(list, id, ({ object, index }) =>
    typeof object[id.key] === "number" ? index + 1 : undefined,
  );
}

function earlierAgreement(list: Property, id: Property, reference: Property): Agreement {
  return eachItem(list, reference, ({ object, index, out, making }) => {
    const ids = idsIn(out, { list, id }).slice(0, index);
    return referenceTo(ids, object[reference.key] ?? null, making);
  });
}

const MOST_REFERENCES = 2;

/** References to some items, in the form of a value: a list of them, or one or null. */
function referenceTo(ids: readonly JsonValue[], value: JsonValue, { rng }: Making): JsonValue {
  if (!Array.isArray(value)) return ids.length === 0 || value === null ? null : rng.pick(ids);
  const count = Math.min(value.length, ids.length, MOST_REFERENCES);
  const from = ids.length === 0 ? 0 : rng.below(ids.length);
  return Array.from({ length: count }, (_, i) => ids[(from + i) % ids.length] ?? null);
}

/** `main_entity_id`, "Name of one of the attendees". */
function memberAgreements(
  properties: readonly Property[],
  lists: readonly Property[],
): Agreement[] {
  return properties.flatMap((target) => {
    const own = target.items === undefined ? membersMeant(target, lists) : undefined;
    const others = lists.filter((it) => it !== target);
    const ofItems = propertiesIn(target).flatMap((item) => {
      const members = membersMeant(item, others);
      return members === undefined
        ? []
        : [
            eachItem(target, item, ({ object, out, making }) =>
              referenceTo(idsIn(out, members), object[item.key] ?? null, making),
            ),
          ];
    });
    if (own === undefined) return ofItems;
    return [
      (out: ObjectDraft, making: Making) =>
        replace(out, target, referenceTo(idsIn(out, own), out[target.key] ?? null, making)),
    ];
  });
}

const REFERS: RegExp =
  /\b(id|identifier|key|name|title|label|code)s? of (?:an?|the|one of the|another|any|each|all)? ?([^.;,]+)/i;

function membersMeant(
  { stem, description }: Property,
  lists: readonly Property[],
): Members | undefined {
  const [, noun = "", what = ""] = REFERS.exec(description) ?? [];
  const told = listIn(wordsIn(what), lists)?.list;
  const kind = noun.toLowerCase().replace("identifier", "id");
  const id = told && propertiesIn(told).find((it) => ` ${it.stem}`.endsWith(` ${kind}`));
  if (told !== undefined && id !== undefined) return { list: told, id };
  return lists
    .flatMap((list) => propertiesIn(list).map((each) => ({ list, id: each })))
    .find((it) => {
      const own = it.id.stem;
      const whole = own.startsWith(it.list.stem) ? own : `${it.list.stem} ${own}`;
      return /\b(?:id|key|code)$/.test(own) && ` ${stem}`.endsWith(` ${whole}`);
    });
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
