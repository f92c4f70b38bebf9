import type { JsonValue } from "../../core/json.ts";
import { putAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";

export const addFieldKind: FaultKind<{ readonly pointer: string; readonly value: JsonValue }> = {
  kind: "addField",
  docs: "the JSON body has one more field, a different value in a field, or one more item in a list (`/list/-`).",
  traits: { ...HARMLESS, isSelective: true },
  phases: RESPONSE_ONLY,
  play: ({ pointer, value: item }, context) => ({
    spoil: spoilJson(context, (value) => putAt(value, pointer, item)),
  }),
};
