import { isJsonObject, type JsonObject, type JsonValue, mapValues } from "../json.ts";
import { pointedBy } from "../json-pointer.ts";
import type { Mutable } from "../mutable.ts";
import type { RecordPlaces, ToolPlaces, VectorPlaces } from "./input-places.ts";

/** A row's settings, apart from its prompt. Rows with equal recipes share a `RowMaker`. */
export type Recipe = {
  readonly modelId?: string;
  readonly systemPrompt?: string;
  readonly maxTokens?: number;
  readonly jsonSchema?: JsonObject;
  /** Name of the tool that the model must use; `jsonSchema` is then the schema of its arguments. */
  readonly tool?: string;
  /** Number of dimensions, if the model returns a vector. */
  readonly dimensions?: number;
  /** Whether the row's line has the vector in Base64. */
  readonly isBase64?: true;
  readonly reasons?: true;
  /** Whether the model writes a JSON string without quotes. */
  readonly isBare?: true;
};

export type RecordParts = {
  readonly id: string | undefined;
  /** The prompt as well-formed Unicode text. */
  readonly prompt: string;
  /** The strings for which the model returns one vector each; undefined for a single string. */
  readonly texts?: readonly string[];
  readonly echo?: JsonValue;
  /** Name, as JSON, of a tool that the model must use but that the input doesn't contain. */
  readonly unknownTool?: string;
  readonly recipe: Recipe;
};

type Finder<Value = JsonValue> = (input: JsonValue) => Value | undefined;

/** The schema for answers that must be JSON objects, if the input doesn't give a schema. */
const SOME_OBJECT: JsonObject = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
};

/** Returns `places`, without `vector` if the request's fields don't match `vector.ifKept`. */
export function placesFor(places: RecordPlaces, kept: JsonObject): RecordPlaces {
  const { vector, ...others } = places;
  if (vector?.ifKept === undefined) return places;
  const isMet = Object.entries(vector.ifKept).every(([field, value]) => kept[field] === value);
  return isMet ? places : others;
}

/** Makes a function that reads the parts of an input. It reuses the parsed pointers. */
export function recordReader(places: RecordPlaces): (input: JsonValue) => RecordParts {
  const promptOf = promptReader(places);
  const id = finderOf(places.id);
  const model = finderOf(places.model);
  const maxTokens = finderOf(places.maxTokens);
  const schema = finderOf(places.jsonSchema);
  const echoOf = finderOf(places.echo);
  const toolOf = toolReader(places.tools);
  const dimensionsOf = vectorReader(places.vector);
  const textsOf = textsReader(places);
  const isBase64 = anyOf(places.vector?.base64If);
  const reasons = anyOf(places.reasonsIf);
  const isJson = anyOf(places.jsonIf);
  const isBare = anyOf(places.bareIf);
  return (input) => {
    const { prompt, systemPrompt } = promptOf(input);
    const [foundId, foundModel, most] = [id(input), model(input), maxTokens(input)];
    const tool = toolOf(input);
    const dimensions = dimensionsOf(input);
    const given = tool?.jsonSchema ?? schema(input) ?? (isJson(input) ? SOME_OBJECT : undefined);
    const jsonSchema = places.schemas === "openapi" ? asJsonSchema(given) : given;
    const echo = echoOf(input);
    const texts = dimensions === undefined ? undefined : textsOf(input);
    // Assigns the fields one by one, because conditional spreads would take most of the time.
    const recipe: Mutable<Recipe> = {};
    if (typeof foundModel === "string") recipe.modelId = foundModel;
    if (systemPrompt !== "") recipe.systemPrompt = systemPrompt;
    if (typeof most === "number") recipe.maxTokens = most;
    if (isJsonObject(jsonSchema)) recipe.jsonSchema = jsonSchema;
    if (tool !== undefined) recipe.tool = tool.name;
    if (dimensions !== undefined) recipe.dimensions = dimensions;
    if (isBase64(input)) recipe.isBase64 = true;
    if (reasons(input)) recipe.reasons = true;
    if (isBare(input)) recipe.isBare = true;
    const parts: Mutable<RecordParts> = { id: undefined, prompt, recipe };
    if (typeof foundId === "string") parts.id = foundId;
    if (texts !== undefined) parts.texts = texts;
    if (echo !== undefined) parts.echo = echo;
    if (tool !== undefined && tool.jsonSchema === undefined) parts.unknownTool = tool.name;
    return parts;
  };
}

/** Makes a function that reads an input's texts. It returns undefined for a single text. */
function textsReader({ prompt }: RecordPlaces): Finder<readonly string[]> {
  const find = finderOf(prompt);
  return (input) => {
    const found = find(input);
    if (!Array.isArray(found) || found.length < 2 || typeof found[0] === "number") return undefined;
    return found.map((text) => (typeof text === "string" ? joined([text]) : JSON.stringify(text)));
  };
}

