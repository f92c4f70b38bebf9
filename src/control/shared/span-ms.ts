import { parseDurationMs } from "../../core/time.ts";
import type { Span } from "../arguments.ts";

/** Milliseconds of a duration that the arguments' grammar has accepted. */
export function spanMs(span: Span): number {
  return typeof span === "number" ? Math.round(span) : (parseDurationMs(span) ?? 0);
}
