import { canonicalJson, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { FileRequest, JsonSkeleton } from "../../core/rows/file-layout.ts";
import { compileResultsFile, RESULT_COLUMNS } from "../results-file.ts";
import { compileTemplate } from "../template/template.ts";
import { type Found, unique } from "./found.ts";
import { type BoundOperation, type ResponseCheck, renderProblems } from "./rendering.ts";

/**
 * Problems with the body of a results file. The program renders it with placeholders for the columns, and then streams the rows
 * into their places, so this must give the same result as rendering it with the rows themselves.
 */
export function checkBody(
  check: ResponseCheck,
  bound: BoundOperation,
  { body, schema }: { readonly body: JsonValue; readonly schema: JsonObject | undefined },
): Found[] {
  const found = renderProblems(check, bound, { template: body, schema });
  if (found.length > 0) return found;
  const samples = bound.samples.flatMap((sample) => [sample, { ...sample, ...NO_ROWS }]);
  if (samples.every((sample) => isStreamable(body, sample))) return [];
  return unique([
    `Expected the columns (${RESULT_COLUMNS.map((column) => `\`${column}\``).join(", ")}) to be used only as whole values, such as \`{ $eval: outputs }\`: their rows are streamed into that place.`,
  ]);
}

const NO_ROWS: JsonObject = Object.fromEntries(RESULT_COLUMNS.map((column) => [column, []]));

function isStreamable(body: JsonValue, sample: JsonObject): boolean {
  try {
    const streamed = compileResultsFile({ body })(sample as unknown as FileRequest).body;
    const expected = compileTemplate(body)(sample);
    return canonicalJson(filled(streamed, sample)) === canonicalJson(expected);
  } catch {
    // A template that needs the rows themselves fails without them.
    return false;
  }
}

function filled(skeleton: JsonSkeleton, sample: JsonObject): JsonValue {
  const parts = skeleton.map((part) =>
    typeof part === "string" ? part : JSON.stringify(sample[part.column]),
  );
  return JSON.parse(parts.join("")) as JsonValue;
}
