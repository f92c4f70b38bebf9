import { textLike } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { wrongContentTypeKind } from "./rule.ts";

export const wrongContentTypeGrammar: FaultGrammar = faultGrammar(wrongContentTypeKind, {
  value: textLike(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/,
    "a content type such as `text/html`",
  ),
  toFault: (contentType) => ({ contentType }),
});
