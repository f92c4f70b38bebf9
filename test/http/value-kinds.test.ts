import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const SCHEMA = {
  type: "object",
  required: ["label", "text"],
  properties: {
    label: { enum: ["positive", "negative", "mixed"] },
    text: { type: "string" },
    score: { type: "number", minimum: 0, maximum: 1 },
  },
  additionalProperties: false,
};

const INPUTS = Array.from({ length: 40 }, (_, row) => `Great phone ${row}`);

async function outputsOf(sim: TestSimulator, more: object): Promise<readonly string[]> {
  const jobId = await sim.client.submit({ inputs: INPUTS, ...more });
  await sim.client.follow(jobId);
  const response = await sim.client.results(jobId, { result_format: "json" });
  return ((await response.json()) as { outputs: string[] }).outputs;
}

test("a scenario chooses the kind of values, and a row rule another for some rows", async () => {
  await using sim = await startTestSimulator({
    yaml: "values: covering\nrows: [{ every: 4, values: edge }, { index: 0, values: plausible }]",
  });
  const outputs = await outputsOf(sim, { json_schema: SCHEMA });
  const covering = outputs.filter((_, index) => (index + 1) % 4 !== 0 && index > 0);
  const labels = covering.slice(0, 6).map((output) => JSON.parse(output).label);
  expect(new Set(labels)).toEqual(new Set(["positive", "negative", "mixed"]));
  const [download] = sim.allExchanges.filter(({ operationId }) => operationId === "getResults");
  const lines = download?.edges ?? [];
  expect(lines.map((line) => Number(/^row (\d+): /.exec(line)?.[1]))).toEqual([
    3, 7, 11, 15, 19, 23, 27, 31, 35, 39,
  ]);
  expect(new Set(lines.map((line) => line.replace(/^row \d+: /, ""))).size).toBe(10);
  expect(download?.response.body?.text).not.toContain("edges");
});

test("covering and edge values don't depend on the inputs, and are the same in every format", async () => {
  for (const values of ["covering", "edge"] as const) {
    await using sim = await startTestSimulator({ yaml: `values: ${values}` });
    const first = await outputsOf(sim, { json_schema: SCHEMA });
    const second = await outputsOf(sim, { json_schema: SCHEMA, inputs: INPUTS.map(() => "x") });
    expect(second).toEqual(first);
  }
});

test("covering lists are empty, or have one, several, or many items", async () => {
  await using sim = await startTestSimulator({ yaml: "values: covering" });
  const json_schema = { type: "array", items: { type: "string" } };
  const outputs = await outputsOf(sim, { json_schema });
  const lengths = outputs.map((output) => JSON.parse(output).length as number);
  for (let row = 0; row + 8 <= lengths.length; row++)
    expect(new Set(lengths.slice(row, row + 8))).toEqual(new Set([0, 1, 3, 10]));
});

test("without a schema, edge values are texts that clients mishandle", async () => {
  await using sim = await startTestSimulator({ yaml: "values: edge" });
  const outputs = await outputsOf(sim, {});
  expect(outputs).toContain("");
  expect(outputs.some((output) => output !== "" && output.trim() === "")).toBe(true);
  expect(Math.max(...outputs.map((output) => output.length))).toBe(100_000);
  expect(outputs.some((output) => output.startsWith("```json\n"))).toBe(true);
  const [download] = sim.allExchanges.filter(({ operationId }) => operationId === "getResults");
  expect(download?.edges).toHaveLength(40);
  expect(download?.edges?.join()).toContain(": text: JSON in a code fence");
});

test("a reasoning model's content has the kind of values that the scenario chooses", async () => {
  await using sim = await startTestSimulator({ yaml: "values: covering" });
  const outputs = await outputsOf(sim, {
    model: "model-3.1-32b-reasoning",
    json_schema: SCHEMA,
  });
  const labels = outputs.slice(0, 6).map((output) => JSON.parse(JSON.parse(output).content).label);
  expect(new Set(labels).size).toBe(3);
});

