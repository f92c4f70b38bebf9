import { setProperty } from "../set-property.ts";
import type { Agreement, Property } from "./property.ts";

/** The year at whose end people are as old as they say: rows don't depend on the day they are made. */
const PRESENT_YEAR = 2025;

const BIRTH = "birth date|date of birth|birthdate|birthday|dob|birth year|year of birth|born";
const AGE = "age|age years|age in years";

/** Has an age be that of someone born on a date. */
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

/** A property by what is before the words that say what it is, if these are its last ones. */
function withPrefix(property: Property, names: string): (readonly [string, Property])[] {
  const whole = property.words.join(" ");
  const name = names.split("|").find((it) => whole === it || whole.endsWith(` ${it}`));
  return name === undefined ? [] : [[whole.slice(0, whole.length - name.length), property]];
}
