import type { JsonObject } from "../../core/json.ts";
import { show } from "../check/complaint.ts";
import type { Feasibility as CompilerVerdict } from "../check/feasibility.ts";
import { valueAtPointer } from "../source/walk.ts";
import type { RefusedVerdict } from "./opened-schema.ts";

/** What the compiler says of a schema that it can't make rows for. */
export type Refusal = Extract<
  CompilerVerdict,
  { readonly kind: "invalid" | "unsatisfiable" | "unsupported" }
>;

/** Says why a schema is refused, in one sentence that names where. */
export function refuse(schema: JsonObject, refusal: Refusal): RefusedVerdict {
  const [path = "", ...others] = refusal.kind === "unsatisfiable" ? refusal.paths : [refusal.path];
  return {
    kind: "refused",
    path,
    reason: `${opening(schema, refusal, path)}${placed([path, ...others])}.`,
  };
}

function opening(schema: JsonObject, { kind, reason }: Refusal, path: string): string {
  if (kind === "unsatisfiable") return `Expected a schema that some value conforms to: ${reason}`;
  if (kind === "unsupported") return `Failed to make values that conform to the schema: ${reason}`;
  const found = reason.startsWith("must ") ? `, got \`${show(valueAtPointer(schema, path))}\`` : "";
  return `Expected a valid JSON Schema: ${reason}${found}`;
}

function placed(paths: readonly string[]): string {
  const named = [...new Set(paths)].filter((path) => path !== "").map((path) => `\`${path}\``);
  return named.length === 0 ? "" : ` (at ${named.join(" and ")})`;
}
