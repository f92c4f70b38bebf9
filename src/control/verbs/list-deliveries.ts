import type { DeliveryQuery } from "../arguments.ts";
import type { DeliveryReport } from "../reports.ts";
import { deliveriesMatching, deliveryQueryShape } from "../shared/delivery-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Lists the deliveries that were attempted, in the order of their first attempts.
 *
 * @method webhooks.deliveries(query?: DeliveryQuery)
 */
export const listDeliveriesVerb: Verb<DeliveryQuery, readonly DeliveryReport[]> = defineVerb({
  route: "GET /deliveries",
  summary: "List the attempted webhook deliveries",
  example: { event: "some-event", jobId: "some-job", endpointId: "some-endpoint" },
  arguments: (kit) => kit.keys(deliveryQueryShape(kit)),
  act: ({ sandbox }, query) => deliveriesMatching(sandbox, query),
});
