import { controlOperations } from "./control-operations.mjs";
import { verbMethods } from "./verb-tables.mjs";

const HEAD = `# Generated from the control document that the simulator serves: \`npm run docs\` in a checkout.
"""The verbs of the control API, one method each, named after their operation IDs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

# Not \`list[…]\` below, because classes have methods named \`list\`.
Object = dict[str, Any]
Objects = list[Object]


def _quoted(value: object) -> str:
    return quote(str(value), safe="")
`;

/** Operations with endless responses. */
const STREAMS = new Set(["streamEvents"]);

/** The Python types of JSON values. */
const TYPES = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  array: "Sequence[Any]",
  object: "Mapping[str, Any]",
};

/** The Python module with a method for each verb: blocking, asynchronous, and in groups. */
export async function renderPythonClient() {
  const verbs = await readVerbs();
  return [
    HEAD,
    ...["", "Async"].flatMap((kind) => [
      ...groupsOf(verbs).flatMap(([group, own]) => groupClass(kind, group, own)),
      ...verbsClass(kind, verbs),
    ]),
  ].join("\n");
}

async function readVerbs() {
  const methods = verbMethods();
  return (await controlOperations())
    .filter(({ operationId }) => !STREAMS.has(operationId))
    .map((operation) => verbOf(operation, methods.get(operation.operationId) ?? []));
}

function verbOf(
  { path, method, operationId, summary, parameters, requestBody, responses },
  methods,
) {
  const [type = "", content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isJson = type === "application/json";
  const [{ group, name } = {}] = methods;
  const whole = { name: type.endsWith("yaml") ? "text" : "content", place: "content" };
  const args = [
    ...parameters.map(({ name: own, in: place, required, schema }) => ({
      ...{ name: own, place, isRequired: required, type: typeOf(schema) },
      about: schema.description,
    })),
    ...(type === "" || isJson
      ? []
      : [
          {
            ...{ ...whole, isRequired: true, about: requestBody.description },
            type: whole.name === "text" ? "str | Mapping[str, Any]" : "bytes",
          },
        ]),
    ...(isJson ? bodyArguments(content.schema) : []),
  ];
  return {
    ...{ path: path.replace("/_sim", ""), method, name: snake(operationId) },
    ...{ summary, type, group, short: name === undefined ? undefined : snake(name), methods },
    args: args.sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    result: resultOf(responses["200"]?.content ?? {}),
  };
}

function bodyArguments({ properties, required }) {
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, place: "body", isRequired: required.includes(name), type: typeOf(schema) },
    about: schema.description,
  }));
}

function typeOf({ type, anyOf, oneOf, items }) {
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" | ");
  if (type === "array") return `Sequence[${items === undefined ? "Any" : typeOf(items)}]`;
  return TYPES[type] ?? "Mapping[str, Any]";
}

function resultOf(content) {
  const schema = content["application/json"]?.schema;
  if (schema === undefined) return "text/plain" in content ? "str" : "None";
  return schema.type === "array" ? "Objects" : "Object";
}

function groupsOf(verbs) {
  const names = [...new Set(verbs.map(({ group }) => group))].filter(Boolean);
  return names.sort().map((name) => [name, verbs.filter(({ group }) => group === name)]);
}

function groupClass(kind, group, verbs) {
  const owner = `${kind}Verbs`;
  return [
    `\nclass ${kind}${capitalized(group)}:`,
    `    def __init__(self, verbs: ${owner}) -> None:`,
    "        self._verbs = verbs",
    ...verbs.flatMap((verb) => {
      const [, ...others] = verb.methods;
      return [
        ...methodOf(kind, verb, verb.short, passOn(kind, verb)),
        ...others.flatMap((method) => otherMethod(kind, verb, method)),
      ];
    }),
    "",
  ];
}

