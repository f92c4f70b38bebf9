import type { Feasibility as CompilerVerdict } from "../check/check.ts";
import { show } from "../check/complaint.ts";
import type { JsonObject } from "../json.ts";
import { schemaPartAt } from "../source/walk.ts";
import type { RefusedVerdict } from "./opened-schema.ts";

/** The compiler's reason for not making rows for a schema. */
export type Refusal = Extract<
  CompilerVerdict,
  { readonly kind: "invalid" | "unsatisfiable" | "unsupported" }
>;

/** Explains in one sentence why a schema is rejected, and where. */
export function refuse(schema: JsonObject, refusal: Refusal): RefusedVerdict {
  const [path = "", ...others] = refusal.kind === "unsatisfiable" ? refusal.paths : [refusal.path];
  return {
    kind: "refused",
    path,
    reason: `${opening(schema, refusal, path)}${placed([path, ...others])}.`,
  };
}

function opening(schema: JsonObject, { kind, reason }: Refusal, path: string): string {
  if (kind === "unsatisfiable")
    return `Expected a schema that at least one value conforms to: ${reason}`;
  if (kind === "unsupported") return `Failed to make values that conform to the schema: ${reason}`;
  const found = reason.startsWith("must ") ? `, got \`${show(schemaPartAt(schema, path))}\`` : "";
  return `Expected a valid JSON Schema: ${reason}${found}`;
}

function placed(paths: readonly string[]): string {
  const named = [...new Set(paths)].filter((path) => path !== "").map((path) => `\`${path}\``);
  return named.length === 0 ? "" : ` (at ${named.join(" and ")})`;
}
