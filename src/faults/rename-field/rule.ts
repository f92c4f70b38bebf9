import { renameAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";

export const renameFieldKind: FaultKind<{ readonly pointer: string; readonly name: string }> = {
  kind: "renameField",
  docs: "a field of the JSON body has a different name, at the same position.",
  traits: { ...SPOILING, bodyDamage: "damaged by a renamed field", changesField: true },
  phases: RESPONSE_ONLY,
  play: ({ pointer, name }, context) => ({
    spoil: spoilJson(context, (value) => renameAt(value, pointer, name)),
  }),
};
