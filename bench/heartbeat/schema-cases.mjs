// Schemas that take a long time to compile, or whose rows take a long time to make.
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const properties = (count, make) => Object.fromEntries(times(count, (i) => [`p${i}`, make(i)]));

const counted = (i) => ({
  oneOf: times(3, (j) => ({ pattern: `^${"abc"[j]}{1,256}[a-z${i}]{1,256}x${j}{1,256}$` })),
});

const SCHEMAS = {
  "190 objects and 5 patterns": {
    type: "object",
    properties: properties(185, () => ({ type: "string" })),
    patternProperties: Object.fromEntries(
      times(5, (i) => [`^[a-z]{1,${20 + i}}[0-9]{0,${20 + i}}$`, { minLength: i }]),
    ),
  },
  "six properties with three counted patterns": {
    type: "object",
    properties: properties(6, counted),
    required: times(6, (i) => `p${i}`),
  },
  "a pattern with 200 positions that don't tell states apart": {
    type: "string",
    pattern: "(a|b)*a(a|b){200}",
  },
  "a pattern that must not match": {
    ...{ type: "string", minLength: 40, pattern: "^a*$" },
    not: { pattern: "^(a|a)*b$" },
  },
  "objects of names that match a pattern": {
    ...{ type: "object", propertyNames: { pattern: "^[a-z]{1,100}$" }, minProperties: 100 },
  },
  "alternatives with patterns for names": {
    type: "object",
    properties: properties(20, () => ({
      anyOf: [
        {
          type: "object",
          patternProperties: { "^(a|b)+": {}, "^(b|c)+": {}, "c+$": {}, "^.{5}x": {} },
          ...{ additionalProperties: false, minProperties: 3 },
        },
        { type: "array", items: { type: "object", properties: { q: {}, r: {} } } },
      ],
    })),
  },
  "12,000 objects": { type: "object", properties: properties(11_000, () => ({ type: "string" })) },
  "an object with 400,000 keys": { type: "object", properties: properties(400_000, () => true) },
  "unknown keywords": { type: "object", ...properties(4000, (i) => `requird${i}`) },
  "a long description": { type: "string", description: `One of ${'"a '.repeat(300_000)}` },
};

/** Cases about schemas: a job with each, and its results. */
export const schemaCases = Object.entries(SCHEMAS).map(([name, json_schema]) => ({
  name: `a schema: ${name}`,
  run: async (program) => {
    const response = await program.run({ inputs: times(50, (i) => `input ${i}`), json_schema });
    const isRefused = response.status === 422 || response.text.includes("SIM_SCHEMA_LIMIT");
    if (response.status !== 200 && !isRefused)
      throw new Error(
        `Expected 200 or a refusal, got ${response.status} ${response.text.slice(0, 300)}`,
      );
  },
}));
