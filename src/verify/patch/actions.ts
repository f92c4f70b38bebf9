import { JOB_STATES } from "../../core/job/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf, valueAtPath } from "../../core/json-pointer.ts";
import { asObject, asStrings, namesInPath } from "../../spec/document-place.ts";
import { A_DATE, ABSENT, type Difference, HEADERS } from "../compare/difference.ts";
import { jsonPath, type Path, responsePlace, schemaPlace, templatePlace } from "./places.ts";

export type PatchAction = {
  readonly target: string;
  readonly update?: JsonValue;
  readonly remove?: true;
  readonly copy?: string;
};

export type Patch = readonly PatchAction[];

const FINDERS: Readonly<Record<Difference["kind"], typeof statusActions>> = {
  operation: operationActions,
  status: statusActions,
  header: headerActions,
  field: fieldActions,
  file: fileActions,
  row: () => [],
  state: stateActions,
  unclear: () => [],
};

/** The actions that make the simulator behave like the service; empty if no overlay can do so. */
export function actionsFor(document: JsonObject, difference: Difference): Patch {
  return FINDERS[difference.kind](document, difference);
}

function updated(path: Path, update: JsonValue): PatchAction {
  return { target: jsonPath(path), update };
}

function removed(path: Path): PatchAction {
  return { target: jsonPath(path), remove: true };
}

function operationActions(document: JsonObject, difference: Difference): Patch {
  const { operationId, place, service, simulator } = difference;
  const [method = "", path = ""] = place.split(" ");
  const whole = ["paths", path];
  if (simulator === ABSENT) return extraOperation(operationId, method, path);
  const item = asObject(asObject(document["paths"])[path]);
  const isOnly = Object.keys(item).length === 1;
  if (service === ABSENT) return [removed(isOnly ? whole : [...whole, method.toLowerCase()])];
  const [, , verb = "", other = ""] = service.split(" ");
  if (verb !== method || !isOnly) return [];
  return [{ target: jsonPath(["paths", other]), copy: jsonPath(whole) }, removed(whole)];
}

/** Adds an operation that only sends a response, because its effect is unknown. */
function extraOperation(operationId: string, method: string, path: string): Patch {
  // Undeclared parameters could be mistaken for misspellings of the spec's other parameters.
  const parameters = namesInPath(path).map((name) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const operation = {
    operationId: operationId || `${method} ${path}`,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "200": { description: "Unknown.", content: { "application/json": { schema: {} } } },
    },
    "x-batch-sim": {
      ...{ use: "tryAuthentication", status: 200, request: {}, response: {} },
      errors: ["unauthenticated", "forbidden"],
    },
  };
  return [updated(["paths"], { [path]: { [method.toLowerCase()]: operation } })];
}

function statusActions(document: JsonObject, difference: Difference): Patch {
  const { error, service, simulator } = difference;
  const status = Number(service);
  const place = responsePlace(document, difference);
  // Changing only the status would not change whether the simulator rejects the request.
  if (place === undefined || (service[0] === "2") !== (simulator[0] === "2")) return [];
  const path = error === undefined ? [...place.operation, "x-batch-sim"] : ["x-errors", error];
  return [updated(path, { status })];
}

function headerActions(document: JsonObject, difference: Difference): Patch {
  const { error, place: name, service, format } = difference;
  const place = responsePlace(document, difference);
  // A constant date would soon be in the past.
  if (service === ABSENT || service === A_DATE || place === undefined) return [];
  const isType = name === "content-type";
  const named = { contentType: service };
  if (error !== undefined) {
    const update = isType ? named : { headers: { [name]: HEADERS[name]?.sample ?? service } };
    return [updated(["x-errors", error], update)];
  }
  const own = [...place.operation, "x-batch-sim", "response"];
  const binding = format === undefined ? own : [...own, format];
  const isNamed = asObject(valueAtPath(document, binding))["contentType"] !== undefined;
  if (!isType || !isNamed) return [];
  return [
    updated(binding, named),
    updated(place.schema.slice(0, -2), { [service]: { schema: {} } }),
  ];
}

