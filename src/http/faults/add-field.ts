import { putAt } from "../../core/json-pointer.ts";
import type { FaultPlay } from "./fault-play.ts";
import { spoilJson } from "./json-edit.ts";

/** The JSON body has a field more, or another value in it; where its parent isn't there, the answer stays as it is. */
export const playAddField: FaultPlay<"addField"> = ({ pointer, value: item }, scene) => ({
  kind: "spoil",
  spoil: spoilJson(scene, (value) => putAt(value, pointer, item)),
});
