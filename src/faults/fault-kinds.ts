// Generated from the folders beside this file: `npm run docs`.
import { type AddFieldFault, addFieldKind } from "./add-field/rule.ts";
import { type CorruptFileFault, corruptFileKind } from "./corrupt-file/rule.ts";
import { type DelayFault, delayKind } from "./delay/rule.ts";
import { type DropFieldFault, dropFieldKind } from "./drop-field/rule.ts";
import { type DuplicateFault, duplicateKind } from "./duplicate/rule.ts";
import { type EmptyReplyFault, emptyReplyKind } from "./empty-reply/rule.ts";
import { type ErrorFault, errorKind } from "./error/rule.ts";
import type { FaultKind } from "./fault-kind.ts";
import { type HangFault, hangKind } from "./hang/rule.ts";
import { type LostResponseFault, lostResponseKind } from "./lost-response/rule.ts";
import { type MalformedJsonFault, malformedJsonKind } from "./malformed-json/rule.ts";
import {
  type NotFoundAfterCreateFault,
  notFoundAfterCreateKind,
} from "./not-found-after-create/rule.ts";
import { type RateLimitFault, rateLimitKind } from "./rate-limit/rule.ts";
import { type RenameFieldFault, renameFieldKind } from "./rename-field/rule.ts";
import { type ResetFault, resetKind } from "./reset/rule.ts";
import { type SlowBodyFault, slowBodyKind } from "./slow-body/rule.ts";
import { type StaleStatusFault, staleStatusKind } from "./stale-status/rule.ts";
import { type StatusFault, statusKind } from "./status/rule.ts";
import { type TruncateFault, truncateKind } from "./truncate/rule.ts";
import { type WrongContentTypeFault, wrongContentTypeKind } from "./wrong-content-type/rule.ts";

/** A fault with the parameters of its kind. */
export type KnownFault =
  | AddFieldFault
  | CorruptFileFault
  | DelayFault
  | DropFieldFault
  | DuplicateFault
  | EmptyReplyFault
  | ErrorFault
  | HangFault
  | LostResponseFault
  | MalformedJsonFault
  | NotFoundAfterCreateFault
  | RateLimitFault
  | RenameFieldFault
  | ResetFault
  | SlowBodyFault
  | StaleStatusFault
  | StatusFault
  | TruncateFault
  | WrongContentTypeFault;

export const FAULT_KINDS: {
  readonly [Kind in KnownFault["kind"]]: FaultKind<Extract<KnownFault, { readonly kind: Kind }>>;
} = {
  addField: addFieldKind,
  corruptFile: corruptFileKind,
  delay: delayKind,
  dropField: dropFieldKind,
  duplicate: duplicateKind,
  emptyReply: emptyReplyKind,
  error: errorKind,
  hang: hangKind,
  lostResponse: lostResponseKind,
  malformedJson: malformedJsonKind,
  notFoundAfterCreate: notFoundAfterCreateKind,
  rateLimit: rateLimitKind,
  renameField: renameFieldKind,
  reset: resetKind,
  slowBody: slowBodyKind,
  staleStatus: staleStatusKind,
  status: statusKind,
  truncate: truncateKind,
  wrongContentType: wrongContentTypeKind,
};
