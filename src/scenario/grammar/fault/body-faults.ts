import { z } from "zod";
import type { FileDamage, TruncateFault } from "../../../core/faults/fault.ts";
import { flag, oneKeyOf, share, wholeNumber } from "../values.ts";
import { type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

const truncate: z.ZodType<TruncateFault["at"]> = oneKeyOf<TruncateFault["at"]>({
  atBytes: wholeNumber(0)
    .transform((bytes): TruncateFault["at"] => ({ bytes }))
    .meta({ description: "So many bytes of the body come." }),
  atShare: share
    .transform((part): TruncateFault["at"] => ({ share: part }))
    .meta({ description: "So much of the body comes." }),
});

/** The body ends early. */
export const truncateFault: FaultKind = faultKind({
  name: "truncate",
  description: "the body ends early although `Content-Length` announces the whole of it.",
  value: truncate,
  phases: RESPONSE_ONLY,
  toFault: (at) => ({ kind: "truncate", at }),
});

/** JSON that isn't any. */
export const malformedJsonFault: FaultKind = faultKind({
  name: "malformedJson",
  description: "the body is announced as JSON and isn't any.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "malformedJson" }),
});

const CONTENT_TYPE_FORM = "a content type such as `text/html`";

/** A body that is announced as something else. */
export const wrongContentTypeFault: FaultKind = faultKind({
  name: "wrongContentType",
  description: "the body is as it should be, and announced as this content type.",
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
    "a downloaded file has this damage, if it is of that format: a wrong checksum or a missing central directory in the ZIP, a row that is missing from the CSV, a cut footer or wrong bytes in a page of the Parquet file.",
  value: z.enum(DAMAGES),
  phases: RESPONSE_ONLY,
  toFault: (damage) => ({ kind: "corruptFile", damage }),
});
