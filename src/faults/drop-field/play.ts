import { dropAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { DropFieldFault } from "./rule.ts";

/** Removes a field from the JSON body; without that field, the response stays unchanged. */
export const playDropField: FaultPlay<DropFieldFault> = ({ pointer }, context) => ({
  kind: "spoil",
  spoil: spoilJson(context, (value) => dropAt(value, pointer)),
});
