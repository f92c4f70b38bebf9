import type { JsonValue } from "../../json.ts";
import { singularOf } from "../../lexicon/lexicon.ts";
import type { Making, ObjectDraft } from "../making.ts";
import { type Agreement, isStated, named, type Property, replace } from "./property.ts";

/** The words before or after what a boolean is about. */
const PREFIX: RegExp =
  /^(?:is|are|has|have|had|was|were|needs?|requires?|includes?|contains?|any|hat|ist|tiene|est|es) /;
const SUFFIX: RegExp = / (?:found|included|mentioned|needed|present|provided|required)$/;
/** Words of a property that has a value only if the boolean beside it is true: `followup_date`, `discount_code`. */
const DETAIL: RegExp =
  /^(?:amount|at|by|code|count|date|description|details?|id|list|name|note|notes|number|on|reason|text|time|type|url|until|value)$/;
const COUNT: RegExp = /^(?:num|number of|total) | (?:count|total)$/;

/** What a boolean is about, and the property that it must agree with. */
type Flag = { readonly flag: Property; readonly other: Property; readonly label?: string };

/** Makes booleans match what they say about the properties beside them, as `has_discount` and `discount`, or `is_paid` and a status of "paid". */
export function flagAgreement(properties: readonly Property[]): Agreement | undefined {
  const flags = properties.flatMap((flag): readonly Flag[] => {
    if (!flag.fits(true) || !flag.fits(false) || flag.fits("x")) return [];
    const about = stemOf(flag.name.replace(PREFIX, "").replace(SUFFIX, ""));
    if (about === stemOf(flag.name)) return [];
    const others = properties.filter((it) => it !== flag && isDetail(stemOf(it.name), about));
    return [
      ...others.filter(canLack).map((other) => ({ flag, other })),
      ...labelled(properties, about).map((it) => ({ flag, ...it })),
    ];
  });
  if (flags.length === 0) return undefined;
  return (out, making) => {
    // Rows that take every alternative have both values, whatever is beside them.
    if (making.turns !== undefined) return;
    for (const each of flags) settle(out, each, making);
  };
}

function stemOf(name: string): string {
  return name.split(" ").map(singularOf).join(" ");
}

function isDetail(name: string, about: string): boolean {
  if (name.replace(COUNT, "") === about) return true;
  return name.startsWith(`${about} `) && DETAIL.test(name.slice(about.length + 1));
}

/** Whether a property can be without a value. */
function canLack({ fits, name }: Property): boolean {
  return fits(null) || fits([]) || (COUNT.test(name) && fits(0));
}

/** Properties whose few values include what a boolean is about: `is_resolved` and a status "resolved". */
function labelled(properties: readonly Property[], about: string): Omit<Flag, "flag">[] {
  const forms = [about, about.replace(/ /g, "_")];
  const labels = forms.flatMap((it) => [
    it,
    it.toUpperCase(),
    it.charAt(0).toUpperCase() + it.slice(1),
  ]);
  return named(properties, "status|state").flatMap((other) => {
    const label = labels.find((it) => other.fits(it) && !other.fits(`${it} x`));
    return label === undefined ? [] : [{ other, label }];
  });
}

function settle(out: ObjectDraft, { flag, other, label }: Flag, making: Making): void {
  const value = out[other.key];
  if (label !== undefined) {
    if (value !== undefined) replace(out, flag, value === label);
    return;
  }
  const hasValue = isValue(value);
  if (out[flag.key] === hasValue) return;
  const none = [null, [], 0].find((it) => other.fits(it));
  if (hasValue && none !== undefined && !isStated(value, making)) replace(out, other, none);
  replace(out, flag, isValue(out[other.key]));
}

function isValue(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== 0 && !isEmpty(value);
}

function isEmpty(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}