test("a scenario object chooses the kind of values, too", async () => {
  const sim = await startSimulator({ scenario: { values: "edge" }, onNotice: () => {} });
  expect((await sim.control.scenario.get()).values).toBe("edge");
  await sim.close();
});

const BOUNDS = [
  ["-9223372036854775808", "9223372036854775807"],
  ["0", "18446744073709551615"],
  ["9007199254740993", "9007199254740999"],
  // No double is strictly between these bounds.
  ["1152921504606846976", "1152921504606846976"],
] as const;

test.each(["plausible", "covering", "edge"])(
  "%s integers are within the bounds as the schema writes them, in other languages, too",
  async (values) => {
    await using sim = await startTestSimulator({ yaml: `values: ${values}` });
    const wrong: string[] = [];
    for (const [min, max] of BOUNDS) {
      // JSON.stringify can't write these bounds.
      const body = `{"inputs":${JSON.stringify(INPUTS)},"json_schema":{"type":"array","items":{"type":"integer","minimum":${min},"maximum":${max}},"minItems":1,"uniqueItems":true}}`;
      const headers = { "content-type": "application/json" };
      const response = await sim.client.request("POST", "/batch-inference", { body, headers });
      const { job_id: jobId } = (await response.json()) as { job_id: string };
      await sim.client.follow(jobId);
      const { outputs } = (await sim.client.jsonResults(jobId)).body;
      const numbers = outputs.flatMap((output) => output.match(/-?\d[^,\]]*/g) ?? []);
      const isWithin = (text: string) => BigInt(text) >= BigInt(min) && BigInt(text) <= BigInt(max);
      if (min !== max) wrong.push(...numbers.filter((text) => !isWithin(text)));
      else expect(new Set(numbers.map(Number))).toEqual(new Set([Number(min)]));
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  { type: "integer" },
  { type: "integer", maximum: 0 },
  { type: "number", multipleOf: 1 },
])("edge values of %j fit into 64 bits, and none has an exponent", async (schema) => {
  await using sim = await startTestSimulator({ yaml: "values: edge" });
  const numbers = await outputsOf(sim, { json_schema: schema });
  expect(numbers.filter((text) => !/^-?\d{1,18}$/.test(text))).toEqual([]);
});

test("edge values of numbers have exponents", async () => {
  await using sim = await startTestSimulator({ yaml: "values: edge" });
  expect(await outputsOf(sim, { json_schema: { type: "number" } })).toContain("1.5e+300");
});

test("edge values are plausible strings in formats that not all validators check", async () => {
  await using sim = await startTestSimulator({ yaml: "values: edge" });
  const pattern: Record<string, RegExp> = {
    "idn-email": /^[\w.]+@\w+(\.\w+)+$/,
    iri: /^\w+:\S+$/,
    "iri-reference": /^[^\s"{}\\]*$/,
    "idn-hostname": /^[\w.-]+$/,
    "http-url": /^https?:\/\/\S+$/,
    "iso-date": /^\d{4}-\d\d-\d\d$/,
    ipv4network: /^[\d.]+\/24$/,
    int64: /^\d+$/,
    currency: /^[A-Z]{3}$/,
  };
  const formats = Object.keys(pattern);
  const schemaOf = (format: string) => [format, { type: "string", format }] as const;
  const properties = Object.fromEntries(formats.map(schemaOf));
  const json_schema = { type: "object", properties, required: formats };
  const rows = (await outputsOf(sim, { json_schema })).map((row) => JSON.parse(row));
  const textsOf = (format: string) => rows.map((row) => String(row[format]));
  const wrong = formats.flatMap((it) => textsOf(it).filter((text) => !pattern[it]?.test(text)));
  expect(wrong).toEqual([]);
  const free = { type: "string", format: "textarea" };
  expect(await outputsOf(sim, { json_schema: free })).toContain('""');
});
