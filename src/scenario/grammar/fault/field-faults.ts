import { z } from "zod";
import { jsonValue, keys } from "../values.ts";
import { type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

const POINTER_FORM = "a JSON Pointer such as `/jobs/0/status`";

const pointer: z.ZodType<string> = z
  .string({ error: POINTER_FORM })
  .regex(/^(\/([^~/]|~[01])*)+$/, { error: POINTER_FORM });

/** A field is missing. */
export const dropFieldFault: FaultKind = faultKind({
  name: "dropField",
  description:
    "the JSON body lacks the field at this JSON Pointer; in a stream of lines, every line lacks it.",
  value: pointer,
  phases: RESPONSE_ONLY,
  toFault: (at) => ({ kind: "dropField", pointer: at }),
});

/** A field is added or replaced. */
export const addFieldFault: FaultKind = faultKind({
  name: "addField",
  description:
    "the JSON body has one more field, another value in a field, or one more item (`/list/-`).",
  value: keys({
    at: pointer.meta({ description: "JSON Pointer to the field." }),
    value: jsonValue.meta({ description: "The value of the field." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ at, value }) => ({ kind: "addField", pointer: at, value }),
});

/** A field has another name. */
export const renameFieldFault: FaultKind = faultKind({
  name: "renameField",
  description: "a field of the JSON body has another name, at the same position.",
  value: keys({
    at: pointer.meta({ description: "JSON Pointer to the field." }),
    to: z.string().meta({ description: "The new name." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ at, to }) => ({ kind: "renameField", pointer: at, name: to }),
});
