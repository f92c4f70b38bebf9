import type { JsonValue } from "../../core/json.ts";
/** A schema made to be conformed to in order to violate another. */
export type Violation = { readonly [keyword: string]: JsonValue };
