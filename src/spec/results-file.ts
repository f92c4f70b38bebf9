import type { JsonObject, JsonValue } from "../core/json.ts";
import type { FileRequest, JsonSkeleton, ResultsFile } from "../core/rows/file-layout.ts";
import type { NamedColumn, ResultColumn } from "../core/rows/row.ts";
import { asObject } from "./document-place.ts";
import { compileLines, type LineWords, splitAtStandIns, standIns } from "./line-pieces.ts";
import { compileTemplate } from "./template/template.ts";

/** For each column, tests whether a results file has it. The keys are in column order. */
const IS_WANTED: Readonly<Record<ResultColumn, (request: FileRequest) => boolean>> = {
  ids: ({ idColumn }) => idColumn !== null,
  inputs: ({ includeInputs }) => includeInputs,
  outputs: () => true,
  cumulativeLogprobs: ({ includeCumulativeLogprobs }) => includeCumulativeLogprobs,
  confidenceScores: ({ hasConfidence }) => hasConfidence,
};

export const RESULT_COLUMNS = Object.keys(IS_WANTED) as readonly ResultColumn[];

/** Columns that a results file doesn't have unless its description names them. */
export const OPTIONAL_COLUMNS: ReadonlySet<ResultColumn> = new Set(["ids", "confidenceScores"]);

type CompiledFile = (request: FileRequest) => ResultsFile;

/** The results files in an operation's `response`, by format; compiled when first requested. */
export function resultsFiles(response: JsonValue | undefined, words: LineWords): CompiledFile {
  const compiled = new Map<string, CompiledFile>();
  return (request) => {
    const known = compiled.get(request.format);
    const file = known ?? compileResultsFile(asObject(asObject(response)[request.format]), words);
    compiled.set(request.format, file);
    return file(request);
  };
}

/** Compiles the description of one format: an entry in `response`. */
export function compileResultsFile(description: JsonObject, words: LineWords): CompiledFile {
  const { codec, contentType, fileName, entryName = "", body = null } = description;
  const names = asObject(description["columns"]);
  const columns = RESULT_COLUMNS.map(
    (column) => [column, compileTemplate(names[column] ?? "")] as const,
  );
  const nameOf = compileTemplate(fileName ?? "");
  const entryOf = compileTemplate(entryName);
  const bodyOf = compileTemplate(body);
  const linesOf = compileLines(description["lines"], words);
  return (request) => ({
    codec: String(codec),
    contentType: String(contentType),
    fileName: fileName === undefined ? undefined : String(nameOf(request)),
    entryName: String(entryOf(request)),
    columns: columns.flatMap(([column, template]): NamedColumn[] =>
      names[column] !== undefined && IS_WANTED[column](request)
        ? [{ column, name: String(template(request)) }]
        : [],
    ),
    lines: linesOf(request),
    body: skeletonOf(bodyOf({ ...request, ...STAND_INS })),
  });
}

/** Placeholders for the columns, whose rows don't exist yet when the body is rendered. */
const STAND_INS = standIns(RESULT_COLUMNS);

function skeletonOf(rendered: JsonValue): JsonSkeleton {
  return splitAtStandIns(JSON.stringify(rendered)).map((part) => {
    if (typeof part === "string") return part;
    if (!part.isInString) return { column: part.name as ResultColumn };
    throw new Error(`Expected \`${part.name}\` to be a whole value, found it within a string.`);
  });
}
