import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { childPointer } from "../../core/json-pointer.ts";
import { typeOf } from "../../record/content-shape.ts";
import { asObject, asObjects, asStrings, resolveRef } from "../../spec/document-place.ts";
import { ABSENT, type Found } from "./difference.ts";

type BodyShape = {
  readonly types: Set<string>;
  readonly formats: Set<string>;
  readonly members: Map<string, BodyShape>;
  items?: BodyShape;
};

/** Bodies or recorded shapes, and the IDs of the jobs that they are about. */
export type JsonBodies = {
  readonly json: readonly JsonValue[];
  readonly jobIds: ReadonlySet<string>;
};

/** The combined shape of bodies or recorded shapes. Keys that are job IDs become `{jobId}`. */
export function bodyShapeOf({ json, jobIds }: JsonBodies): BodyShape {
  const shape = newShape();
  for (const body of json) add(shape, body, jobIds);
  return shape;
}

function newShape(): BodyShape {
  return { types: new Set(), formats: new Set(), members: new Map() };
}

function add(shape: BodyShape, value: JsonValue, jobIds: ReadonlySet<string>): void {
  const told = typeOf(value);
  if (told === undefined) return;
  shape.types.add(told.type);
  if (told.type === "string" || told.type === "number") shape.formats.add(told.format ?? "");
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    for (const item of value) add(shape.items, item, jobIds);
  } else if (isJsonObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      const name = jobIds.has(key) ? "{jobId}" : key;
      const member = shape.members.get(name) ?? newShape();
      shape.members.set(name, member);
      add(member, each, jobIds);
    }
  }
}

type Pair = {
  readonly service: BodyShape;
  readonly simulator: BodyShape;
  readonly document: JsonObject;
  /** Alternative schemas, at least one of which applies; undefined stands for an unknown schema. */
  readonly schemas: readonly (JsonValue | undefined)[];
  readonly pointer: string;
};

/** Differences between a service's and the simulator's bodies that the schemas don't allow. */
export function shapeDifferences(pair: Pair): readonly Found[] {
  const { service, simulator, document, pointer } = pair;
  const schemas = pair.schemas.flatMap((schema) => variants(document, schema));
  if (service.types.size === 0 || simulator.types.size === 0) return [];
  const isNew = (type: string): boolean =>
    !simulator.types.has(type) && !schemas.some((schema) => allows(schema, type));
  if ([...service.types].some(isNew) || differInFormat(service, simulator)) {
    const found = { service: described(service), simulator: described(simulator) };
    return [{ kind: "field", place: pointer, example: exampleOf(service), ...found }];
  }
  const items =
    service.items === undefined || simulator.items === undefined
      ? []
      : shapeDifferences({
          ...{ service: service.items, simulator: simulator.items, document },
          schemas: schemas.map((schema) => schema["items"]),
          pointer: `${pointer}/*`,
        });
  const isObject = service.types.has("object") && simulator.types.has("object");
  return isObject ? [...items, ...memberDifferences(pair, schemas)] : items;
}

function memberDifferences(pair: Pair, schemas: readonly JsonObject[]): readonly Found[] {
  const { service, simulator, document, pointer } = pair;
  // Such an object contains the client's own data.
  if (schemas.some((each) => each["additionalProperties"] === true && !each["properties"]))
    return [];
  const isKnown = (name: string): boolean =>
    schemas.some((schema) => name in asObject(schema["properties"]));
  const isOptional = (name: string): boolean =>
    isKnown(name) && schemas.some((schema) => !asStrings(schema["required"]).includes(name));
  const missing = [...simulator.members].filter(
    ([name]) => !service.members.has(name) && !isOptional(name),
  );
  const extra = [...service.members].filter(
    ([name]) => !simulator.members.has(name) && !isKnown(name),
  );
  const renamed = new Map<string, string>();
  for (const [name, shape] of missing) {
    const alike = extra.filter(([, other]) => described(other) === described(shape));
    const rivals = missing.filter(([, other]) => described(other) === described(shape));
    const [only] = alike;
    if (only !== undefined && alike.length === 1 && rivals.length === 1) renamed.set(name, only[0]);
  }
  const names = new Set(renamed.values());
  const at = (name: string): string => childPointer(pointer, name);
  const placed = (name: string, service: string, simulator: string) =>
    ({ kind: "field", place: at(name), service, simulator }) as const;
  return [
    ...missing.map(([name, shape]) => {
      const other = renamed.get(name);
      const found = other === undefined ? ABSENT : `named \`${other}\``;
      return placed(name, found, described(shape));
    }),
    ...extra
      .filter(([name]) => !names.has(name))
      .map(([name, shape]) => ({
        ...placed(name, described(shape), ABSENT),
        example: exampleOf(shape),
      })),
    ...[...service.members].flatMap(([name, shape]) => {
      const other = simulator.members.get(name);
      if (other === undefined) return [];
      return shapeDifferences({
        ...{ service: shape, simulator: other, document, pointer: at(name) },
        schemas: schemas.map((schema) => asObject(schema["properties"])[name]),
      });
    }),
  ];
}

/** Whether the formats differ; false unless all of the simulator's values have the same format. */
function differInFormat(service: BodyShape, simulator: BodyShape): boolean {
  const [format = "", ...others] = simulator.formats;
  if (format === "" || others.length > 0 || service.formats.size === 0) return false;
  if (service.types.has("number") && service.formats.has("")) return false;
  return !service.formats.has(format);
}

function exampleOf({ types, formats, members, items }: BodyShape): JsonValue {
  const [type] = [...types].filter((each) => each !== "null");
  const [format] = formats;
  if (type === "string") return format === "date-time" ? "2030-01-01T00:00:00.000Z" : "text";
  if (type === "number") return format === "Unix seconds" ? 1_893_456_000 : 1;
  if (type === "boolean") return true;
  if (type === "array")
    return items === undefined || items.types.size === 0 ? [] : [exampleOf(items)];
  if (type !== "object") return null;
  return Object.fromEntries([...members].map(([name, shape]) => [name, exampleOf(shape)]));
}

/** A shape in words, such as `string (date-time) or null`. */
function described({ types, formats }: BodyShape): string {
  const format = [...formats].filter((each) => each !== "").join(", ");
  return [...types]
    .sort()
    .map((type) => {
      const isFormatted = format !== "" && (type === "string" || type === "number");
      return isFormatted ? `${type} (${format})` : type;
    })
    .join(" or ");
}

/** A schema's alternatives (`oneOf` and `anyOf`), or the schema itself; resolves references. */
function variants(document: JsonObject, schema: JsonValue | undefined): readonly JsonObject[] {
  const found = resolveRef(document, schema);
  if (!isJsonObject(found)) return [];
  const choices = [...asObjects(found["oneOf"]), ...asObjects(found["anyOf"])];
  return choices.length === 0 ? [found] : choices.flatMap((each) => variants(document, each));
}

function allows({ type, const: only, enum: some }: JsonObject, found: string): boolean {
  const values = only === undefined ? some : [only];
  if (Array.isArray(values)) return values.some((value) => typeOf(value)?.type === found);
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  return types.some((each) => each === found || (each === "integer" && found === "number"));
}
