import type { NumberKind } from "./number-range.ts";

type UnitTable = readonly (readonly [number, number, number, string])[];

/** Number ranges and decimal places by units that take precedence over the property's name. */
const FINE_UNITS: UnitTable = [
  [5, 3600, 0, "s|sec|secs|second|seconds|sekunden|secondes|segundos"],
  [5, 3000, 0, "ms|millis|milliseconds|millisecond|millisekunden"],
  [1, 240, 0, "min|mins|minute|minutes|minuten|minutos"],
  [1, 48, 1, "h|hrs|hour|hours|stunden|heures|horas"],
  [1, 90, 0, "day|days|tagen|jours|dias"],
  [100, 50_000, 0, "cents|cent|pence|centimes|centavos|smallest currency unit"],
  [50, 5000, 0, "g|grams|gram|gramm|grammes|gramos|mg|milligrams"],
  [1, 250, 1, "lb|lbs|pounds"],
  [1, 64, 1, "oz|ounces"],
  [10, 2000, 0, "mm|millimeters|millimetres|millimetern"],
  [4, 80, 1, "inches|inch"],
  [2, 30, 1, "feet|ft"],
  [50, 2000, 0, "ml|milliliters|millilitres"],
  [14, 100, 1, "fahrenheit|°f|degrees fahrenheit"],
  [1024, 5_000_000, 0, "bytes"],
  [1, 5000, 0, "kb|kilobytes|kib"],
  [1, 500, 1, "mb|megabytes|mib"],
  [1, 64, 0, "gb|gigabytes|gib"],
  [0, 100, 1, "pct|percent|percentage|%|prozent"],
];

/** The same for units that say nothing new if the name is known. */
const USUAL_UNITS: UnitTable = [
  [1, 24, 0, "week|weeks|month|months|wochen|monaten|semaines|mois|semanas|meses"],
  [1, 25, 0, "yrs|years|jahren|ans|anos"],
  [5, 900, 2, "usd|eur|gbp|dollars|euros|euro|pounds sterling|chf"],
  [1, 120, 1, "kg|kgs|kilograms|kilogramm|kilogrammes|kilos"],
  [10, 200, 0, "cm|centimeters|centimetres|zentimetern|centimètres|centimetros"],
  [1, 100, 1, "meters|metres|metern|mètres|metros"],
  [1, 500, 1, "km|kilometers|kilometres|kilometern|kilomètres|miles|mi"],
  [20, 200, 0, "km/h|kmh|kph|mph"],
  [1, 60, 1, "l|liters|litres|litern"],
  [-10, 38, 1, "celsius|°c|degrees celsius"],
  [20, 250, 0, "m2|m²|sqm|square meters|square metres|quadratmetern"],
  [500, 4000, 0, "sqft|square feet"],
  [100, 900, 0, "kcal|calories"],
];

const FINE: ReadonlyMap<string, NumberKind> = kindsOf(FINE_UNITS);
const ALL: ReadonlyMap<string, NumberKind> = kindsOf([...FINE_UNITS, ...USUAL_UNITS]);

function kindsOf(table: UnitTable): Map<string, NumberKind> {
  return new Map(
    table.flatMap(([min, max, digits, names]) =>
      names.split("|").map((name): [string, NumberKind] => [name, { min, max, digits }]),
    ),
  );
}

/** A unit in a description: "in seconds", "(kg)", "number of cents". */
const MENTIONED: RegExp =
  /(?:\b(?:in|as|en|measured in|expressed in|number of)(?: whole| full| an?| the)? |\()([\p{L}%°²/\d]+(?: (?:meters|metres|feet|units|celsius|fahrenheit|currency unit|sterling))?)(?=[\s.,;)]|$)/giu;

/**
 * The range of numbers in the unit that a description mentions; undefined if it mentions none, or
 * one that says nothing new about a number whose name `isKnown`.
 */
export function describedUnit(description: string, isKnown: boolean): NumberKind | undefined {
  if (description === "") return undefined;
  const kinds = isKnown ? FINE : ALL;
  for (const [, unit = ""] of description.toLowerCase().matchAll(MENTIONED)) {
    const found = kinds.get(unit) ?? kinds.get(unit.split(" ")[0] ?? "");
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The range of numbers in the unit that a name ends with, such as `delay_ms`. */
export function namedUnit(words: readonly string[]): NumberKind | undefined {
  return words.length > 1 ? ALL.get(words.at(-1) ?? "") : undefined;
}
