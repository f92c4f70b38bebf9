import type { JsonObject } from "../json.ts";
import type { Registry } from "./registry.ts";
import { type Schema, textOf } from "./schema.ts";
import { applicatorsOf } from "./subschemas.ts";

/** A reference without a target. */
export type Unresolved = {
  readonly keyword: string;
  readonly reference: string;
  readonly pointer: string;
};

/** The first reference without a target among the schemas that can apply to a value. */
export function findUnresolved(root: Schema, registry: Registry): Unresolved | undefined {
  const pending: Schema[] = [root];
  const seen = new Set<JsonObject>();
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    for (const name of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = textOf(schema, name);
      if (reference === undefined) continue;
      const target = registry.resolve(schema, reference);
      const { pointer } = registry.placeOf(schema);
      if (target === undefined) return { keyword: name, reference, pointer: `${pointer}/${name}` };
      pending.push(target);
    }
    pending.push(...applicatorsOf(schema).map((sub) => sub.schema));
  }
  return undefined;
}
