import { type FaultKind, SPOILING } from "../fault-kind.ts";

/** The field of the JSON body that a JSON Pointer identifies has another name. */
export type RenameFieldFault = {
  readonly kind: "renameField";
  readonly pointer: string;
  readonly name: string;
};

/** The kind `renameField`. */
export const renameFieldKind: FaultKind<RenameFieldFault> = {
  kind: "renameField",
  docs: "a field of the JSON body has another name, at the same position.",
  examples: {
    renameField: "renameField: { at: /job_id, to: id }",
    "renameField.at": "at: /job_id",
    "renameField.to": "to: id",
  },
  traits: { ...SPOILING, bodyDamage: "with one of its fields renamed" },
};
