import type { TextBounds } from "../../words/recipe.ts";

/** A text cut to the bounds, or prolonged by more of its kind. */
export function fitted(text: string, { least, most }: TextBounds, more: () => string): string {
  let whole = text;
  while (whole.length < least) whole += `${whole === "" ? "" : " "}${more() || "a"}`;
  return whole.length > most ? cut(whole, Math.max(0, least), Math.max(0, most)) : whole;
}

/** Between two words where the bounds let it; a blank at the end looks like a mistake. */
function cut(text: string, least: number, most: number): string {
  const space = text.lastIndexOf(" ", most);
  if (space > 0 && space >= least) return text.slice(0, space);
  const head = text.slice(0, most);
  return head.endsWith(" ") ? `${head.slice(0, -1)}.` : head;
}
