import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf } from "../../core/json-pointer.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { Fields } from "../../core/use-case-needs.ts";
import { describeValue, within } from "../../yaml/data-path.ts";
import { asObject, findBoundTo, type PlacedOperation, resolveRef } from "../document-place.ts";
import { POINTER_PARTS } from "../record-places.ts";
import { placeNamed, placeOf, requestMapOf, sourcesOf, targetPlaces } from "../request-map.ts";
import { parametersIn, type RequestPlace, schemaAt } from "../request-place.ts";
import { type DocumentProblem, expected, problemIf, type UseCases, unknownKeys } from "./found.ts";

/** Problems with an operation's `request` mapping; paths are relative to the mapping. */
export function checkRequestMap(served: PlacedOperation, fields: Fields): DocumentProblem[] {
  const mapping = requestMapOf(served);
  const names = Object.keys(fields);
  return [
    ...Object.entries(fields).flatMap(([field, { isRequired = false }]) =>
      problemIf(
        isRequired && mapping[field] === undefined,
        [],
        `Expected \`request\` to say where \`${field}\` comes from, but the key is missing.`,
      ),
    ),
    ...Object.keys(mapping).flatMap((field) => [
      ...(Object.hasOwn(fields, field) ? [] : [unknownField(field, names)]),
      ...sourcesOf(served, field).flatMap((source) => [
        ...within([field], sourceProblems(served, source)),
        ...within([field], wordProblems(source, fields[field]?.words)),
      ]),
    ]),
  ];
}

function unknownField(field: string, known: readonly string[]): DocumentProblem {
  const hint = suggestion(field, known, `Fields of the use case: ${listed(known) || "none"}.`);
  return { path: [field], message: `Expected a field of the use case, got \`${field}\`.${hint}` };
}

function sourceProblems(served: PlacedOperation, source: JsonValue): DocumentProblem[] {
  if (isJsonObject(source) && Object.keys(source).join() === "const") return [];
  const form = formProblems(source);
  if (form.length > 0) return form;
  const parsed = placeOf(source);
  if (parsed === undefined) {
    const form =
      "`path.<name>`, `query.<name>`, `header.<name>`, `body.<name>`, `{ const: <value> }`, `{ from: <place>, as: <text> }`, or a list of these";
    return expected(form, source);
  }
  if (schemaAt(served, parsed) !== undefined) return [];
  const what = parsed.part === "body" ? "body property" : `${parsed.part} parameter`;
  const beside = placesBeside(served, parsed);
  const hint = suggestion(placeNamed(source), beside, `Declared: ${listed(beside) || "none"}.`);
  const message = `Expected a ${what} that the operation declares, got ${describeValue(placeNamed(source))}.${hint}`;
  return [{ path: [], message }];
}

/** The places that an operation declares under the same parent as a missing place. */
function placesBeside(served: PlacedOperation, { part, keys }: RequestPlace): string[] {
  const parent = keys.slice(0, -1);
  const names =
    part === "body"
      ? Object.keys(asObject(schemaAt(served, { part, keys: parent })?.["properties"]))
      : parametersIn(part, served).map(({ name }) => String(name));
  return names.map((name) => [part, ...parent, name].join("."));
}

function wordProblems(source: JsonValue, known?: readonly string[]): DocumentProblem[] {
  if (known === undefined || !isJsonObject(source)) return [];
  const { const: only, words = only === undefined ? {} : { only } } = source;
  return Object.values(asObject(words))
    .filter((word) => !known.includes(String(word)))
    .flatMap((word) => expected(`one of ${listed(known)}`, word, [], suggestion(word, known)));
}

/** Problems with a source that inserts its value into a string (`as`) or translates it. */
function formProblems(source: JsonValue): DocumentProblem[] {
  if (!isJsonObject(source) || source["from"] === undefined) return [];
  const unknown = unknownKeys(source, ["from", "as", "words"]).map(
    ({ message }): DocumentProblem => ({ path: [], message }),
  );
  const { as: form, words } = source;
  if (isJsonObject(words) && form === undefined) return unknown;
  if (typeof form === "string" && form.split("{value}").length === 2) return unknown;
  return [
    ...unknown,
    ...(words === undefined
      ? expected("`as` to be a string in which `{value}` stands for the value", form)
      : expected("either `as`, or `words` with the use case's word for each value", words)),
  ];
}

export function checkRowPlaces(served: PlacedOperation): DocumentProblem[] {
  const row = asObject(served.binding["row"]);
  const names = inputProperties(served);
  if (names.length === 0) return [];
  return POINTER_PARTS.flatMap((part) =>
    [row[part] ?? []].flat().flatMap((pointer) => {
      const [name] = keysOf(String(pointer));
      if (name === undefined || names.includes(name)) return [];
      const hint = suggestion(name, names, `The schema has ${listed(names)}.`);
      const message = `Expected a property that the inputs' schema declares, got ${describeValue(pointer)}.${hint}`;
      return [{ path: [part], message }];
    }),
  );
}

function inputProperties(served: PlacedOperation): readonly string[] {
  return sourcesOf(served, "inputs").flatMap((source) => {
    const place = placeOf(source);
    const list = place && schemaAt(served, place);
    const row = asObject(resolveRef(served.document, list?.["items"]));
    return Object.keys(asObject(row["properties"]));
  });
}

/** Requires the operation for `use`, whose URLs `served` returns, to take its fields from them. */
export function checkSignedUrls(
  served: PlacedOperation,
  use: string | undefined,
  needs: UseCases,
): DocumentProblem[] {
  if (use === undefined) return [];
  const target = findBoundTo(served.document, use);
  if (target === undefined) {
    const message = `Expected an operation bound to \`${use}\`, got none. This operation returns URLs of the missing operation.`;
    return [{ path: [...served.at, "x-batch-sim", "use"], message }];
  }
  const sent = Object.keys(requestMapOf(served));
  const placed = targetPlaces(target).map(({ field }) => field);
  // Fields of type `any` hold content, which clients send in the body.
  const missing = Object.entries(needs[use]?.fields ?? {})
    .filter(
      ([field, { isRequired, type }]) => sent.includes(field) || (isRequired && type !== "any"),
    )
    .map(([field]) => field)
    .filter((field) => !placed.includes(field));
  if (missing.length === 0) return [];
  const message = `Expected \`request\` to take ${listed(missing)} from the path or the query, because \`${String(served.operation["operationId"])}\` returns this operation's URLs.`;
  return [{ path: [...target.at, "x-batch-sim", "request"], message }];
}
