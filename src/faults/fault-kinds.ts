// Generated from the folders beside this file: `npm run docs`.
import { addFieldKind } from "./add-field/rule.ts";
import { corruptFileKind } from "./corrupt-file/rule.ts";
import { delayKind } from "./delay/rule.ts";
import { dropFieldKind } from "./drop-field/rule.ts";
import { duplicateKind } from "./duplicate/rule.ts";
import { emptyReplyKind } from "./empty-reply/rule.ts";
import { errorKind } from "./error/rule.ts";
import { hangKind } from "./hang/rule.ts";
import { lostResponseKind } from "./lost-response/rule.ts";
import { malformedJsonKind } from "./malformed-json/rule.ts";
import { notFoundAfterCreateKind } from "./not-found-after-create/rule.ts";
import { rateLimitKind } from "./rate-limit/rule.ts";
import { renameFieldKind } from "./rename-field/rule.ts";
import { resetKind } from "./reset/rule.ts";
import { slowBodyKind } from "./slow-body/rule.ts";
import { staleStatusKind } from "./stale-status/rule.ts";
import { statusKind } from "./status/rule.ts";
import { truncateKind } from "./truncate/rule.ts";
import { wrongContentTypeKind } from "./wrong-content-type/rule.ts";

export const FAULT_KINDS = {
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
