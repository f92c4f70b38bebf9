import { SimulatorError } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import { advanceTo } from "../../engine/advance.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { DeliveryQuery, Span } from "../arguments.ts";
import type { DeliveryReport } from "../reports.ts";
import { spanMs } from "../shared/clock-reading.ts";
import { deliveriesMatching, deliveryQueryShape } from "../shared/delivery-report.ts";
import { timeoutSignal, untilCalled } from "../shared/until-called.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = DeliveryQuery & { readonly timeout?: Span };

/**
 * Resolves with the first matching delivery that the receiver has accepted. A `poll` clock moves
 * forward to it; on a `manual` clock, another caller has to advance the clock.
 *
 * @method waitForDelivery(query?: DeliveryQuery, options?: { readonly timeout?: Span })
 */
export const waitForDeliveryVerb: Verb<Arguments, DeliveryReport> = defineVerb({
  route: "POST /deliveries/wait",
  summary: "Wait until the receiver has accepted a webhook delivery that matches a query",
  body: "json",
  example: { event: "some-event", timeout: "1s" },
  arguments: (kit) =>
    kit.keys({
      ...deliveryQueryShape(kit),
      timeout: kit.optional(kit.span, "Maximum wait in wall-clock time. Default: 30 s."),
    }),
  act: async (scope, { timeout = "30s", ...query }) => {
    const { sandbox } = scope;
    const timeoutMs = spanMs(timeout);
    const ends = [timeoutSignal(timeoutMs), scope.signal, sandbox.ended];
    const listen = (call: () => void): (() => void) => sandbox.changes.listen(call);
    for (;;) {
      const found = deliveriesMatching(sandbox, query).find(({ isAccepted }) => isAccepted);
      if (found !== undefined) return found;
      if (ends.some((signal) => signal?.aborted))
        throw notMade(sandbox, query, ` within ${formatDuration(timeoutMs)}`);
      if (sandbox.clock.spec.mode === "poll") await moveToNext(sandbox, query);
      else await untilCalled(listen, ends);
    }
  },
});

/** Waits for due attempts to end. If there are none, moves the clock to the next attempt. */
async function moveToNext(sandbox: Sandbox, query: DeliveryQuery): Promise<void> {
  const numMade = attemptsIn(sandbox);
  const next = await sandbox.outbox?.nextAt();
  if (attemptsIn(sandbox) > numMade) return;
  if (next === undefined) throw notMade(sandbox, query, ", and no attempt is scheduled");
  await advanceTo(sandbox, next);
}

function attemptsIn({ state }: Sandbox): number {
  return [...state.deliveries.values()].reduce((sum, { length }) => sum + length, 0);
}

function notMade(sandbox: Sandbox, query: DeliveryQuery, reason: string): SimulatorError {
  const { length } = deliveriesMatching(sandbox, query);
  const outcome = length === 0 ? "none was attempted" : "none was accepted";
  const message = `Failed to wait for a delivery that matches \`${JSON.stringify(query)}\`: ${outcome}${reason}. Check the endpoint, its events, and the list from \`webhooks.deliveries()\`.`;
  return new SimulatorError("SIM_TIMEOUT", message);
}
