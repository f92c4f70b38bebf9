import { childPointer, dropAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";
import { MAX_TRIED } from "../trial.ts";

export type DropFieldFault = { readonly kind: "dropField"; readonly pointer: string };

export const dropFieldKind: FaultKind<DropFieldFault> = {
  kind: "dropField",
  docs: "the JSON body lacks the field at this JSON Pointer; in a stream of lines, every line lacks it.",
  examples: { dropField: "dropField: /job_id" },
  traits: { ...SPOILING, bodyDamage: "without one of its fields", changesField: true },
  trials: ({ fields = [] }) =>
    fields.slice(0, MAX_TRIED).map((field) => ({
      name: `a body without \`${field}\``,
      fault: { dropField: childPointer("", field) },
      group: "body",
      wire: `without ${field}`,
      rank: 2,
    })),
  phases: RESPONSE_ONLY,
  play: ({ pointer }, context) => ({
    spoil: spoilJson(context, (value) => dropAt(value, pointer)),
  }),
};
