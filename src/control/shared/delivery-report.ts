import { defined } from "../../core/defined.ts";
import { type DeliveryAttempt, isAccepted, isForged } from "../../core/webhooks/delivery.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { DeliveryQuery } from "../arguments.ts";
import type { DeliveryReport } from "../reports.ts";
import type { GrammarKit } from "../verb.ts";

export function deliveryQueryShape({ optional, line, jobId }: GrammarKit) {
  return {
    event: optional(line, "Name of the event."),
    jobId: optional(jobId, "ID of the job."),
    endpointId: optional(line, "ID of the endpoint."),
  };
}

/** Matching deliveries, in the order of their first attempts. */
export function deliveriesMatching(
  { state }: Sandbox,
  { event, jobId, endpointId }: DeliveryQuery,
): readonly DeliveryReport[] {
  return [...state.deliveries.values()]
    .map(reportOf)
    .filter(
      (each) =>
        (event ?? each.event) === each.event &&
        (jobId ?? each.jobId) === each.jobId &&
        (endpointId ?? each.endpointId) === each.endpointId,
    );
}

function reportOf(made: readonly DeliveryAttempt[]): DeliveryReport {
  const [first] = made;
  if (first === undefined) throw new RangeError("Expected a delivery to have an attempt.");
  const { deliveryId, endpointId, event, jobId, eventAt } = first;
  return defined({
    ...{ deliveryId, endpointId, event, jobId, eventAt },
    isAccepted: made.some((attempt) => isAccepted(attempt) && !isForged(attempt)),
    attempts: made.map(({ at, wallAt, durationMs, url, end, status, reason, fault }) =>
      defined({ at, wallAt, durationMs, url, end, status, reason, fault }),
    ),
  });
}
