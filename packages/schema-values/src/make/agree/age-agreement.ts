import { setProperty } from "../making.ts";
import type { Agreement, Property } from "./property.ts";

/**
 * People's ages are as of the end of this year, so that rows don't depend on the day they are made.
 */
const PRESENT_YEAR = 2025;

const BIRTH = "birth date|date of birth|birthdate|birthday|dob|birth year|year of birth|born";
const AGE = "age|age years|age in years";

/** Makes an age match a birth date. */
export function ageAgreement(properties: readonly Property[]): Agreement | undefined {
  const ages = new Map(properties.flatMap((it) => withPrefix(it, AGE)));
  const pairs = properties.flatMap((it) =>
    withPrefix(it, BIRTH).flatMap(([prefix, birth]) => {
      const age = ages.get(prefix);
      return age === undefined ? [] : [{ birth, age }];
    }),
  );
  if (pairs.length === 0) return undefined;
  return (out) => {
    for (const { birth, age } of pairs) {
      const born = out[birth.key];
      const years = PRESENT_YEAR - Number(String(born).slice(0, 4));
      const isYear = typeof born === "number" || /^\d{4}(?:-|$)/.test(String(born));
      if (isYear && years >= 0 && typeof out[age.key] === "number" && age.fits(years))
        setProperty(out, age.key, years);
    }
  };
}

/**
 * The words before one of the given names, if the property's name ends in it, with the property.
 */
function withPrefix(property: Property, names: string): (readonly [string, Property])[] {
  const whole = property.words.join(" ");
  const name = names.split("|").find((it) => whole === it || whole.endsWith(` ${it}`));
  return name === undefined ? [] : [[whole.slice(0, whole.length - name.length), property]];
}