/** A method that has only some of its verb's arguments, or returns only a field of the response. */
function otherMethod(kind, verb, { name, parameters, fixed = "", field, docs: about }) {
  const args = verb.args
    .filter((arg) => parameters.some((each) => each.name === arg.name))
    .map((arg) => ({ ...arg, isRequired: true, about: undefined }));
  const constants = [...fixed.matchAll(/(\w+): true/g)].map(([, own]) => `${snake(own)}=True`);
  const call = passOn(kind, { ...verb, args }, constants);
  const result = field === undefined ? {} : { result: "Any" };
  const own = { ...verb, ...result, args, summary: about.replace(/\.$/, "") };
  const value = kind === "" ? call : `(${call})`;
  return methodOf(kind, own, snake(name), field === undefined ? call : `${value}["${field}"]`);
}

function passOn(kind, { name: verb, args }, constants = []) {
  const passed = [...args.map(({ name }) => `${snake(name)}=${snake(name)}`), ...constants];
  const call = `self._verbs.${verb}(${passed.join(", ")})`;
  return kind === "" ? call : `await ${call}`;
}

function verbsClass(kind, verbs) {
  const groups = groupsOf(verbs).map(([group]) => group);
  return [
    `\nclass ${kind}Verbs:`,
    "    def __init__(self) -> None:",
    ...groups.map((group) => `        self.${group} = ${kind}${capitalized(group)}(self)`),
    "",
    `    ${asyncPrefix(kind)}def _call(`,
    "        self,",
    "        method: str,",
    "        path: str,",
    "        query: Mapping[str, Any] | None = None,",
    "        body: Mapping[str, Any] | None = None,",
    "        content: bytes | str | Mapping[str, Any] | None = None,",
    "    ) -> Any:",
    "        raise NotImplementedError",
    ...verbs.flatMap((verb) => methodOf(kind, verb, verb.name, callOf(kind, verb))),
    "",
    "    # The names that TypeScript uses.",
    ...verbs
      .filter(({ group, short, name }) => group === "" && short !== name)
      .map(({ short, name }) => `    ${short} = ${name}`),
    "",
  ];
}

function methodOf(kind, verb, name, call) {
  const result = verb.result === "None" ? call : `return ${call}`;
  return [
    "",
    `    ${asyncPrefix(kind)}def ${name}(${["self", ...signature(verb)].join(", ")}) -> ${verb.result}:`,
    `        """${docs(verb)}"""`,
    `        ${result}`,
  ];
}

/** Required arguments, and the body's first argument, can be passed by position. */
function signature({ args, method }) {
  const required = args.filter(({ isRequired }) => isRequired);
  const optional = args.filter(({ isRequired }) => !isRequired);
  const isFirst = required.length === 0 && method === "POST" && optional[0]?.name === "by";
  const positional = [...required, ...(isFirst ? optional.slice(0, 1) : [])];
  const keywords = optional.slice(isFirst ? 1 : 0);
  const declare = ({ name, type, isRequired }) =>
    `${snake(name)}: ${isRequired ? type : `${type} | None = None`}`;
  return [
    ...positional.map(declare),
    ...(keywords.length === 0 ? [] : ["*"]),
    ...keywords.map(declare),
  ];
}

function docs({ summary, args }) {
  const about = args.filter((each) => each.about !== undefined);
  if (about.length === 0) return `${summary}.`;
  const lines = about.map(({ name, about: text }) => `        ${snake(name)}: ${text}`);
  return `${summary}.\n\n${lines.join("\n")}\n        `;
}

function callOf(kind, { method, path, args }) {
  const at = (place) => args.filter((each) => each.place === place);
  const inPath = at("path").reduce(
    (text, { name }) => text.replace(`{${name}}`, `{_quoted(${snake(name)})}`),
    path,
  );
  const url = at("path").length === 0 ? `"${path}"` : `f"${inPath}"`;
  const map = (place) =>
    `{${at(place)
      .map(({ name }) => `"${name}": ${snake(name)}`)
      .join(", ")}}`;
  const rest = [
    ...(at("query").length === 0 ? [] : [`query=${map("query")}`]),
    ...(at("body").length === 0 ? [] : [`body=${map("body")}`]),
    ...at("content").map(({ name }) => `content=${name}`),
  ];
  const call = `self._call(${[`"${method}"`, url, ...rest].join(", ")})`;
  return kind === "" ? call : `await ${call}`;
}

function asyncPrefix(kind) {
  return kind === "" ? "" : "async ";
}

function snake(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function capitalized(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
