import { unitsFor } from "../../words/measured-units.ts";
import { nameWords, singularOf } from "../../words/name-words.ts";
import { setProperty } from "../set-property.ts";
import { type Agreement, type Property, together } from "./property.ts";

const UNIT: RegExp = /^(?:unit|units|uom|unit of measure|measurement unit)$/;
/** Only the most usual units of a quantity are drawn. */
const USUAL = 2;

/** Makes a unit one of what its name, the other properties, or the object's owner measure. */
export function unitAgreement(
  properties: readonly Property[],
  owner: string,
): Agreement | undefined {
  const agreements = properties.flatMap((property) => {
    const of = measuredBy(property);
    if (of === undefined) return [];
    const others = properties.filter((it) => it !== property).flatMap(({ words }) => words);
    const units =
      unitsFor(of.map(singularOf)) ??
      unitsFor(nameWords(owner).map(singularOf)) ??
      unitsFor(others.map(singularOf));
    return agreementOf(property, units?.filter(property.fits).slice(0, USUAL) ?? []);
  });
  return together(agreements);
}

/** The words of a unit's name before "unit"; undefined if the property isn't a unit. */
function measuredBy({ words }: Property): readonly string[] | undefined {
  for (let start = 0; start < words.length; start++) {
    if (UNIT.test(words.slice(start).join(" "))) return words.slice(0, start);
  }
  return undefined;
}

function agreementOf(property: Property, units: readonly string[]): Agreement[] {
  if (units.length === 0) return [];
  return [
    (out, { rng }) => {
      const before = out[property.key];
      if (typeof before === "string" && !units.includes(before))
        setProperty(out, property.key, rng.pick(units));
    },
  ];
}
