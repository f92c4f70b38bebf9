import type { JsonObject, JsonValue } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import { checkResults, checkWrittenFiles } from "./check-results.ts";
import { type Found, unknownKeys, within } from "./found.ts";
import {
  type BoundOperation,
  mediaTypeSchema,
  type ResponseCheck,
  renderProblems,
  undeclaredType,
} from "./rendering.ts";

/** Problems with the `response` of an operation's binding. */
export function checkResponse(check: ResponseCheck, bound: BoundOperation): Found[] {
  const response = asObject(bound.operation["x-batch-sim"])["response"] ?? {};
  const typed = (template: JsonValue, type: string): Found[] =>
    renderProblems(check, bound, template, mediaTypeSchema(check, bound, type));
  switch (bound.need.answers) {
    case "view":
      return [
        ...undeclaredType(check, bound, "application/json"),
        ...typed(response, "application/json"),
      ];
    case "lines":
      return linesProblems(check, bound, asObject(response));
    case "file":
      return [
        ...unknownKeys(asObject(response), ["contentType"]),
        ...undeclaredType(check, bound, asObject(response)["contentType"]),
      ];
    case "page":
      return Object.entries(asObject(response)).flatMap(([type, template]) => [
        ...undeclaredType(check, bound, type),
        ...within([type], typed(template, type)),
      ]);
    case "content":
      return checkWrittenFiles(check, bound, asObject(response));
    case "results":
      return checkResults(check, bound, asObject(response));
  }
}

function linesProblems(check: ResponseCheck, bound: BoundOperation, response: JsonObject): Found[] {
  const { contentType, lines } = response;
  const isList = Array.isArray(lines) && lines.length > 0;
  const message = `Expected \`lines\` to be a list of at least one template, got ${describeValue(lines)}.`;
  return [
    ...unknownKeys(response, ["contentType", "lines"]),
    ...undeclaredType(check, bound, contentType),
    ...(isList ? [] : [{ inside: ["lines"], message }]),
    ...(isList ? lines : []).flatMap((template, index) =>
      within(["lines", index], renderProblems(check, bound, template, undefined)),
    ),
  ];
}
