import type { JsonValue } from "../../core/json.ts";
import { putAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";
import { hasJson, trialIf } from "../trial.ts";

export type AddFieldFault = {
  readonly kind: "addField";
  readonly pointer: string;
  readonly value: JsonValue;
};

export const addFieldKind: FaultKind<AddFieldFault> = {
  kind: "addField",
  docs: "the JSON body has one more field, another value in a field, or one more item (`/list/-`).",
  examples: {
    addField: "addField: { at: /note, value: new }",
    "addField.at": "at: /note",
    "addField.value": "value: new",
  },
  traits: { ...HARMLESS, isSelective: true },
  trials: trialIf(hasJson, {
    name: "a field that it doesn't know",
    fault: { addField: { at: "/added_later", value: { nested: [1] } } },
    group: "body",
    wire: "more fields",
    rank: 3,
  }),
  phases: RESPONSE_ONLY,
  play: ({ pointer, value: item }, context) => ({
    spoil: spoilJson(context, (value) => putAt(value, pointer, item)),
  }),
};
