import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf } from "../../core/json-pointer.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { Fields, UseCaseNeeds } from "../../core/use-case-needs.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject, bindingOf, findBoundTo, resolveRef } from "../document-place.ts";
import { POINTER_PARTS } from "../record-places.ts";
import { placeNamed, placesOf, requestMapOf, targetPlaces } from "../request-map.ts";
import { type OperationPlace, parametersOf, parsePlace, schemaAt } from "../request-place.ts";
import {
  type Capabilities,
  type DocumentProblem,
  expected,
  problemIf,
  unknownKeys,
  within,
} from "./found.ts";

/**
 * Problems with an operation's `request` mapping for a use case with these fields; paths are
 * relative to the mapping.
 */
export function checkRequestMap(
  document: JsonObject,
  place: OperationPlace,
  fields: Fields,
): DocumentProblem[] {
  const mapping = requestMapOf(place.operation);
  const names = Object.keys(fields);
  return [
    ...Object.entries(fields).flatMap(([field, { isRequired = false }]) =>
      problemIf(
        isRequired && mapping[field] === undefined,
        [],
        `Expected \`request\` to say where \`${field}\` comes from, got no such key.`,
      ),
    ),
    ...Object.entries(mapping).flatMap(([field, places]) => [
      ...(Object.hasOwn(fields, field) ? [] : [unknownField(field, names)]),
      ...placesOf(places).flatMap((source) =>
        within(
          [field],
          [
            ...sourceProblems(document, place, source),
            ...wordProblems(source, fields[field]?.words),
          ],
        ),
      ),
    ]),
  ];
}

function unknownField(field: string, known: readonly string[]): DocumentProblem {
  const hint = suggestion(field, known, `It has ${listed(known) || "none"}.`);
  return { path: [field], message: `Expected a field of the use case, got \`${field}\`.${hint}` };
}

function sourceProblems(
  document: JsonObject,
  place: OperationPlace,
  source: JsonValue,
): DocumentProblem[] {
  if (isJsonObject(source) && Object.keys(source).join() === "const") return [];
  const form = formProblems(source);
  if (form.length > 0) return form;
  const parsed = parsePlace(placeNamed(source) ?? "");
  if (parsed === undefined) {
    const form =
      "`path.<name>`, `query.<name>`, `header.<name>`, `body.<name>`, `{ const: <value> }`, `{ from: <place>, as: <text> }`, or a list of these";
    return expected(form, source);
  }
  if (schemaAt(document, place, parsed) !== undefined) return [];
  const what = parsed.part === "body" ? "body property" : `${parsed.part} parameter`;
  const beside = placesBeside(document, place, parsed);
  const hint = suggestion(placeNamed(source), beside, `It declares ${listed(beside) || "none"}.`);
  const message = `Expected a ${what} that the operation declares, got ${describeValue(placeNamed(source))}.${hint}`;
  return [{ path: [], message }];
}

/** The places that an operation declares beside a missing place, under the same parent. */
function placesBeside(
  document: JsonObject,
  place: OperationPlace,
  { part, keys }: NonNullable<ReturnType<typeof parsePlace>>,
): string[] {
  const around = [part, ...keys.slice(0, -1)].join(".");
  if (part !== "body") {
    const declared = parametersOf(document, place).filter((each) => each["in"] === part);
    return declared.map(({ name }) => `${around}.${String(name)}`);
  }
  const parent = schemaAt(document, place, { part, keys: keys.slice(0, -1) });
  return Object.keys(asObject(parent?.["properties"])).map((name) => `${around}.${name}`);
}

/** Problems with the words that a source gives to a field. */
function wordProblems(source: JsonValue, known?: readonly string[]): DocumentProblem[] {
  if (known === undefined || !isJsonObject(source)) return [];
  const { const: only, words = only === undefined ? {} : { only } } = source;
  return Object.values(asObject(words))
    .filter((word) => !known.includes(String(word)))
    .flatMap((word) => expected(`one of ${listed(known)}`, word, [], suggestion(word, known)));
}

/** Problems with a source that puts a value into a string, or translates it. */
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

/** Problems with pointers to properties that the schema of an input doesn't declare. */
export function checkRowPlaces(document: JsonObject, place: OperationPlace): DocumentProblem[] {
  const row = asObject(bindingOf(place.operation)["row"]);
  const names = inputProperties(document, place);
  if (names.length === 0) return [];
  return POINTER_PARTS.flatMap((part) =>
    [row[part] ?? []].flat().flatMap((pointer) => {
      const [name] = keysOf(String(pointer));
      if (name === undefined || names.includes(name)) return [];
      const hint = suggestion(name, names, `It has ${listed(names)}.`);
      const message = `Expected a property of an input, got ${describeValue(pointer)}, which its schema doesn't declare.${hint}`;
      return [{ path: [part], message }];
    }),
  );
}

/** The properties of an input in the request; empty if its schema declares none. */
function inputProperties(document: JsonObject, place: OperationPlace): readonly string[] {
  const schemas = placesOf(requestMapOf(place.operation)["inputs"] ?? []).flatMap((source) => {
    const parsed = parsePlace(placeNamed(source) ?? "");
    const list = parsed && schemaAt(document, place, parsed);
    return list === undefined ? [] : [asObject(resolveRef(document, list["items"]))];
  });
  return schemas.flatMap((schema) => Object.keys(asObject(schema["properties"])));
}

/** An operation that may return another operation's URLs. */
type Leading = {
  readonly operation: JsonObject;
  readonly need: UseCaseNeeds;
  /** Path of its binding in the document. */
  readonly at: readonly string[];
};

/**
 * Problems with the operation whose URLs another one returns: it must exist, and read the values in
 * these URLs.
 */
export function checkSignedUrls(
  document: JsonObject,
  { operation, need, at }: Leading,
  needs: Capabilities["useCases"],
): DocumentProblem[] {
  const use = need.leadsTo;
  if (use === undefined) return [];
  const target = findBoundTo(document, use);
  if (target === undefined) {
    const message = `Expected an operation bound to \`${use}\`, whose URLs this one returns, got none.`;
    return [{ path: [...at, "use"], message }];
  }
  const sent = Object.keys(requestMapOf(operation));
  const placed = targetPlaces(target.operation).map(({ field }) => field);
  // Fields of type `any` hold content, which is sent later.
  const missing = Object.entries(needs[use]?.fields ?? {})
    .filter(
      ([field, { isRequired, type }]) => sent.includes(field) || (isRequired && type !== "any"),
    )
    .map(([field]) => field)
    .filter((field) => !placed.includes(field));
  if (missing.length === 0) return [];
  const message = `Expected \`request\` to take ${listed(missing)} from the path or the query: ${String(operation["operationId"])} returns URLs of this operation.`;
  const path = ["paths", target.path, target.method, "x-batch-sim", "request"];
  return [{ path, message }];
}
