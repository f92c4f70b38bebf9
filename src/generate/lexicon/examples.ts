import type { Hints } from "schema-values";
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

/** A test for codes of the same form as the schema's example; undefined if it has none with letters and digits. */
export function shapeOf({ description, examples }: Hints): ((code: string) => boolean) | undefined {
  const listed = examples.find((it) => typeof it === "string");
  const example = listed ?? describedExample(description) ?? "";
  if (!/^(?=.*[A-Z])(?=.*\d)[A-Z\d/_-]{3,31}$/.test(example)) return undefined;
  const shape = plainShape(example);
  return (code) => plainShape(code) === shape;
}

function plainShape(code: string): string {
  return code.replace(/[A-Z]/g, "A").replace(/\d/g, "0");
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
  if (example.split(" ").length > 2 || !/^[\w+#&./:@$€£%° -]+$/.test(example)) return undefined;
  if (/^[\d.]+$/.test(example) && example.length < 5) return undefined;
  return example.replace(/[A-Za-z]+|\d+/g, (run, at: number) => {
    const isLetters = /[A-Za-z]/.test(run);
    if (isLetters) {
      const isWord = at === 0 || /[a-z]/.test(run);
      return isWord ? run : `{${"A".repeat(run.length)}}`;
    }
    if (YEAR.test(run)) return "{2023-2025}";
    const isAmount =
      run.length < 6 && !run.startsWith("0") && /^[/$€£]?$/.test(example.charAt(at - 1));
    return isAmount ? amountLike(Number(run)) : `{${"#".repeat(run.length)}}`;
  });
}

/** A number of the same magnitude. */
function amountLike(amount: number): Look {
  return `{${Math.ceil(amount * 0.7)}-${Math.floor(amount * 1.3)}}`;
}
