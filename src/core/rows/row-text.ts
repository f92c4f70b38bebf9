import { valueAtPointer } from "../json-pointer.ts";
import type { RowInput } from "./row.ts";

/**
 * The text of an input: the input itself if it is a string; otherwise, the string at the first of some JSON Pointers that
 * leads to one; otherwise, the input's JSON.
 */
export function rowText(input: RowInput, pointers: readonly string[] = []): string {
  if (typeof input === "string") return input;
  for (const pointer of pointers) {
    const found = valueAtPointer(input, pointer);
    if (typeof found === "string") return found.replace(/\p{Surrogate}/gu, "\uFFFD");
  }
  return JSON.stringify(input);
}