export function promptReader(
  places: RecordPlaces,
): (input: JsonValue) => { readonly prompt: string; readonly systemPrompt: string } {
  const prompts = places.prompt.map(pointedBy);
  const system = finderOf(places.system);
  return (input) => {
    if (typeof input === "string") return { prompt: input, systemPrompt: "" };
    const texts: Conversation = { user: [], system: [] };
    addTexts(system(input), texts.system);
    for (const find of prompts) {
      if (texts.user.length > 0) break;
      addMessages(find(input), texts);
    }
    const [prompt, systemPrompt] = [texts.user, texts.system].map(joined) as [string, string];
    return { prompt: texts.user.length === 0 ? JSON.stringify(input) : prompt, systemPrompt };
  };
}

type Conversation = { readonly user: string[]; readonly system: string[] };

const SYSTEM_ROLES: readonly unknown[] = ["system", "developer"];

/** Adds the texts of a message, or of a list of messages or parts. Skips the model's messages. */
function addMessages(value: JsonValue | undefined, texts: Conversation): void {
  if (typeof value === "string") texts.user.push(value);
  else if (Array.isArray(value)) for (const item of value) addMessages(item, texts);
  else if (isJsonObject(value)) {
    const { role, content = value["parts"] } = value;
    if (role === "assistant" || role === "model") return;
    const list = SYSTEM_ROLES.includes(role) ? texts.system : texts.user;
    addTexts(content ?? value, list);
  }
}

/** Adds a string, the text of a part, or the text of each part in a list. */
function addTexts(value: JsonValue | undefined, list: string[]): void {
  if (typeof value === "string") list.push(value);
  else if (Array.isArray(value)) for (const item of value) addTexts(item, list);
  else if (isJsonObject(value) && typeof value["text"] === "string") list.push(value["text"]);
}

function joined(texts: readonly string[]): string {
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("\n\n");
  // Few strings have surrogates, and this test takes a tenth of the replacement's time.
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, "\uFFFD") : text;
}

function finderOf(pointers: readonly string[] = []): Finder {
  const finders = pointers.map(pointedBy);
  return (input) => {
    for (const find of finders) {
      const found = find(input);
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  };
}

/** A tool that the model must use. `jsonSchema` is undefined if the input lacks this tool. */
type ForcedTool = { readonly name: string; readonly jsonSchema?: JsonObject };

function toolReader(places: ToolPlaces | undefined): Finder<ForcedTool> {
  if (places === undefined) return () => undefined;
  const lists = places.list.map(pointedBy);
  const nameOf = finderOf(places.name);
  const schemaOf = finderOf(places.schema);
  const chosenOf = finderOf(places.chosen);
  const holds = anyOf(places.anyIf);
  return (input) => {
    const chosen = chosenOf(input);
    if (chosen === undefined && !holds(input)) return undefined;
    const tools = lists.flatMap((find) => find(input) ?? []);
    // The service's own tools have no name, but may contain the chosen tool.
    const named = tools.filter((it) => typeof nameOf(it) === "string");
    const tool = chosen === undefined ? named[0] : named.find((it) => nameOf(it) === chosen);
    if (tool === undefined) {
      const mayExist = chosen === undefined || named.length < tools.length;
      return mayExist ? undefined : { name: JSON.stringify(chosen) };
    }
    const jsonSchema = schemaOf(tool);
    return {
      name: String(nameOf(tool)),
      jsonSchema: isJsonObject(jsonSchema) ? jsonSchema : { type: "object" },
    };
  };
}

function vectorReader(places: VectorPlaces | undefined): Finder<number> {
  if (places === undefined) return () => undefined;
  const holds = anyOf(places.anyIf);
  const dimensionsOf = finderOf(places.dimensions);
  return (input) => {
    if (places.ifKept === undefined && !holds(input)) return undefined;
    const dimensions = dimensionsOf(input);
    return typeof dimensions === "number" ? dimensions : places.size;
  };
}

/** Makes a function that checks whether any pointer resolves to its value. */
function anyOf(values: Readonly<Record<string, string>> = {}): (input: JsonValue) => boolean {
  const conditions = Object.entries(values).map(
    ([pointer, value]) => [pointedBy(pointer), value] as const,
  );
  return (input) => conditions.some(([find, value]) => find(input) === value);
}

/** Keywords whose numbers may be written as strings. */
const NUMBERS = /^(min|max)(Items|Length|Properties)$/;

/**
 * Converts a schema in the OpenAPI 3.0 dialect to JSON Schema; the names of types may be in
 * capitals. JSON Schema is unchanged.
 */
function asJsonSchema(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema;
  const { nullable, type, ...others } = schema;
  const name = typeof type === "string" ? type.toLowerCase() : type;
  const canBeNull = nullable === true && typeof name === "string";
  return {
    ...(name !== undefined && { type: canBeNull ? [name, "null"] : name }),
    ...mapValues(others, (value, key) => converted(key, value)),
  };
}

function converted(key: string, value: JsonValue): JsonValue {
  if (NUMBERS.test(key) && typeof value === "string") return Number(value);
  if (key === "items") return asJsonSchema(value) ?? {};
  if (key === "anyOf" && Array.isArray(value)) return value.map((each) => asJsonSchema(each) ?? {});
  if (key === "properties" && isJsonObject(value))
    return mapValues(value, (each) => asJsonSchema(each) ?? null);
  return value;
}
