import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type NamedColumn, type ResultColumn, rowsWithout } from "../../core/rows/row.ts";
import type { Results } from "../../engine/answer.ts";
import { encodeResults, type FileShape } from "../../engine/encode-results.ts";
import { compileTemplate } from "../../spec/template/template.ts";
import type { Reply, ReplyStream } from "./reply.ts";

/** Stands for a column while the template is rendered; no rendered text can hold it by accident. */
const SENTINEL = "\u0000column:";

const COLUMNS: readonly ResultColumn[] = ["inputs", "outputs", "cumulativeLogprobs"];

/** The file of a job's results as the operation's `response` describes it for the format. */
export function resultsReply(response: JsonValue, results: Results, status: number): Reply {
  const file = isJsonObject(response) ? response[results.format] : undefined;
  if (!isJsonObject(file)) {
    throw new RangeError(
      `Expected the results operation to describe the format \`${results.format}\`.`,
    );
  }
  return {
    status,
    headers: {
      "content-type": textOf(file, "contentType", results),
      ...(file["fileName"] === undefined
        ? {}
        : {
            "content-disposition": `attachment; filename="${textOf(file, "fileName", results)}"`,
          }),
    },
    ...fileOf(results, shapeOf(file, results)),
  };
}

function fileOf(results: Results, shape: FileShape): Pick<Reply, "body" | "file"> {
  const { rows, numRows } = results;
  const body = repeatable(() => encodeResults(rows, shape));
  if (shape.kind === "json") return { body };
  if (shape.kind === "parquet") return { body, file: { kind: "parquet" } };
  const withoutRow = (index: number): ReplyStream =>
    repeatable(() => encodeResults(rowsWithout(rows, index), shape));
  return { body, file: { kind: "zippedCsv", numRows, withoutRow } };
}

/** A stream that is made anew each time it is read. */
function repeatable(make: () => ReplyStream): ReplyStream {
  return { [Symbol.asyncIterator]: () => make()[Symbol.asyncIterator]() };
}

function shapeOf(file: JsonObject, results: Results): FileShape {
  if (file["body"] !== undefined)
    return { kind: "json", skeleton: skeletonOf(file["body"], results) };
  const columns = columnsOf(file, results);
  if (file["entryName"] === undefined) return { kind: "parquet", columns };
  return { kind: "csv", columns, entryName: textOf(file, "entryName", results) };
}

function textOf(file: JsonObject, key: string, { jobId }: Results): string {
  return String(compileTemplate(file[key] ?? "")({ jobId }));
}

function columnsOf(file: JsonObject, results: Results): readonly NamedColumn[] {
  const names = isJsonObject(file["columns"]) ? file["columns"] : {};
  return COLUMNS.filter((column) => isWanted(column, results)).map((column) => ({
    column,
    name: textOf(names, column, results),
  }));
}

function isWanted(column: ResultColumn, results: Results): boolean {
  if (column === "inputs") return results.includeInputs;
  return column === "outputs" || results.includeCumulativeLogprobs;
}

/** Renders the template around stand-ins for the columns, and cuts the text where they stand. */
function skeletonOf(body: JsonValue, results: Results): (string | { column: ResultColumn })[] {
  const { jobId, includeInputs, includeCumulativeLogprobs } = results;
  const standIns = Object.fromEntries(COLUMNS.map((column) => [column, `${SENTINEL}${column}`]));
  const rendered = compileTemplate(body)({
    jobId,
    includeInputs,
    includeCumulativeLogprobs,
    ...standIns,
  });
  const parts = JSON.stringify(rendered).split(/"\\u0000column:(\w+)"/);
  return parts.map((part, index) => (index % 2 === 0 ? part : { column: part as ResultColumn }));
}
