import { interfaceAnchor } from "../../src/findings/report/summary-text.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";
import { interfacePartsOf } from "../../src/spec/contract-facts-of.ts";
import { asObject, operationsOf, resolveRef } from "../../src/spec/document-place.ts";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
This document says, in numbered parts, what the service's clients can rely on. [Findings](findings.md) and
[assumptions](assumptions.md) refer to these numbers. *Left open* lists the questions that a part doesn't answer, each
with its assumption's ID and batch-sim's default. The package's \`openapi.yaml\` is the machine-readable version.
`;

/** The interface document: each numbered part, its operations, and the questions that it leaves open. */
export async function renderInterface() {
  const document = await loadBaseDocument();
  const open = assumptionsOf(document);
  const parts = interfacePartsOf(document).map((part, index) =>
    partText(document, { ...document["x-interface"][index], ...part }, open),
  );
  return heading("Interface document") + INTRODUCTION + parts.join("");
}

function partText(document, described, open) {
  const { part, title, text, rules, ruleName, operations = [], schemas = [] } = described;
  const level = part.includes(".") ? "###" : "##";
  const name = /^\d$/.test(part) ? `${part}.` : part;
  const found = operationsOf(document).filter(({ operation }) =>
    operations.includes(operation.operationId),
  );
  const isDetailed = found.length === 1;
  return [
    `\n<a id="${interfaceAnchor(part)}"></a>\n\n${level} ${name === title ? "" : `${name} `}${title}\n\n${text}\n`,
    ...(isDetailed ? operationText(document, found[0]) : [operationTable(found)]),
    ...schemas.map((schema) => schemaTable(document, schema)),
    rulesText(rules, ruleName),
    openText(open.filter(({ section }) => section.split(",")[0] === part)),
  ]
    .filter((each) => each !== "")
    .join("\n");
}

function operationTable(found) {
  if (found.length === 0) return "";
  const rows = found.map((each) => [addressOf(each), each.operation.summary]);
  return table(["operation", "what it does"], rows);
}

/** An operation's address, parameters, body, and response. */
function operationText(document, { path, method, item, operation }) {
  const parameters = (operation.parameters ?? []).map((each) => resolveRef(document, each));
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["200"].content["application/json"].schema;
  return [
    `${addressOf({ path, method, item, operation })}\n`,
    parameters.length === 0 ? "" : parameterTable(parameters),
    body === undefined ? "" : `Request body:\n\n${fieldTable(document, body)}`,
    `Response${parameters.length > 1 ? " as JSON" : ""}:\n\n${fieldTable(document, answer)}`,
  ].filter((each) => each !== "");
}

function addressOf({ path, method, item }) {
  return `\`${method.toUpperCase()} ${item.servers?.[0].url ?? "{base_url}"}${path}\``;
}

function parameterTable(parameters) {
  const rows = parameters.map(({ name, in: place, required, schema, description = "" }) => [
    `\`${name}\``,
    place,
    typeText(schema),
    required === true ? "yes" : "no",
    valueText(schema.default),
    description.trim().replaceAll("\n", " "),
  ]);
  return table(["parameter", "in", "type", "required", "default", "meaning"], rows);
}

function schemaTable(document, name) {
  return `${name}:\n\n${fieldTable(document, document.components.schemas[name])}`;
}

function fieldTable(document, schema) {
  const { properties, required = [] } = asObject(resolveRef(document, schema));
  const rows = Object.entries(properties).map(([name, given]) => {
    const field = resolveRef(document, given);
    return [
      `\`${name}\``,
      typeText(field),
      required.includes(name) ? "yes" : "no",
      valueText(field.default),
      `${(field.description ?? "").trim()}${assumedText(field)}`.trim(),
    ];
  });
  return table(["field", "type", "required", "default", "meaning"], rows);
}

/** A note on a field that the interface document doesn't have; empty for other fields. */
function assumedText({ "x-assumption": id }) {
  return ["dataset-column", "dryrun-response"].includes(id)
    ? ` This field is an assumption (\`${id}\`).`
    : "";
}

function typeText({ type, items, enum: values }) {
  const listed = (values ?? []).filter((value) => value !== null);
  if (listed.length > 0) return listed.map((value) => `\`${value}\``).join(", ");
  const types = [type].flat().filter((each) => each !== "null");
  return types.map((each) => (each === "array" ? `${items.type}[]` : each)).join(" or ");
}

function valueText(value) {
  return value === undefined ? "–" : `\`${value}\``;
}

function rulesText(rules, ruleName) {
  if (rules.length === 0) return "";
  const lines = rules.map((rule, index) => `${index + 1}. ${rule}`);
  return `${ruleName[0].toUpperCase()}${ruleName.slice(1)}s:\n\n${lines.join("\n")}\n`;
}

function openText(open) {
  if (open.length === 0) return "";
  const lines = open.map(
    ({ id, question, default: value }) => `- ${question} (\`${id}\`: \`${value}\`)`,
  );
  return `Left open:\n\n${lines.join("\n")}\n`;
}
