import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { DocumentProblem } from "../check/document-problem.ts";
import { successStatuses } from "../derive-responses.ts";
import { asObject, findOperation, operationsOf } from "../document-place.ts";

/**
 * Makes the status of an operation's binding and its written responses agree, whichever of the two an overlay changed.
 * Changes the document in place.
 */
export function settleStatuses(base: JsonObject, document: JsonObject): DocumentProblem[] {
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const binding = asObject(operation["x-batch-sim"]);
    const before = asObject(findOperation(base, String(operation["operationId"])));
    const written = successStatuses(asObject(operation["responses"]));
    const wasWritten = successStatuses(asObject(before["responses"]));
    const { status } = binding;
    const isBound = status !== undefined && status !== asObject(before["x-batch-sim"])["status"];
    const [only, ...others] = written;
    if (isBound || only === undefined || written.join() === wasWritten.join()) return [];
    if (others.length > 0) {
      const message = `Expected one success response, got ${written.map((each) => `\`${each}\``).join(" and ")}. Remove the others, or choose one in \`x-batch-sim.status\`.`;
      return [{ path: ["paths", path, method, "responses"], message }];
    }
    (binding as { [key: string]: JsonValue })["status"] = Number(only);
    return [];
  });
}
