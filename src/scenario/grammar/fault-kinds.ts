import type { FaultKind } from "./fault-kind.ts";
import { statusFault } from "./status-fault.ts";

/** The kinds of fault that a scenario can name. */
export const FAULT_KINDS: readonly FaultKind[] = [statusFault];
