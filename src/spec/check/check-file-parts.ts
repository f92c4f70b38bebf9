import { isJsonObject, type JsonObject, type JsonValue, mapJson } from "../../core/json.ts";
import { LINE_VALUES } from "../../core/rows/line.ts";
import { type DataPath, within } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import { innerPath, keptOfCases, LINE_FORMS, lineTemplates, renderLine } from "../line-pieces.ts";
import { compileTemplate } from "../template/template.ts";
import { type DocumentProblem, distinct, expected, problemIf, unknownKeys } from "./found.ts";
import { inertBody, inertParts } from "./inert-parts.ts";
import { type Attempt, attempt, faultsIn, problemOf, templateProblems } from "./rendering.ts";
import { stringOf } from "./shape.ts";

export function checkFileNames(
  samples: readonly JsonObject[],
  file: JsonObject,
): DocumentProblem[] {
  const requests = samples.map(requestIn);
  const names = Object.keys(requestIn({}));
  const problemsOf = (template: JsonValue | undefined, path: DataPath): DocumentProblem[] =>
    template === undefined ? [] : within(path, templateProblems(template, requests, names, aName));
  const columns = asObject(file["columns"]);
  const found = [
    ...problemsOf(file["fileName"], ["fileName"]),
    ...problemsOf(file["entryName"], ["entryName"]),
    ...Object.entries(columns).flatMap(([column, name]) => problemsOf(name, ["columns", column])),
  ];
  return found.length > 0 ? found : repeatedNames(columns, requests);
}

/**
 * The part of a sample that is known before the first row. Templates for names can use only this
 * part. It always has `idColumn`, because the template for that column's name may use it.
 */
function requestIn(sample: JsonObject): JsonObject {
  const { jobId = "", includeInputs = false, includeCumulativeLogprobs = false } = sample;
  const { idColumn, hasConfidence = false } = sample;
  const named = { idColumn: idColumn ?? "id", hasConfidence };
  return { jobId, includeInputs, includeCumulativeLogprobs, ...named };
}

const aName = stringOf("the template to render a nonempty string");

function repeatedNames(columns: JsonObject, requests: readonly JsonObject[]): DocumentProblem[] {
  const problems = requests.flatMap((request) => {
    const names = Object.values(columns).map((name) => String(compileTemplate(name)(request)));
    const repeated = names.find((name, index) => names.indexOf(name) < index);
    const message = `Expected each column to have its own name, got \`${repeated}\` twice.`;
    return problemIf(repeated !== undefined, ["columns"], message);
  });
  return distinct(problems);
}

export function checkLines(
  samples: readonly JsonObject[],
  lines: JsonValue | undefined,
): DocumentProblem[] {
  if (!isJsonObject(lines)) return expected("an object that maps row outcomes to templates", lines);
  const { succeeded } = lines;
  const unknown = [
    ...unknownKeys(lines, ["succeeded", ...LINE_FORMS.ended]),
    ...within(["succeeded"], unknownKeys(asObject(succeeded), ["around", ...LINE_FORMS.succeeded])),
    ...within(["succeeded", "around"], aroundProblems(asObject(succeeded)["around"])),
  ];
  if (unknown.length > 0) return unknown;
  const hasText = isJsonObject(succeeded) && succeeded["text"] !== undefined;
  if (!hasText && (succeeded !== undefined || Object.keys(lines).length === 0))
    return expected("an object with a template for `text`", succeeded, ["succeeded"]);
  const names = LINE_VALUES.map((slot) => `row.${slot}`);
  return lineTemplates(lines).flatMap(({ path: own, inner, around }) => {
    const cases = keptOfCases([inner, around ?? null]);
    const byText = new Map(cases.map((fields) => [JSON.stringify(fields), fields]));
    const inert = [
      ...within(own, around === undefined ? inertBody(inner, names) : inertParts(inner, names)),
      ...within(["succeeded", "around"], inertParts(around ?? null, names)),
    ];
    if (inert.length > 0) return inert;
    const found = [...byText.values()].flatMap((fields) => {
      const kept = { ...asObject(samples[0]?.["kept"]), ...fields };
      const render = (inner: JsonValue, around?: JsonValue): Attempt<unknown> =>
        attempt(() => renderLine({ inner, around }, { ...samples[0], kept } as never, "iso"));
      const rendered = render(inner, around);
      if ("value" in rendered) return [];
      const faultsOf = (part: JsonValue): DocumentProblem[] =>
        faultsIn(part, rendered, { render, names });
      if ("problem" in render(inner) || around === undefined) return within(own, faultsOf(inner));
      const problem = problemOf(rendered, names);
      // Without the inner template, `around` may also have other problems, which are ignored.
      const inAround = faultsOf(around).filter(({ message }) => message === problem.message);
      return inAround.length === 0
        ? within(own, [problem])
        : within(["succeeded", "around"], inAround);
    });
    return distinct(found);
  });
}

/** Requires `around` to insert the inner template; otherwise, all lines would look the same. */
function aroundProblems(around: JsonValue | undefined): DocumentProblem[] {
  let isUsed = around === undefined;
  mapJson(around ?? null, (value) => {
    isUsed ||= innerPath(value) !== undefined;
    return undefined;
  });
  const message =
    "Expected `{ $eval: inner }` in `around`, where the template for each kind of output is inserted, got none.";
  return isUsed ? [] : [{ path: [], message }];
}
