import type { Fault } from "../../core/faults/fault.ts";
import { playAddField } from "./add-field.ts";
import { playCorruptFile } from "./corrupt-file.ts";
import { playDelay } from "./delay.ts";
import { playDropField } from "./drop-field.ts";
import { playDuplicate } from "./duplicate.ts";
import { playEmptyReply } from "./empty-reply.ts";
import { playError } from "./error.ts";
import type { FaultPlay } from "./fault-play.ts";
import { playHang } from "./hang.ts";
import { playLostResponse } from "./lost-response.ts";
import { playMalformedJson } from "./malformed-json.ts";
import { playNotFoundAfterCreate } from "./not-found-after-create.ts";
import { playRateLimit } from "./rate-limit.ts";
import { playRenameField } from "./rename-field.ts";
import { playReset } from "./reset.ts";
import { playSlowBody } from "./slow-body.ts";
import { playStaleStatus } from "./stale-status.ts";
import { playStatus } from "./status.ts";
import { playTruncate } from "./truncate.ts";
import { playWrongContentType } from "./wrong-content-type.ts";

/** The play for each kind of fault. */
export const FAULT_PLAYS: { readonly [Kind in Fault["kind"]]: FaultPlay<Kind> } = {
  status: playStatus,
  error: playError,
  delay: playDelay,
  hang: playHang,
  reset: playReset,
  emptyReply: playEmptyReply,
  truncate: playTruncate,
  malformedJson: playMalformedJson,
  wrongContentType: playWrongContentType,
  slowBody: playSlowBody,
  rateLimit: playRateLimit,
  corruptFile: playCorruptFile,
  staleStatus: playStaleStatus,
  notFoundAfterCreate: playNotFoundAfterCreate,
  lostResponse: playLostResponse,
  duplicate: playDuplicate,
  dropField: playDropField,
  addField: playAddField,
  renameField: playRenameField,
};
