// Bodies of many values without keys: they are parsed in slices, but digested and validated in one step.
const many = (count, item) => Array.from({ length: count }, () => item);
/** Just below the limit. */
const MOST = 149_000;

const BODIES = {
  "a list of strings": { inputs: ["a"], sampling_params: { stop: many(MOST, "a") } },
  "a list of invalid items": { inputs: ["a"], sampling_params: { stop: many(MOST, 1) } },
  "an unknown field with a list": { inputs: ["a"], x: many(MOST, 1) },
  "a list of empty lists": { inputs: ["a"], x: many(MOST, []) },
  "a schema with a long `enum`": {
    inputs: ["a"],
    json_schema: { enum: Array.from({ length: 99_000 }, (_, i) => i) },
  },
  "rows that are long lists": { inputs: many(3, many(MOST, 1)) },
  "a list of five million numbers": { inputs: ["a"], x: many(5_000_000, 1) },
};

/** Cases about bodies. */
export const bodyCases = Object.entries(BODIES).map(([name, body]) => ({
  name: `a body: ${name}`,
  run: async (program) => {
    const { status, text } = await program.create(body);
    const isRefused = status === 422 || text.includes("SIM_SCHEMA_LIMIT");
    if (status !== 200 && !isRefused)
      throw new Error(`Expected 200 or a refusal, got ${status} ${text.slice(0, 300)}`);
  },
}));
