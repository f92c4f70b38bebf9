import { renameAt } from "../../core/json-pointer.ts";
import type { FaultPlay } from "./fault-play.ts";
import { spoilJson } from "./json-edit.ts";

/** Renames a field of the JSON body; without that field, the response stays unchanged. */
export const playRenameField: FaultPlay<"renameField"> = ({ pointer, name }, scene) => ({
  kind: "spoil",
  spoil: spoilJson(scene, (value) => renameAt(value, pointer, name)),
});
