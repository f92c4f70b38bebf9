import { Types } from "./response-schemas.mjs";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The JSON Schemas of findings and of all reports, made from their types. */
export function reportSchemas() {
  return {
    Finding: schemaOf("findings", "report-of", "Finding", {
      title: "A finding of batch-sim's report",
    }),
    Report: schemaOf("findings", "report-of", "Report", {
      title: "batch-sim's report on what clients did wrong, and the features that they used",
    }),
    ExploreReport: schemaOf("explore", "explore-report", "ExploreReport", {
      $id: "https://unpkg.com/batch-sim/dist/explore.schema.json",
      title: "batch-sim exploration",
    }),
    VerifyReport: schemaOf("verify", "verify-report", "VerifyReport", {
      $id: "https://unpkg.com/batch-sim/dist/verify.schema.json",
      title: "batch-sim verification",
    }),
  };
}

function schemaOf(part, source, type, head) {
  return {
    $schema: DIALECT,
    ...head,
    ...new Types().read(`src/${part}/report/${source}.ts`, type),
  };
}
