import { LineRows } from "../../codec/line-rows.ts";
import { type ApiError, invalidRequest } from "../../core/errors.ts";
import type { FileProblem, FileRules, LineProblemKind } from "../../core/file-rules.ts";
import type { InputProblem } from "../../core/job/facts.ts";
import type { JsonObject } from "../../core/json.ts";
import { pointedBy } from "../../core/json-pointer.ts";
import { listed } from "../../core/nearest.ts";
import type { FileChecks, RecordPlaces } from "../../core/rows/input-places.ts";
import type { ClientFile, LineScan } from "../../state/sandbox-state.ts";
import { recordsRead } from "../records/measure-records.ts";
import { type InputsReading, pathOf, type ReadInputs } from "../submission.ts";
import { currentFile } from "./find-file.ts";

/** Reads a file's inputs. Throws an ApiError for an unusable file; invalid lines fail the job. */
export async function fileInputs(reading: InputsReading, fileId: string): Promise<ReadInputs> {
  const { context, call, rowRules, submission } = reading;
  const { files } = context.rules;
  const { state, clock } = context.sandbox;
  const file = currentFile(state, fileId, clock.now());
  if (file === undefined || files === undefined)
    throw unusable(call, `Expected the ID of an uploaded file that exists, got \`${fileId}\`.`);
  const { lines } = file;
  if (lines === undefined) throw unusable(call, wrongPurpose(file, files));
  const rows = new LineRows(file.bytes, lines);
  const { fileProblem } = reading;
  const given = fileProblem && (await simulated(fileProblem, submission.places, rows, lines));
  const problems = problemsOf(lines, { ...reading, fileProblem: given }, files, file.purpose);
  const [first] = problems;
  if (first !== undefined) {
    const { numLines: numRows } = lines;
    return { outcome: { kind: "refused", reason: first.message, numRows, problems } };
  }
  const isAsScanned = !rowRules?.some(({ outcome }) => outcome.kind === "error");
  const { outcome } = isAsScanned ? { outcome: lines.inputs } : await recordsRead(reading, rows);
  const rowModel = modelIn(lines, reading);
  return { outcome: { digest: file.sha256, ...outcome, ...(rowModel && { rowModel }) }, rows };
}

/** The lines' model if every line names the same one. */
function modelIn({ values }: LineScan, { submission }: InputsReading): string | undefined {
  const pointers = submission.places?.model ?? [];
  const [first, ...others] = pointers.flatMap((pointer) => values[pointer] ?? []);
  const rowModel: unknown = first && others.length === 0 ? JSON.parse(first[0]) : undefined;
  return typeof rowModel === "string" ? rowModel : undefined;
}

function unusable(call: InputsReading["call"], message: string): ApiError {
  const path = pathOf(call, "inputs", -1);
  return invalidRequest([{ path, message, type: "file" }], "unusable-file");
}

function wrongPurpose({ fileId, purpose }: ClientFile, { purposes }: FileRules): string {
  const wanted = Object.keys(purposes).filter((name) => purposes[name]?.hasLines === true);
  return `Expected the purpose of file \`${fileId}\` to be ${listed(wanted, " or ")}, got \`${purpose}\`.`;
}

function problemsOf(
  lines: LineScan,
  { submission, fileProblem }: InputsReading,
  files: FileRules,
  purpose: string,
): readonly InputProblem[] {
  const { maxLines = Number.POSITIVE_INFINITY } = files.purposes[purpose] ?? {};
  const { places, kept = {} } = submission;
  const { unique = null } = places?.checks ?? {};
  const { numLines } = lines;
  const found: (FileProblem | undefined)[] = [
    fileProblem,
    numLines === 0 ? { kind: "empty" } : undefined,
    numLines > maxLines ? { kind: "tooMany", detail: String(numLines) } : undefined,
    ...lines.problems.map((problem) =>
      problem.kind === "repeated" ? { ...problem, ...(unique && { param: unique }) } : problem,
    ),
    ...valueProblems(lines, places?.checks ?? {}, kept),
  ];
  return found.filter((problem) => problem !== undefined).map((problem) => inWords(problem, files));
}

/** Moves a scenario's simulated problem to an existing line, and adds a detail if it has none. */
async function simulated(
  fileProblem: FileProblem,
  places: RecordPlaces | undefined,
  rows: LineRows,
  { numLines, problems }: LineScan,
): Promise<FileProblem> {
  const { kind, line = 1 } = fileProblem;
  const { unique, same, equal = {} } = places?.checks ?? {};
  const at = Math.min(line, numLines);
  const pointers = { repeated: unique, differing: same, unequal: Object.keys(equal)[0] };
  const pointer = kind in pointers ? pointers[kind as keyof typeof pointers] : undefined;
  let detail = kind === "tooMany" ? String(numLines) : "simulated by the scenario";
  if (pointer !== undefined && problems.length === 0)
    for await (const [row = null] of rows.batches(at - 1, 1)) {
      const found = pointedBy(pointer)(row) ?? null;
      detail = typeof found === "string" && kind === "repeated" ? found : JSON.stringify(found);
      break;
    }
  return { detail, ...fileProblem, ...(fileProblem.line && { line: at }) };
}

function valueProblems({ values }: LineScan, { same, equal = {} }: FileChecks, kept: JsonObject) {
  const [, other] = same === undefined ? [] : (values[same] ?? []);
  const differing = other && [problemAt("differing", same ?? "", other)];
  const unequal = Object.entries(equal).flatMap(([pointer, field]) =>
    (values[pointer] ?? [])
      .filter(([json]) => json !== JSON.stringify(kept[field] ?? null))
      .map((value) => problemAt("unequal", pointer, value)),
  );
  return [...(differing ?? []), ...unequal];
}

function problemAt(
  kind: LineProblemKind,
  pointer: string,
  [json, line]: readonly [string, number],
): FileProblem {
  return { kind, line, param: pointer, detail: json };
}

/** Default messages, for a service that doesn't define its own. */
const MESSAGES: Readonly<Record<LineProblemKind, string>> = {
  malformed: "This line is not valid JSON.",
  invalid: "This line is invalid: {value}.",
  repeated: "This line has the same ID as another line: {value}.",
  differing: "This line's value, {value}, differs from the first line's value.",
  unequal: "This line's value, {value}, differs from the request's value.",
  empty: "The input file is empty.",
  tooMany: "The input file has too many lines: {value}.",
  failed: "{value}",
};

/** Formulates a problem as the service does. The value replaces `{value}` in the message. */
function inWords(
  { kind, line, param, detail = "" }: FileProblem,
  { problems }: FileRules,
): InputProblem {
  const { code = kind, message = MESSAGES[kind] } = problems[kind] ?? {};
  return {
    code,
    message: message.replace("{value}", () => detail),
    line: line ?? null,
    param: param?.slice(1).replaceAll("/", ".") ?? null,
  };
}
