// Generated from the folders beside this file: `npm run docs`.
import { addFieldGrammar } from "./add-field/grammar.ts";
import { corruptFileGrammar } from "./corrupt-file/grammar.ts";
import { delayGrammar } from "./delay/grammar.ts";
import { dropFieldGrammar } from "./drop-field/grammar.ts";
import { duplicateGrammar } from "./duplicate/grammar.ts";
import { emptyReplyGrammar } from "./empty-reply/grammar.ts";
import { errorGrammar } from "./error/grammar.ts";
import type { FaultGrammar } from "./fault-grammar.ts";
import { hangGrammar } from "./hang/grammar.ts";
import { lostResponseGrammar } from "./lost-response/grammar.ts";
import { malformedJsonGrammar } from "./malformed-json/grammar.ts";
import { notFoundAfterCreateGrammar } from "./not-found-after-create/grammar.ts";
import { rateLimitGrammar } from "./rate-limit/grammar.ts";
import { renameFieldGrammar } from "./rename-field/grammar.ts";
import { resetGrammar } from "./reset/grammar.ts";
import { slowBodyGrammar } from "./slow-body/grammar.ts";
import { staleStatusGrammar } from "./stale-status/grammar.ts";
import { statusGrammar } from "./status/grammar.ts";
import { truncateGrammar } from "./truncate/grammar.ts";
import { wrongContentTypeGrammar } from "./wrong-content-type/grammar.ts";

/** How every kind of fault is written. */
export const FAULT_GRAMMARS: readonly FaultGrammar[] = [
  addFieldGrammar,
  corruptFileGrammar,
  delayGrammar,
  dropFieldGrammar,
  duplicateGrammar,
  emptyReplyGrammar,
  errorGrammar,
  hangGrammar,
  lostResponseGrammar,
  malformedJsonGrammar,
  notFoundAfterCreateGrammar,
  rateLimitGrammar,
  renameFieldGrammar,
  resetGrammar,
  slowBodyGrammar,
  staleStatusGrammar,
  statusGrammar,
  truncateGrammar,
  wrongContentTypeGrammar,
];
