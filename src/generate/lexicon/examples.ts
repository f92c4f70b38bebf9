import type { Hints } from "schema-values";
import * as reader from "../reading/reader.ts";
import type { Look } from "./looks.ts";

/** An example in a description, up to the next separator. */
const INTRODUCED: RegExp =
  /(?:\be\.?g\.?,?:?|\bfor example,?:?|\bfor instance,?:?|\bexamples?:|\bsuch as|\blike|\bz\. ?B\.:?|\bzum Beispiel:?|\bpar exemple:?|\bp\. ?ex\.:?|\bpor ejemplo:?|\bex\.:|\bin the (?:format|form|style)(?: of)?:?) ["'`“‘«]?([^"'`”’»\n;()]{1,60})/i;
const END: RegExp = /,? (?:or|and|oder|und|ou|o) |, |\.(?: |$)|["'`”’»]| - /;
const LONGEST = 40;
const YEAR: RegExp = /^20[012]\d$/;

/** The strings among a schema's examples, and the first example in its description. */
export function examplesOf({ description, examples }: Hints): string[] {
  const [, rest] = INTRODUCED.exec(description) ?? [];
  const described = rest?.split(END)[0]?.trim();
  const listed = examples.filter((it) => typeof it === "string");
  return described === undefined ? listed : [...listed, described];
}

/** The look of examples such as "DE123456789" or "ORD-2024-0012"; undefined for words. */
export function exampleLook(hints: Hints): Look | undefined {
  const looks = examplesOf(hints).map((example) => lookLike(example));
  return looks.find((look) => look !== undefined);
}

/** A look like the example, in which digits and letters vary, except for a prefix of letters. */
function lookLike(example: string): Look | undefined {
  if (example.length > LONGEST || /[{}]/.test(example) || !/\d/.test(example)) return undefined;
  const notation = reader.described("examples", example);
  if (notation !== undefined) return notation;
  if (/^[\da-f]{8,}$/.test(example) && /\d[a-f]/.test(example))
    return `{${"x".repeat(example.length)}}`;
  if (example.split(" ").length > 2 || !/^[\w+#&./:@$€£%° -]+$/.test(example)) return undefined;
  if (/^[\d.]+$/.test(example) && example.length < 5) return undefined;
  return example.replace(/[A-Za-z]+|\d+/g, (run, at: number) => {
    if (/[A-Za-z]/.test(run))
      return at === 0 || /[a-z]/.test(run) ? run : `{${"A".repeat(run.length)}}`;
    if (YEAR.test(run)) return "{2023-2025}";
    const isAmount =
      run.length < 6 && !run.startsWith("0") && /^[/$€£]?$/.test(example.charAt(at - 1));
    // A number of the same magnitude.
    return isAmount
      ? `{${Math.ceil(Number(run) * 0.7)}-${Math.floor(Number(run) * 1.3)}}`
      : `{${"#".repeat(run.length)}}`;
  });
}