function fieldActions(document: JsonObject, difference: Difference): Patch {
  const { place: pointer, service, simulator, example = null } = difference;
  const place = responsePlace(document, difference);
  const keys = [...keysOf(pointer)];
  const key = keys.pop();
  if (place === undefined || key === undefined) return [];
  const inner = templatePlace(valueAtPath(document, place.template) ?? null, keys);
  if (inner === undefined) return [];
  const container = [...place.template, ...inner];
  const template = asObject(valueAtPath(document, container))[key];
  const schema = schemaPlace(document, place.schema, keys);
  const put = (name: string, value: JsonValue) => updated(container, { [name]: value });
  const cut = template === undefined ? [] : [removed([...container, key])];
  if (simulator === ABSENT) return [put(key, example)];
  const [, other] = /^named `(.*)`$/.exec(service) ?? [];
  const known = { schema, key };
  if (other !== undefined)
    return [
      ...cut,
      put(other, template ?? null),
      ...optional(document, known),
      ...declared(document, known, other),
    ];
  if (service === ABSENT) return [...cut, ...optional(document, known)];
  const types = typesIn(service);
  const isWider = typesIn(simulator).every((type) => types.includes(type));
  const value = converted(template, types) ?? example;
  return [...(isWider ? [] : [...cut, put(key, value)]), ...retyped(known, types)];
}

/** Puts the template's expression into a string; undefined unless the service sends a string. */
function converted(
  template: JsonValue | undefined,
  types: readonly string[],
): JsonValue | undefined {
  const path = isJsonObject(template) ? template["$eval"] : undefined;
  return types.join() === "string" && typeof path === "string" ? `\${${path}}` : undefined;
}

export function typesIn(described: string): readonly string[] {
  return described.replaceAll(/ \([^()]*\)/g, "").split(" or ");
}

type Property = { readonly schema: Path | undefined; readonly key: string };

function optional(document: JsonObject, { schema, key }: Property): Patch {
  if (schema === undefined) return [];
  const required = asStrings(asObject(valueAtPath(document, schema))["required"]);
  if (!required.includes(key)) return [];
  return [{ target: `${jsonPath([...schema, "required"])}[?@ == '${key}']`, remove: true }];
}

function declared(document: JsonObject, { schema, key }: Property, name: string): Patch {
  const old = schema && asObject(asObject(valueAtPath(document, schema))["properties"])[key];
  if (schema === undefined || old === undefined) return [];
  return [updated([...schema, "properties"], { [name]: old })];
}

function retyped({ schema, key }: Property, types: readonly string[]): Patch {
  if (schema === undefined) return [];
  const properties = [...schema, "properties"];
  const [type] = types;
  const update = { [key]: { type: types.length === 1 ? (type ?? null) : types } };
  return [removed([...properties, key]), updated(properties, update)];
}

function fileActions(document: JsonObject, difference: Difference): Patch {
  const { place: fact, service, format } = difference;
  const place = responsePlace(document, difference);
  if (place === undefined || format === undefined) return [];
  const file = [...place.operation, "x-batch-sim", "response", format];
  const named = (text: string): string => text.replaceAll("{jobId}", "${jobId}");
  if (fact === "entry name") return [updated(file, { entryName: named(service) })];
  if (fact !== "columns") return [];
  const names = service.split(", ").map((name) => named(name.replace(/ \(\w+\)$/, "")));
  const columns = Object.keys(asObject(valueAtPath(document, [...file, "columns"])));
  const update = Object.fromEntries(columns.map((column, index) => [column, names[index] ?? null]));
  return names.length === columns.length ? [updated([...file, "columns"], update)] : [];
}

function stateActions(document: JsonObject, difference: Difference): Patch {
  const { place, service, simulator } = difference;
  const states = asObject(document["x-states"]);
  const named = (names: JsonObject) => updated(["x-states"], names);
  const [, name] = /^named `(.*)`$/.exec(service) ?? [];
  if (name !== undefined) {
    const found = JOB_STATES.filter((state) => states[state] === place);
    return [named(Object.fromEntries(found.map((state) => [state, name])))];
  }
  if (simulator !== ABSENT) return [];
  if (service === "after creation" && states["unknown"] === undefined)
    return [named({ unknown: place })];
  if (states["finalizing"] !== undefined) return [];
  const finalizing = {
    question: "How long does a job take to finalize?",
    ...{ section: "3", default: "10s", alternatives: ["none"], value: { type: "string" } },
  };
  return [named({ finalizing: place }), updated(["x-assumptions"], { finalizing })];
}

export function timeActions(document: JsonObject): Patch {
  const schemas = ["components", "schemas"];
  const names = Object.entries(asObject(valueAtPath(document, schemas)))
    .filter(([, schema]) => asObject(schema)["format"] === "date-time")
    .map(([name]) => name);
  return [
    updated([], { "x-times": "epochSeconds" }),
    ...names.map((name) => removed([...schemas, name])),
    updated(schemas, Object.fromEntries(names.map((name) => [name, { type: "integer" }]))),
  ];
}
