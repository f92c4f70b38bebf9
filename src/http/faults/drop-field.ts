import { dropAt } from "../../core/json-pointer.ts";
import type { FaultPlay } from "./fault-play.ts";
import { spoilJson } from "./json-edit.ts";

/** Removes a field from the JSON body; without that field, the response stays unchanged. */
export const playDropField: FaultPlay<"dropField"> = ({ pointer }, context) => ({
  kind: "spoil",
  spoil: spoilJson(context, (value) => dropAt(value, pointer)),
});
