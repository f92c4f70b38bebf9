import type { JsonObject } from "../../core/json.ts";
import type { SchemaVerdict } from "../compile/opened-schema.ts";

/** A request to the worker. */
export type TrialRequest = { readonly schema: JsonObject; readonly maxSteps: number };

/** The worker's response. */
export type TrialResponse = SchemaVerdict;
