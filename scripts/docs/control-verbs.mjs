import { controlOperations } from "./control-operations.mjs";
import { heading, table } from "./markdown.mjs";
import { methodCalls } from "./verb-tables.mjs";

/** Fields nested deeper than this appear as `object`: the control API's own document lists all of them. */
const MAX_DEPTH = 2;

const METHODS = methodCalls();

/** Maximum number of an enumeration's values that the page lists. */
const MAX_CHOICES = 8;

/** The page on the control API: every verb with its route, arguments, and response. */
export async function renderControlVerbs() {
  const operations = await controlOperations();
  const overview = operations.map(({ method, path, operationId, summary }) => [
    `[\`${method} ${path}\`](#${operationId.toLowerCase()})`,
    summary,
  ]);
  return [
    heading("Control verbs"),
    "This page lists the routes of the [control API](control-api.md). Each route acts on one sandbox, unless its section",
    "says that it needs no API key. To select the sandbox, send your client's key in `Authorization: Key <API_KEY>`, or the",
    "sandbox's name in `x-sim-sandbox`. If the simulator was started with a control token, also send the token in",
    "`x-sim-control-token`. If a request fails, the response's body is a JSON object with `code` (`SIM_…`), `detail`, and,",
    "for some errors, `issues`. A running simulator serves an OpenAPI document for these routes: `/_sim/openapi.json`. An",
    "*exchange* is a request to the simulated service, with its response.\n",
    table(["route", "what it does"], overview),
    ...sectionsOf(operations),
  ].join("\n");
}

/** The sections of all operations; fields that several responses have are listed only once. */
function sectionsOf(operations) {
  const listed = new Map();
  return operations.flatMap((operation) => sectionOf(operation, listed));
}

function sectionOf(
  { operationId, method, path, security, requestBody, responses, ...operation },
  listed,
) {
  const { summary, description, parameters } = operation;
  const needsNoKey = security.every((each) => !("ApiKey" in each));
  const rows = [...parameters.map(parameterRow), ...bodyRows(requestBody)];
  const head = ["argument", "place", "type", "meaning"];
  return [
    `## ${operationId}\n`,
    `\`${method} ${path}\`: ${summary}.${needsNoKey ? " Needs no API key." : ""}\n`,
    ...methodsOf(operationId),
    ...(description === undefined ? [] : [`${description}\n`]),
    ...(rows.length === 0 ? [] : [table(head, rows)]),
    ...responseOf(operationId, responses, listed),
  ];
}

function methodsOf(operationId) {
  const calls = METHODS.get(operationId) ?? [];
  if (calls.length === 0) return [];
  return [`In TypeScript: ${calls.map((call) => `\`control.${call}\``).join(", ")}.\n`];
}

function parameterRow({ name, in: place, required, schema }) {
  return [nameOf(name, required), place, typeOf(schema), schema.description ?? ""];
}

function bodyRows(requestBody) {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    if (type !== "application/json")
      return [["(entire body)", "body", `\`${type}\``, requestBody.description]];
    return Object.entries(schema.properties).map(([name, property]) => [
      nameOf(name, schema.required.includes(name)),
      "body",
      typeOf(property),
      property.description ?? "",
    ]);
  });
}

function responseOf(operationId, responses, listed) {
  const content = responses["200"]?.content ?? {};
  const stream = ["text/event-stream", "text/plain"].find((type) => type in content);
  if (stream !== undefined) return [`Response: \`${stream}\`.\n`];
  const schema = content["application/json"]?.schema;
  if (schema === undefined) return ["Response: status 204, without a body.\n"];
  const fields = table(["field", "type", "meaning"], fieldsOf(schema, "", MAX_DEPTH));
  const first = listed.get(fields);
  const what = schema.type === "array" ? "a list of objects" : "an object";
  if (first !== undefined)
    return [
      `Response: ${what} with the fields listed for [\`${first}\`](#${first.toLowerCase()}).\n`,
    ];
  listed.set(fields, operationId);
  return [`Response: ${what} with these fields.\n`, fields];
}

function fieldsOf(schema, prefix, depth) {
  const { properties = {}, required = [] } = schema.type === "array" ? schema.items : schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const own = [nameOf(path, required.includes(name)), typeOf(field), field.description ?? ""];
    const inner = depth === 1 ? [] : fieldsOf(field, `${path}${suffixOf(field)}.`, depth - 1);
    return [own, ...inner];
  });
}

function suffixOf({ type }) {
  return type === "array" ? "[]" : "";
}

function nameOf(name, isRequired) {
  return `\`${name}\`${isRequired ? "" : " (optional)"}`;
}

function choicesOf(values) {
  const shown = values.slice(0, MAX_CHOICES).map((each) => `\`${JSON.stringify(each)}\``);
  const more = values.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function typeOf(schema) {
  const { type, enum: values, const: value, anyOf, oneOf, items } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    const names = [...new Set(choices.map(typeOf))];
    return names.join(names.every((name) => name.startsWith("`")) ? ", " : " or ");
  }
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values !== undefined) return choicesOf(values);
  if (type === "array") return `list of ${typesOf(items)}`;
  return type ?? "any JSON value";
}

/** A type's name in the plural; literal values have no plural. */
function typesOf(schema) {
  const name = typeOf(schema);
  return /^(any JSON )?[a-z]+$/i.test(name) ? `${name}s` : name.replace(/^list/, "lists");
}
