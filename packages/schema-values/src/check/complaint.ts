import type { JsonObject } from "../json.ts";
import { valueAt } from "../source/schema.ts";

const SHOWN_CHARACTERS = 80;

/** What is wrong with a schema, and the JSON Pointers of the places; the first is where the mistake is. */
type Mistake = { readonly reason: string; readonly paths: readonly string[] };

/** A mistake as the end of a sentence, with the value that is wrong. */
export function described(schema: JsonObject, { reason, paths }: Mistake): string {
  const [path = ""] = paths;
  const found = reason.startsWith("must ") ? `, got \`${show(valueAt(schema, path))}\`` : "";
  const named = [...new Set(paths)].filter((it) => it !== "").map((it) => `\`${it}\``);
  return `${reason}${found}${named.length === 0 ? "" : ` (at ${named.join(" and ")})`}.`;
}

/** JSON text of a value, shortened for a message. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
