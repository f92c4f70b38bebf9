import { controlDocument } from "../../src/control/control-document.ts";
import { readDataFile } from "../data-files.mjs";
import { reportSchemas } from "./report-schemas.mjs";
import { responseSchemas } from "./response-schemas.mjs";

/** The operations in the control API's document, without a spec's own names. */
export async function controlOperations() {
  const names = { operationIds: [], uses: {}, errors: {}, formats: {}, assumptions: {} };
  const schemas = responseSchemas(reportSchemas(), await readDataFile("control-api"));
  const { paths } = controlDocument("", names, schemas);
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
}
