import { type FaultKind, SPOILING } from "../fault-kind.ts";

/** The JSON body lacks the value that a JSON Pointer identifies. */
export type DropFieldFault = { readonly kind: "dropField"; readonly pointer: string };

/** The kind `dropField`. */
export const dropFieldKind: FaultKind<DropFieldFault> = {
  kind: "dropField",
  docs: "the JSON body lacks the field at this JSON Pointer; in a stream of lines, every line lacks it.",
  examples: { dropField: "dropField: /job_id" },
  traits: { ...SPOILING, bodyDamage: "without one of its fields" },
};
