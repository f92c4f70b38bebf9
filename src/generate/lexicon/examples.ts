import type { Hints, NumberModel } from "schema-values";
import type { Look } from "./text-writer.ts";

/** An example in a description, up to the next separator. */
const INTRODUCED: RegExp =
  /(?:\be\.?g\.?,?:?|\bfor example,?:?|\bfor instance,?:?|\bexamples?:|\bsuch as|\blike|\bz\. ?B\.:?|\bzum Beispiel:?|\bpar exemple:?|\bp\. ?ex\.:?|\bpor ejemplo:?|\bex\.:|\bin the (?:format|form|style)(?: of)?:?) ["'`“‘«]?([^"'`”’»\n;()]{1,60})/i;
const END: RegExp = /,? (?:or|and|oder|und|ou|o) |, |\.(?: |$)|["'`”’»]| - /;

/** Strings of one notation, and the look of others in it. */
const NOTATIONS: readonly (readonly [RegExp, Look])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, "{2023..2025}T{clock}Z"],
  [/^\d{4}-\d\d-\d\d$/, "{2023..2025}"],
  [/^\d\d\.\d\d\.\d{4}$/, "{01-28}.{01-12}.{2023-2025}"],
  [/^(?:0\d|1[0-2])\/\d\d\/\d{4}$/, "{01-12}/{01-28}/{2023-2025}"],
  [/^\d\d\/\d\d\/\d{4}$/, "{01-28}/{01-12}/{2023-2025}"],
  [/^\d{4}-\d\d$/, "{2023-2025}-{01-12}"],
  [/^\d\d:\d\d:\d\d$/, "{clock}"],
  [/^\d\d:\d\d$/, "{08-20}:{00-59}"],
  [/^P(?:\d|T\d)[\dYMWDTHS]{1,20}$/, "{@duration}"],
  [/^[\w.+-]{1,64}@[\w.-]+$/, "{emails}"],
  [/^https?:\/\//, "https://example.com/{words}/{words}"],
  [/^#[\da-f]{6}$/i, "#{xxxxxx}"],
  [/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-/i, "{@uuid}"],
  [/^v?\d+\.\d+\.\d+$/, "{0-9}.{0-20}.{0-30}"],
  [/^[\da-f]{8,}$/, ""],
];

const LONGEST = 40;
const YEAR: RegExp = /^20[012]\d$/;
const AMOUNT: RegExp = /^([$€£]?)(\d{1,6}(?:\.\d{1,2})?)( ?[%°]?[a-zA-Z/]{0,12})$/;

/**
 * The look that a schema's examples have, such as "DE123456789" or "ORD-2024-0012"; undefined if
 * they are words.
 */
export function exampleLook({ description, examples }: Hints): Look | undefined {
  const listed = examples.filter((it) => typeof it === "string");
  const described = describedExample(description);
  for (const example of [...listed, ...(described === undefined ? [] : [described])]) {
    const look = lookLike(example);
    if (look !== undefined) return look;
  }
  return undefined;
}

/** The first example in a description; undefined if it has none. */
function describedExample(description: string): string | undefined {
  const [, rest] = INTRODUCED.exec(description) ?? [];
  return rest?.split(END)[0]?.trim();
}

/** Digits and letters of the example vary, except for a prefix in letters; the rest is literal. */
function lookLike(example: string): Look | undefined {
  if (example.length > LONGEST || /[{}]/.test(example) || !/\d/.test(example)) return undefined;
  const [, known] = NOTATIONS.find(([notation]) => notation.test(example)) ?? [];
  if (known !== undefined && (known !== "" || /\d[a-f]/.test(example)))
    return known === "" ? `{${"x".repeat(example.length)}}` : known;
  const [, head = "", number = "", tail = ""] = AMOUNT.exec(example) ?? [];
  if (number !== "" && (head + tail !== "" || number.includes(".")))
    return `${head}${amountLike(number)}${tail}`;
  if (example.split(" ").length > 2 || !/^[\w+#&./:@ -]+$/.test(example)) return undefined;
  if (/^[\d.]+$/.test(example) && example.length < 5) return undefined;
  return example.replace(/[A-Za-z]+|\d+/g, (run, at: number) => {
    const isLetters = /[A-Za-z]/.test(run);
    if (isLetters) {
      const isWord = at === 0 || (/[a-z]/.test(run) && run.length > 1);
      return isWord ? run : `{${"A".repeat(run.length)}}`;
    }
    return YEAR.test(run) ? "{2023-2025}" : `{${"#".repeat(run.length)}}`;
  });
}

/** A number of the same magnitude and with as many decimals. */
function amountLike(number: string): Look {
  const [whole = "", decimals = ""] = number.split(".");
  const size = Math.max(1, Number(whole));
  const range = `{${Math.max(1, Math.floor(size / 3))}-${size * 3}}`;
  return decimals === "" ? range : `${range}.{${"#".repeat(decimals.length)}}`;
}

/**
 * The range around a schema's numeric examples; undefined if there are none, or if they are within
 * the `known` range.
 */
export function exampleNumbers(
  { description, examples }: Hints,
  known: NumberModel | undefined,
): NumberModel | undefined {
  const listed = examples.filter((it) => typeof it === "number");
  const described = Number(describedExample(description) ?? Number.NaN);
  const all = listed.length > 0 || Number.isNaN(described) ? listed : [described];
  if (all.length === 0) return undefined;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (known !== undefined && low >= known.min && high <= known.max) return undefined;
  const digits = Math.max(...all.map((value) => String(value).split(".")[1]?.length ?? 0));
  if (low >= 0 && high <= 1 && digits > 0) return { min: 0, max: 1, digits };
  if (all.every((value) => YEAR.test(String(value)))) return { min: 2015, max: 2026, digits: 0 };
  const room = Math.max(Math.abs(high), 1) / 2;
  return { min: low < 0 ? low - room : low / 2, max: high + room, digits: Math.min(digits, 4) };
}
