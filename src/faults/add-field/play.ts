import { putAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { AddFieldFault } from "./rule.ts";

/**
 * Adds a field to the JSON body, or replaces its value; if the field's parent is missing, the
 * response stays unchanged.
 */
export const playAddField: FaultPlay<AddFieldFault> = ({ pointer, value: item }, context) => ({
  kind: "spoil",
  spoil: spoilJson(context, (value) => putAt(value, pointer, item)),
});
