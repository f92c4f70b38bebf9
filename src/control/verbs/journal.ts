import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import { meetsFilter } from "../../core/journal-filter.ts";
import { formatDuration } from "../../core/time.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Scope } from "../host.ts";
import type { ArgumentsOf, JournalQuery } from "../verb.ts";
import { milliseconds } from "./clock.ts";

const DEFAULT_TIMEOUT_MS = 30_000;

/** Longest delay that a timer takes: 2^31 - 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

/** The exchanges that a query means, oldest first. */
export function findExchanges(scope: Scope, query: JournalQuery): readonly Exchange[] {
  return meant(scope, query)
    .journal.exchanges()
    .filter((exchange) => meetsFilter(exchange, query));
}

/** How many exchanges a query means. */
export function countExchanges(scope: Scope, query: JournalQuery): { readonly count: number } {
  return { count: findExchanges(scope, query).length };
}

/** Forgets all exchanges. */
export function clearJournal({ sandbox }: Scope): void {
  sandbox.journal.clear();
}

/** Waits for an exchange: the journal itself says when there is one more. */
export function waitForExchange(
  scope: Scope,
  args: ArgumentsOf<"waitForExchange">,
): Promise<Exchange> {
  const { count = 1, timeout, ...query } = args;
  const found = findExchanges(scope, query);
  const there = found[count - 1];
  if (there !== undefined) return Promise.resolve(there);
  const timeoutMs = timeout === undefined ? DEFAULT_TIMEOUT_MS : milliseconds(timeout);
  const sandbox = meant(scope, query);
  const timer = AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMER_MS));
  let missing = count - found.length;
  return new Promise((resolve, reject) => {
    const done = (): void => {
      stopListening();
      for (const [signal, onAbort] of ends) signal?.removeEventListener("abort", onAbort);
    };
    const stopListening = sandbox.journal.listen((exchange) => {
      if (!meetsFilter(exchange, query) || --missing > 0) return;
      done();
      resolve(exchange);
    });
    const fail = (reason: () => SimulatorError) => (): void => {
      done();
      reject(reason());
    };
    const ends = [
      [timer, fail(() => timedOut(args, count - missing, timeoutMs))],
      [scope.signal, fail(() => new SimulatorError("SIM_TIMEOUT", "Nobody waits any more."))],
      [sandbox.ended, fail(() => endedMeanwhile(sandbox))],
    ] as const;
    for (const [signal, onAbort] of ends) {
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort);
    }
  });
}

function meant({ host, sandbox }: Scope, { keyless }: JournalQuery): Sandbox {
  return keyless === true ? host.sandboxes.default : sandbox;
}

function timedOut(
  { timeout, count = 1, ...query }: ArgumentsOf<"waitForExchange">,
  found: number,
  timeoutMs: number,
): SimulatorError {
  const wanted = count === 1 ? "an exchange that meets" : `${count} exchanges that meet`;
  return new SimulatorError(
    "SIM_TIMEOUT",
    `Failed to wait for ${wanted} \`${JSON.stringify(query)}\`: there were ${found} within ${formatDuration(timeoutMs)}. Look at the journal for what came instead, or give a longer \`timeout\`.`,
  );
}

function endedMeanwhile({ name }: Sandbox): SimulatorError {
  return new SimulatorError(
    "SIM_UNKNOWN_SANDBOX",
    `Failed to wait for an exchange: the sandbox \`${name}\` was reset or deleted meanwhile. Wait again in the one that took its place.`,
  );
}
