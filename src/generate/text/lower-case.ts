import type { Scan } from "./scan.ts";

/** Returns the function that gives parts of an input in lower case, each exactly as if it were converted on its own. */
export function lowerCase({
  text,
  lower,
}: Pick<Scan, "text" | "lower">): (start: number, end: number) => string {
  // Only İ gets longer, and only the form of Σ depends on the letters around it.
  const isPartwise = lower.length === text.length && !text.includes("Σ");
  return isPartwise
    ? (start, end) => lower.slice(start, end)
    : (start, end) => text.slice(start, end).toLowerCase();
}
