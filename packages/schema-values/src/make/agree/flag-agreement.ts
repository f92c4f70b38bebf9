import type { JsonValue } from "../../json.ts";
import type { MakeTools, Making, ObjectDraft } from "../making.ts";
import { isBoolean, isNothing } from "./mentions.ts";
import {
  type Agreement,
  isStated,
  named,
  type Properties,
  type Property,
  replace,
} from "./property.ts";

/** The words before or after the subject of a boolean. */
const PREFIX: RegExp =
  /^(?:is|are|has|have|had|was|were|in|need|require|include|contain|any|hat|ist|tiene|est|es) /;
const SUFFIX: RegExp = / (?:found|included|mentioned|needed|present|provided|required)$/;
/** Words of a property that has a value only if a boolean is true, such as `followup_date`. */
const DETAIL: RegExp =
  /^(?: (?:amount|at|by|code|count|date|description|details?|id|list|name|note|notes|number|on|quantity|reason|text|time|to|type|url|until|value))?$/;
const COUNT: RegExp = /^(?:num|number of|total) | (?:count|quantity|total)$/;
const MOMENT: RegExp = /^\d{4}-\d\d-\d\dT/;
/** Words for the same final status. */
const DONE = ["done", "completed", "finished", "resolved", "closed", "solved"];

/** A boolean, the properties that have values only if it is true, and its label in a status. */
type Flag = {
  readonly flag: Property;
  readonly others: Properties;
  readonly status: Property | undefined;
  isLabel(value: JsonValue | undefined): boolean;
};

/** Makes booleans match what they describe: `has_discount`, or `is_paid` and a status of "paid". */
export function flagAgreements(tools: MakeTools, properties: Properties): Agreement[] {
  const flags = properties.flatMap((flag): readonly Flag[] => {
    if (!isBoolean(flag)) return [];
    const about = flag.stem.replace(PREFIX, "").replace(SUFFIX, "");
    if (about === flag.stem) return [];
    const abouts = DONE.includes(about) ? DONE : [about];
    const others = properties.filter(
      (it) => it !== flag && canLack(it) && abouts.some((each) => isDetail(it.stem, each)),
    );
    const isLabel = (value: JsonValue | undefined): boolean =>
      abouts.includes(String(value).toLowerCase().replace(/_/g, " "));
    const status = named(properties, "status|state").find(({ plan }) =>
      tools.finiteValuesOf(plan)?.some(isLabel),
    );
    return others.length === 0 && status === undefined ? [] : [{ flag, others, status, isLabel }];
  });
  // Twice, because a flag can remove a value that an earlier flag describes.
  return [...flags, ...flags].map((flag) => (out, making) => settle(out, flag, making));
}

function isDetail(name: string, about: string): boolean {
  if (name.replace(COUNT, "") === about) return true;
  const [noun = ""] = name.split(" ", 1);
  const start = isSameVerb(noun, about) ? noun : about;
  return name.startsWith(start) && DETAIL.test(name.slice(start.length));
}

/** Whether a noun and a participle share a verb, such as `approval` and `approved`. */
function isSameVerb(noun: string, participle: string): boolean {
  const root = /^(.{3,}?[^aeiou])[ltv]?ed$/.exec(participle)?.[1];
  if (root === undefined || !noun.startsWith(root)) return false;
  return noun === root || /(?:ion|ment|al)$/.test(noun);
}

function canLack({ fits, name }: Property): boolean {
  return fits(null) || fits([]) || (COUNT.test(name) && fits(0));
}

function settle(out: ObjectDraft, { flag, others, status, isLabel }: Flag, making: Making): void {
  // Rows that cover every alternative have both values, regardless of related properties.
  if (making.turns !== undefined || out[flag.key] === undefined) return;
  const label = status && out[status.key];
  const isLabeled = typeof label === "string";
  const present = others.filter(({ key }) => out[key] !== undefined);
  const isTold = present.some(({ key }) => isStated(out[key], making));
  let isTrue = isLabeled ? isLabel(label) : isTold || out[flag.key] === true;
  const undated = present.filter(({ key, name }) => out[key] === null && / (?:at|on)$/.test(name));
  for (const it of isTrue ? undated : []) {
    const moments = Object.values(out).filter((at) => typeof at === "string" && MOMENT.test(at));
    // The action happened at the latest time that the object has.
    replace(out, it, moments.sort().at(-1) ?? null);
  }
  if (!isLabeled && !isTold) isTrue &&= !present.some(({ key }) => isNothing(out[key]));
  replace(out, flag, isTrue);
  for (const it of isTrue ? [] : present) {
    const none = [null, [], 0].find((value) => it.fits(value));
    if (none !== undefined && !isStated(out[it.key], making)) replace(out, it, none);
  }
}
