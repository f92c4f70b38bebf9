import type { JsonObject } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { successStatusOf } from "../derive-responses.ts";
import { asObject, resolveRef } from "../document-place.ts";
import { checkResults } from "./check-results.ts";
import { type Found, within } from "./found.ts";
import { mediaTypeSchema, undeclaredType } from "./media-type.ts";
import { type BoundOperation, type ResponseCheck, renderProblems } from "./rendering.ts";
import { unknownKeys } from "./unknown-keys.ts";

/** Problems with the `response` of an operation's binding. */
export function checkResponse(check: ResponseCheck, bound: BoundOperation): Found[] {
  const response = asObject(bound.operation["x-batch-sim"])["response"] ?? {};
  const content = contentOf(check.document, bound.operation);
  switch (bound.need.answers) {
    case "view":
      return [
        ...undeclaredType(content, "application/json"),
        ...renderProblems(check, bound, {
          template: response,
          schema: mediaTypeSchema(content, "application/json"),
        }),
      ];
    case "lines":
      return linesProblems(check, bound, { response: asObject(response), content });
    case "file":
      return [
        ...unknownKeys(asObject(response), ["contentType"]),
        ...undeclaredType(content, asObject(response)["contentType"]),
      ];
    case "page":
      return Object.entries(asObject(response)).flatMap(([type, template]) => {
        const schema = mediaTypeSchema(content, type);
        return [
          ...undeclaredType(content, type),
          ...within([type], renderProblems(check, bound, { template, schema })),
        ];
      });
    case "results":
      return checkResults(check, bound, { response: asObject(response), content });
  }
}

function linesProblems(
  check: ResponseCheck,
  bound: BoundOperation,
  { response, content }: { readonly response: JsonObject; readonly content: JsonObject },
): Found[] {
  const { contentType, lines } = response;
  const isList = Array.isArray(lines) && lines.length > 0;
  const message = `Expected \`lines\` to be a list of at least one template, got ${describeValue(lines)}.`;
  return [
    ...unknownKeys(response, ["contentType", "lines"]),
    ...undeclaredType(content, contentType),
    ...(isList ? [] : [{ inside: ["lines"], message }]),
    ...(isList ? lines : []).flatMap((template, index) =>
      within(["lines", index], renderProblems(check, bound, { template, schema: undefined })),
    ),
  ];
}

/** An operation's success content, by content type. */
function contentOf(document: JsonObject, operation: JsonObject): JsonObject {
  const response = asObject(operation["responses"])[successStatusOf(operation)];
  return asObject(asObject(resolveRef(document, response))["content"]);
}
