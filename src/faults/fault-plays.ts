// Generated from the folders beside this file: `npm run docs`.
import { playAddField } from "./add-field/play.ts";
import { playCorruptFile } from "./corrupt-file/play.ts";
import { playDelay } from "./delay/play.ts";
import { playDropField } from "./drop-field/play.ts";
import { playDuplicate } from "./duplicate/play.ts";
import { playEmptyReply } from "./empty-reply/play.ts";
import { playError } from "./error/play.ts";
import type { KnownFault } from "./fault-kinds.ts";
import type { FaultPlay } from "./fault-play.ts";
import { playHang } from "./hang/play.ts";
import { playLostResponse } from "./lost-response/play.ts";
import { playMalformedJson } from "./malformed-json/play.ts";
import { playNotFoundAfterCreate } from "./not-found-after-create/play.ts";
import { playRateLimit } from "./rate-limit/play.ts";
import { playRenameField } from "./rename-field/play.ts";
import { playReset } from "./reset/play.ts";
import { playSlowBody } from "./slow-body/play.ts";
import { playStaleStatus } from "./stale-status/play.ts";
import { playStatus } from "./status/play.ts";
import { playTruncate } from "./truncate/play.ts";
import { playWrongContentType } from "./wrong-content-type/play.ts";

/** The play for each kind of fault. */
export const FAULT_PLAYS: {
  readonly [Kind in KnownFault["kind"]]: FaultPlay<Extract<KnownFault, { readonly kind: Kind }>>;
} = {
  addField: playAddField,
  corruptFile: playCorruptFile,
  delay: playDelay,
  dropField: playDropField,
  duplicate: playDuplicate,
  emptyReply: playEmptyReply,
  error: playError,
  hang: playHang,
  lostResponse: playLostResponse,
  malformedJson: playMalformedJson,
  notFoundAfterCreate: playNotFoundAfterCreate,
  rateLimit: playRateLimit,
  renameField: playRenameField,
  reset: playReset,
  slowBody: playSlowBody,
  staleStatus: playStaleStatus,
  status: playStatus,
  truncate: playTruncate,
  wrongContentType: playWrongContentType,
};
