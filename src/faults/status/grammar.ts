import * as z from "zod";
import { jsonValue, optional } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { statusKind } from "./rule.ts";

const STATUS_FORM = "an HTTP status from 200 to 599";
const NAME_FORM = "a header name";
const VALUE_FORM = "a single-line string or a number";

const status = z
  .int({ error: STATUS_FORM })
  .min(200, { error: STATUS_FORM })
  .max(599, { error: STATUS_FORM });

/**
 * Headers that determine where a response ends: the server sends them, and duplicates would make
 * the response invalid.
 */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: NAME_FORM })
  .refine((name) => !FRAMING.has(name.toLowerCase()), {
    error: "a header other than `content-length` and `transfer-encoding`",
  });

const headerValue = z
  .union([z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: VALUE_FORM }), z.number()], {
    error: VALUE_FORM,
  })
  .transform(String);

export const statusGrammar: FaultGrammar = faultGrammar(statusKind, {
  value: status,
  beside: {
    headers: optional(z.record(headerName, headerValue), "With `status`: headers of the response."),
    body: optional(
      jsonValue,
      "With `status`: body of the response; a string is sent as is, anything else as JSON. Default: empty.",
    ),
  },
  toFault: (status, { headers = {}, body }) => ({
    status,
    headers,
    ...(body === undefined ? {} : { body }),
  }),
});
