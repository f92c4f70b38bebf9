import { z } from "zod";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { wrongContentTypeKind } from "./rule.ts";

const CONTENT_TYPE_FORM = "a content type such as `text/html`";

/** How `wrongContentType` is written in a scenario. */
export const wrongContentTypeGrammar: FaultGrammar = faultGrammar(wrongContentTypeKind, {
  value: z
    .string({ error: CONTENT_TYPE_FORM })
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/, { error: CONTENT_TYPE_FORM }),
  phases: RESPONSE_ONLY,
  toFault: (contentType) => ({ contentType }),
});
