import { dropAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";

export const dropFieldKind: FaultKind<{ readonly pointer: string }> = {
  kind: "dropField",
  docs: "the JSON body lacks the field at this JSON Pointer.",
  traits: { ...SPOILING, bodyDamage: "missing one of its fields", changesField: true },
  phases: RESPONSE_ONLY,
  play: ({ pointer }, context) => ({
    spoil: spoilJson(context, (value) => dropAt(value, pointer)),
  }),
};
