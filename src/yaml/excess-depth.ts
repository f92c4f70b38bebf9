import { type CST, Parser } from "yaml";

/** Maximum number of levels. */
const MOST_LEVELS = 100;

/**
 * The offset of the first value that is nested more than 100 levels deep, found without recursion; undefined if there is none. The
 * package recurses, and if V8 has to compile a regular expression near the end of the stack, it aborts the process.
 */
export function excessDepth(text: string): number | undefined {
  let tokens: CST.Token[] = [...new Parser().parse(text)];
  for (let level = 0; tokens.length > 0; level++) {
    if (level > MOST_LEVELS) return tokens[0]?.offset;
    tokens = tokens.flatMap(childrenOf);
  }
  return undefined;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
