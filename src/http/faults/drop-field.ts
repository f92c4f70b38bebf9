import { dropAt } from "../../core/json-pointer.ts";
import type { FaultPlay } from "./fault-play.ts";
import { spoilJson } from "./json-edit.ts";

/** The JSON body lacks a field; where there is none, the answer stays as it is. */
export const playDropField: FaultPlay<"dropField"> = ({ pointer }, scene) => ({
  kind: "spoil",
  spoil: spoilJson(scene, (value) => dropAt(value, pointer)),
});
