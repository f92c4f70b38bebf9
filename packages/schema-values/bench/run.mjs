// Compares this package with json-schema-faker: values per second of CPU time, and the share that conforms according to Ajv.
// Build first: npm run build -w schema-values && npm run bench -w schema-values
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { generate } from "json-schema-faker";
import { schemaValues } from "../dist/index.js";

const COUNT = 1000;
const TEXT = { type: "string" };
const object = (properties, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const SCHEMAS = {
  flat: object({
    id: { type: "integer", minimum: 1 },
    name: TEXT,
    email: { type: "string", format: "email" },
    status: { enum: ["open", "closed", "pending"] },
    score: { type: "number", minimum: 0, maximum: 1 },
  }),
  nested: object({
    title: TEXT,
    tags: { type: "array", items: TEXT, maxItems: 10 },
    author: object({ name: TEXT, age: { type: "integer", minimum: 18 } }),
    lines: {
      type: "array",
      minItems: 1,
      items: object({ name: TEXT, price: { type: "number", exclusiveMinimum: 0 } }),
    },
  }),
  recursive: {
    $defs: {
      node: object({
        name: { type: "string", pattern: "^[a-z]{3,12}$" },
        children: { type: "array", items: { $ref: "#/$defs/node" } },
      }),
    },
    $ref: "#/$defs/node",
  },
  conditional: {
    ...object({ kind: { enum: ["card", "cash"] }, number: TEXT }, ["kind"]),
    if: { properties: { kind: { const: "card" } } },
    then: { required: ["number"], properties: { number: { pattern: "^\\d{16}$" } } },
  },
};

for (const [name, schema] of Object.entries(SCHEMAS)) {
  const values = await schemaValues(schema);
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  const accepts = ajv.compile(schema);
  const ours = await measure((index) => values(index), accepts);
  const theirs = await measure((seed) => generate(schema, { seed }), accepts);
  console.log(`${name}: schema-values ${shown(ours)}; json-schema-faker ${shown(theirs)}`);
}

async function measure(make, accepts) {
  for (let index = 0; index < COUNT; index++) await attempt(make, index);
  const start = process.cpuUsage().user;
  let conforming = 0;
  const made = [];
  for (let index = 0; index < COUNT; index++) made.push(await attempt(make, index));
  const seconds = (process.cpuUsage().user - start) / 1e6;
  for (const value of made) if (value !== undefined && accepts(value)) conforming++;
  return { rowsPerSecond: COUNT / seconds, share: conforming / COUNT };
}

async function attempt(make, index) {
  try {
    return await make(index);
  } catch {
    return undefined;
  }
}

function shown({ rowsPerSecond, share }) {
  return `${Math.round(rowsPerSecond / 1000)}k rows/s, ${(share * 100).toFixed(1)}% conform`;
}
