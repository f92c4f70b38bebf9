import { z } from "zod";
import type { FileDamage, TruncateFault } from "../../../core/faults/fault.ts";
import { flag, oneKeyOf, share, wholeNumber } from "../values.ts";
import { type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

const truncate: z.ZodType<TruncateFault["at"]> = oneKeyOf<TruncateFault["at"]>({
  atBytes: wholeNumber(0)
    .transform((bytes): TruncateFault["at"] => ({ bytes }))
    .meta({ description: "Number of bytes of the body that arrive." }),
  atShare: share
    .transform((part): TruncateFault["at"] => ({ share: part }))
    .meta({ description: "Share of the body that arrives." }),
});

/** The body ends early. */
export const truncateFault: FaultKind = faultKind({
  name: "truncate",
  description:
    "the body ends early, although `Content-Length` announces all of it, and the connection closes cleanly; a live stream ends after this many bytes or, with a share, after its first lines.",
  value: truncate,
  phases: RESPONSE_ONLY,
  toFault: (at) => ({ kind: "truncate", at }),
});

/** JSON that can't be parsed. */
export const malformedJsonFault: FaultKind = faultKind({
  name: "malformedJson",
  description: "the response is complete, but its JSON lacks the last two bytes.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "malformedJson" }),
});

const CONTENT_TYPE_FORM = "a content type such as `text/html`";

/** A body with the wrong content type. */
export const wrongContentTypeFault: FaultKind = faultKind({
  name: "wrongContentType",
  description: "the body is correct, but declared as this content type.",
  value: z
    .string({ error: CONTENT_TYPE_FORM })
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/, { error: CONTENT_TYPE_FORM }),
  phases: RESPONSE_ONLY,
  toFault: (contentType) => ({ kind: "wrongContentType", contentType }),
});

const DAMAGES = [
  "zipChecksum",
  "zipDirectory",
  "csvMissingRow",
  "parquetFooter",
  "parquetPage",
] as const satisfies readonly FileDamage[];

/** A damaged download. */
export const corruptFileFault: FaultKind = faultKind({
  name: "corruptFile",
  description:
    "a downloaded file is damaged, if it has this format: a wrong CRC-32 (`zipChecksum`), no central directory (`zipDirectory`), a valid file that lacks one row, chosen from the seed (`csvMissingRow`), a truncated footer (`parquetFooter`), or a page that can't be read (`parquetPage`).",
  value: z.enum(DAMAGES),
  phases: RESPONSE_ONLY,
  toFault: (damage) => ({ kind: "corruptFile", damage }),
});
