import {
  corruptFileFault,
  malformedJsonFault,
  truncateFault,
  wrongContentTypeFault,
} from "./body-faults.ts";
import {
  duplicateFault,
  emptyReplyFault,
  lostResponseFault,
  resetFault,
} from "./connection-faults.ts";
import type { FaultKind } from "./fault-kind.ts";
import { addFieldFault, dropFieldFault, renameFieldFault } from "./field-faults.ts";
import {
  errorFault,
  notFoundAfterCreateFault,
  rateLimitFault,
  staleStatusFault,
} from "./service-faults.ts";
import { statusFault } from "./status-fault.ts";
import { delayFault, hangFault, slowBodyFault } from "./timing-faults.ts";

/** The kinds of fault that a scenario can name, if the spec has these errors. */
export const faultKinds = (errorCodes: readonly string[]): readonly FaultKind[] => [
  statusFault,
  errorFault(errorCodes),
  delayFault,
  hangFault,
  resetFault,
  emptyReplyFault,
  truncateFault,
  malformedJsonFault,
  wrongContentTypeFault,
  slowBodyFault,
  rateLimitFault,
  corruptFileFault,
  staleStatusFault,
  notFoundAfterCreateFault,
  lostResponseFault,
  duplicateFault,
  dropFieldFault,
  addFieldFault,
  renameFieldFault,
];
