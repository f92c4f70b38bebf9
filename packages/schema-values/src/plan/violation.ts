import type { JsonValue } from "../json.ts";
/** A schema whose conforming values violate another schema. */
export type Violation = { readonly [keyword: string]: JsonValue };
