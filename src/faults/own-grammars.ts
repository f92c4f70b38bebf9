// Generated from the folders beside this file: `npm run docs`.
import { addFieldGrammar } from "./add-field/grammar.ts";
import { corruptFileGrammar } from "./corrupt-file/grammar.ts";
import { delayGrammar } from "./delay/grammar.ts";
import { dropFieldGrammar } from "./drop-field/grammar.ts";
import { duplicateKind } from "./duplicate/rule.ts";
import { emptyReplyKind } from "./empty-reply/rule.ts";
import { errorGrammar } from "./error/grammar.ts";
import { type FaultGrammar, switchGrammar } from "./fault-grammar.ts";
import { hangKind } from "./hang/rule.ts";
import { lostResponseKind } from "./lost-response/rule.ts";
import { malformedJsonKind } from "./malformed-json/rule.ts";
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
  switchGrammar(duplicateKind),
  switchGrammar(emptyReplyKind),
  errorGrammar,
  switchGrammar(hangKind),
  switchGrammar(lostResponseKind),
  switchGrammar(malformedJsonKind),
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
