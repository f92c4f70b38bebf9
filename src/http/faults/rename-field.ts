import { renameAt } from "../../core/json-pointer.ts";
import type { FaultPlay } from "./fault-play.ts";
import { spoilJson } from "./json-edit.ts";

/** A field of the JSON body has another name; where there is none, the answer stays as it is. */
export const playRenameField: FaultPlay<"renameField"> = ({ pointer, name }, scene) => ({
  kind: "spoil",
  spoil: spoilJson(scene, (value) => renameAt(value, pointer, name)),
});
