import { SimulatorError } from "../../core/errors.ts";
import { type Exchange, meetsFilter } from "../../core/exchange.ts";
import { formatDuration } from "../../core/time.ts";
import type { JournalQuery, Span } from "../arguments.ts";
import { spanMs } from "../shared/clock-reading.ts";
import { exchangesMatching, journalQueryShape, sandboxQueried } from "../shared/journal-query.ts";
import { timeoutSignal, untilCalled } from "../shared/until-called.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = JournalQuery & { readonly count?: number; readonly timeout?: Span };

/**
 * Resolves with the `count`th exchange that matches a query, immediately if it has already
 * happened.
 *
 * @method journal.wait(query?: JournalQuery, options?: { readonly count?: number; readonly
 *   timeout?: Span })
 */
export const waitForExchangeVerb: Verb<Arguments, Exchange> = defineVerb({
  route: "POST /journal/wait",
  summary: "Wait until `count` exchanges match a query, and return the last of them",
  body: "json",
  usesRecords: true,
  example: { operation: "getJob", count: 2, timeout: "1s" },
  arguments: (kit) =>
    kit.keys({
      ...journalQueryShape(kit),
      count: kit.optional(kit.wholeNumber(1), "Number of exchanges that must match. Default: 1."),
      timeout: kit.optional(kit.span, "Maximum wait in wall-clock time. Default: 30 s."),
    }),
  // Resolves when the journal reports the exchange, without polling.
  act: async (scope, { count = 1, timeout = "30s", ...query }) => {
    const sandbox = await sandboxQueried(scope, query);
    const found = exchangesMatching({ ...scope, sandbox }, query);
    const last = found[count - 1];
    if (last !== undefined) return last;
    const timeoutMs = spanMs(timeout);
    const { signal } = scope;
    let missing = count - found.length;
    let awaited: Exchange | undefined;
    const listen = (call: () => void): (() => void) =>
      sandbox.journal.listen((exchange) => {
        if (!meetsFilter(exchange, query) || --missing > 0) return;
        awaited ??= exchange;
        call();
      });
    await untilCalled(listen, [timeoutSignal(timeoutMs), signal, sandbox.ended]);
    if (awaited !== undefined) return awaited;
    if (sandbox.ended.aborted)
      throw new SimulatorError(
        "SIM_UNKNOWN_SANDBOX",
        `Failed to wait for an exchange: the sandbox \`${sandbox.name}\` was reset or deleted during the wait. After a reset, wait again.`,
      );
    if (signal?.aborted) throw new SimulatorError("SIM_TIMEOUT", "The caller stopped waiting.");
    const wanted = count === 1 ? "an exchange that matches" : `${count} exchanges that match`;
    throw new SimulatorError(
      "SIM_TIMEOUT",
      `Failed to wait for ${wanted} \`${JSON.stringify(query)}\`: ${count - missing} matched within ${formatDuration(timeoutMs)}. Check the journal for what arrived instead, or increase \`timeout\`.`,
    );
  },
});
