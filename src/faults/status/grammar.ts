import * as z from "zod";
import { jsonValue, optional } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { statusKind } from "./rule.ts";

const STATUS = { error: "an HTTP status from 200 to 599" };
const VALUE = { error: "a single-line string or a number" };

const status = z.int(STATUS).min(200, STATUS).max(599, STATUS);

/** Headers that determine a response's end. The server sends them; duplicates would be invalid. */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: "a header name" })
  .refine((name) => !FRAMING.has(name.toLowerCase()), {
    error: "a header other than `content-length` and `transfer-encoding`",
  });

const headerValue = z
  .union([z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, VALUE), z.number()], VALUE)
  .transform(String);

export const statusGrammar: FaultGrammar = faultGrammar(statusKind, {
  value: status,
  beside: {
    headers: optional(z.record(headerName, headerValue), "With `status`: response headers."),
    body: optional(
      jsonValue,
      "With `status`: response body. A string is sent as is; any other value is sent as JSON. Default: empty. A response with status 204, 205, or 304 has no body.",
    ),
  },
  toFault: (status, { headers = {}, body }) => ({
    status,
    headers,
    ...(body === undefined ? {} : { body }),
  }),
});
