import { renameAt } from "../../core/json-pointer.ts";
import { spoilJson } from "../body-edit.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { RenameFieldFault } from "./rule.ts";

/** Renames a field of the JSON body; without that field, the response stays unchanged. */
export const playRenameField: FaultPlay<RenameFieldFault> = ({ pointer, name }, context) => ({
  kind: "spoil",
  spoil: spoilJson(context, (value) => renameAt(value, pointer, name)),
});
