import type { JsonObject } from "../../core/json.ts";
import type { SchemaVerdict } from "../compile/opened-schema.ts";

/** What the worker is asked to try. */
export type TrialRequest = { readonly schema: JsonObject; readonly maxSteps: number };

/** The worker's response. */
export type TrialResponse = SchemaVerdict;
