import { CODECS } from "../../src/codec/codecs.ts";
import { LINE_VALUES } from "../../src/core/rows/line.ts";
import { useCaseNeeds } from "../../src/simulator/load-use-cases.ts";
import { ERROR_VALUES } from "../../src/spec/check/check-templates.ts";
import { WEBHOOK_VALUES } from "../../src/spec/document-rules.ts";
import { readDataFile } from "../data-files.mjs";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `\
The templates in the spec's \`x-batch-sim.response\` are [json-e](https://json-e.js.org): \`{ $eval: job.jobId }\` inserts
a value, and \`"Job \${job.jobId}"\` inserts it into a string. Each section about a use case lists the fields that
\`x-batch-sim.request\` can set and the values that the templates can use. A \`*\` marks each required field.
\`jobs[].jobId\` means the \`jobId\` of each item in the list \`jobs\`; read it with \`$map\`. See
[Overlays](overlays.md#how-operations-are-bound).

\`x-states\` defines the names of the states. Times are ISO 8601 in UTC with milliseconds or, if an overlay sets
\`x-times: epochSeconds\`, seconds since 1970. A parameter that a request omits has the \`default\` of its schema.
`;

/** The values available in an operation's `response`, by the kind of response that its use case gives. */
const ANSWERS = {
  view: "`response` is the template for a JSON body.",
  lines:
    "`response` has a `contentType` and `lines`, a list of templates. For each update, each template renders one line of JSON, or null to omit the line.",
  page: "`response` has a template for each content type. The client's `Accept` header selects one; by default, the first.",
  file: "`response` has a `contentType`.",
  content:
    "`response` has the keys `uploaded`, for uploaded files, and `output` and `errors`, for the files that jobs write. The lines of these written files can use the values below.",
  results: `\
\`response\` has one entry per format, with \`codec\`, \`contentType\`, an optional \`fileName\`, and the keys that the codec requires:

${codecNeeds()}`,
};

function codecNeeds() {
  return Object.entries(CODECS)
    .map(([name, { needs }]) => `- \`${name}\`: ${needs.map((part) => `\`${part}\``).join(", ")}`)
    .join("\n");
}

/** The page on use cases: their fields, and the values of their templates. */
export async function renderTemplateValues() {
  const data = await readDataFile("use-cases");
  const { lines, webhooks, errors } = await readDataFile("template-values");
  const needs = Object.entries(useCaseNeeds(data));
  const listed = [];
  const sections = needs.flatMap(([name, { fields, answers, values }]) => [
    `## ${name}\n`,
    `${ANSWERS[answers]}\n`,
    ...meaningTable(
      "field",
      Object.entries(fields).map(([field, { isRequired }]) => [
        `\`${field}\`${isRequired ? "*" : ""}`,
        data.useCases[name].fields[field],
      ]),
    ),
    ...meaningTable("value", valueRowsOf(name, values, listed)),
  ]);
  return [
    heading("Template values"),
    INTRODUCTION,
    ...sections,
    "## Lines\n",
    "The templates of the codec `lines` can use these values of a row. A value that the row doesn't have is null.\n",
    ...meaningTable("value", valueRows(meaningsOf(LINE_VALUES, lines), "row.")),
    "## Webhooks\n",
    "The `headers` and the `body` in `x-webhooks` are templates, too.\n",
    ...meaningTable("value", valueRows(meaningsOf(WEBHOOK_VALUES, webhooks))),
    "## Errors\n",
    "The `body` of each entry in `x-errors` is a template, too.\n",
    ...meaningTable("value", valueRows(meaningsOf(ERROR_VALUES, errors))),
  ].join("\n");
}

/** The meaning of each value. Throws if a value lacks a meaning, or a meaning lacks a value. */
function meaningsOf(names, meanings) {
  if (Object.keys(meanings).join() === names.join()) return meanings;
  throw new Error(
    `Expected data/template-values.yaml to have the meanings of ${names.join(", ")}.`,
  );
}

/** The rows of a use case's values. The fields of an object that is listed before become one row. */
function valueRowsOf(useCase, values, listed) {
  const rest = new Map(Object.entries(values));
  const holders = new Set([...rest.keys()].map((path) => /^\w+(\[\])?\.|^/.exec(path)[0]));
  const rows = [...holders].flatMap((holder) => {
    const fields = Object.entries(values).filter(([path]) => path.startsWith(holder));
    const known = listed.find((it) =>
      it.fields.every(([name, meaning]) => rest.get(holder + name) === meaning),
    );
    if (known === undefined) {
      const own = fields.map(([path, meaning]) => [path.slice(holder.length), meaning]);
      if (holder !== "" && own.length > 2) listed.push({ useCase, holder, fields: own });
      return [];
    }
    for (const [name] of known.fields) rest.delete(holder + name);
    const place = `[\`${known.useCase}\`](#${known.useCase.toLowerCase()})`;
    const label = holder === "" ? "(others)" : `\`${holder}…\``;
    const names = holder === "" ? `, without the prefix \`${known.holder}\`` : "";
    return [[label, `The same fields as \`${known.holder}…\` in ${place}${names}.`]];
  });
  return [...valueRows(Object.fromEntries(rest)), ...rows];
}

function valueRows(values, prefix = "") {
  return Object.entries(values).map(([path, meaning]) => [`\`${prefix}${path}\``, meaning]);
}

function meaningTable(what, rows) {
  return rows.length === 0 ? [] : [table([what, "meaning"], rows)];
}
