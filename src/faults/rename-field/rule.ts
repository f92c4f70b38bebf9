import { childPointer, renameAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";
import { MAX_TRIED } from "../trial.ts";

export type RenameFieldFault = {
  readonly kind: "renameField";
  readonly pointer: string;
  readonly name: string;
};

export const renameFieldKind: FaultKind<RenameFieldFault> = {
  kind: "renameField",
  docs: "a field of the JSON body has another name, at the same position.",
  examples: {
    renameField: "renameField: { at: /job_id, to: id }",
    "renameField.at": "at: /job_id",
    "renameField.to": "to: id",
  },
  traits: { ...SPOILING, bodyDamage: "with one of its fields renamed", changesField: true },
  trials: ({ fields = [] }) =>
    fields.slice(0, MAX_TRIED).map((field) => ({
      name: `a body with \`${field}\` under another name`,
      fault: { renameField: { at: childPointer("", field), to: `${field}_renamed` } },
      group: "body",
      wire: `renamed ${field}`,
      rank: 3,
    })),
  phases: RESPONSE_ONLY,
  play: ({ pointer, name }, context) => ({
    spoil: spoilJson(context, (value) => renameAt(value, pointer, name)),
  }),
};
