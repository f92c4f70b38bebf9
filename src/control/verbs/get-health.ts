import type { Health } from "../reports.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/** Confirms that the server responds. */
export const getHealthVerb: Verb<NoArguments, Health> = defineVerb({
  route: {
    method: "GET",
    path: "/health",
    isOfServer: true,
    isPublic: true,
    summary: "Check that the server responds",
  },
  arguments: ({ noArguments }) => noArguments,
  response: ({ z, zeroOrMore }) =>
    z.strictObject({ status: z.literal("ok"), version: z.string(), sandboxes: zeroOrMore }),
  act: ({ host }) => ({
    status: "ok" as const,
    version: host.version,
    sandboxes: host.sandboxes.all().length,
  }),
});
