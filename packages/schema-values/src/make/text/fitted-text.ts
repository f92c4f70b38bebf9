import type { Counts } from "../../plan/literal.ts";

/** A string truncated to the bounds, or extended with `more`. */
export function fitted(text: string, { least, most }: Counts, more: () => string): string {
  let whole = text;
  while (whole.length < least) whole += `${whole === "" ? "" : " "}${more() || "a"}`;
  return whole.length > most ? cut(whole, Math.max(0, least), Math.max(0, most)) : whole;
}

/** Cuts between two words if the bounds allow it, and never leaves a trailing space. */
function cut(text: string, least: number, most: number): string {
  const space = text.lastIndexOf(" ", most);
  if (space > 0 && space >= least) return text.slice(0, space);
  const head = text.slice(0, most);
  return head.endsWith(" ") ? `${head.slice(0, -1)}.` : head;
}
