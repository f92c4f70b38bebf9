import type { JsonValue } from "../../core/json.ts";
import { type FaultKind, HARMLESS } from "../fault-kind.ts";

/** The JSON body has this value at a JSON Pointer. */
export type AddFieldFault = {
  readonly kind: "addField";
  readonly pointer: string;
  readonly value: JsonValue;
};

/** The kind `addField`. */
export const addFieldKind: FaultKind<AddFieldFault> = {
  kind: "addField",
  docs: "the JSON body has one more field, another value in a field, or one more item (`/list/-`).",
  examples: {
    addField: "addField: { at: /note, value: new }",
    "addField.at": "at: /note",
    "addField.value": "value: new",
  },
  traits: { ...HARMLESS, isSelective: true },
  trials: ({ fields }) =>
    fields === undefined
      ? []
      : [
          {
            name: "a field that it doesn't know",
            fault: { addField: { at: "/added_later", value: { nested: [1] } } },
            group: "body",
            wire: "more fields",
            rank: 3,
          },
        ],
};
