import * as z from "zod";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { wrongContentTypeKind } from "./rule.ts";

const CONTENT_TYPE_FORM = "a content type such as `text/html`";

export const wrongContentTypeGrammar: FaultGrammar = faultGrammar(wrongContentTypeKind, {
  value: z
    .string({ error: CONTENT_TYPE_FORM })
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/, { error: CONTENT_TYPE_FORM }),
  toFault: (contentType) => ({ contentType }),
});
