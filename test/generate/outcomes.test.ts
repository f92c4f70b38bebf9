import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { JsonObject } from "../../src/core/json.ts";
import { rowWith } from "../../src/core/rows/row.ts";
import type { DecidedOutcome } from "../../src/core/rows/row-rule.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { REALISTIC } from "../schema/fallback/schemas.ts";
import { REVIEW, reasoningModel, settings } from "./settings.ts";

const TICKET: JsonObject = {
  type: "object",
  properties: {
    category: { enum: ["delivery", "billing"] },
    urgency: { type: "integer", minimum: 1, maximum: 5 },
  },
  required: ["category", "urgency"],
  additionalProperties: false,
};
const conforms = new Ajv2020().compile(TICKET);
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const PLAIN = {};
const STRUCTURED = { jsonSchema: TICKET };
const REASONING = { model: reasoningModel };
const BOTH = { ...REASONING, ...STRUCTURED };

/** The outputs of thirty rows with an outcome, each with its normal output. */
async function outputs(
  change: Partial<RowSettings>,
  outcome: DecidedOutcome,
): Promise<{ output: string; usual: string }[]> {
  const generator = await createRowGenerator({ ...settings, canViolate: true, ...change });
  return Array.from({ length: 30 }, (_, index) => {
    const input = `${REVIEW} ${index}`;
    const row = generator.row(index, input, outcome);
    expect(rowWith(generator.row(index, input, outcome), {})).toEqual(rowWith(row, {}));
    expect(row.cumulativeLogprob < 0).toBe(countTokens(row.output) > 0);
    return { output: row.output, usual: generator.row(index, input).output };
  });
}

test.each([PLAIN, STRUCTURED, REASONING, BOTH])(
  "empty outputs and strings are used as is, whatever the job (%#)",
  async (change) => {
    for (const { output } of await outputs(change, { kind: "empty" })) expect(output).toBe("");
    const text = { kind: "text", text: "lone \ud800, twin 😀" } as const;
    for (const { output } of await outputs(change, text))
      expect(output).toBe("lone \ufffd, twin 😀");
  },
);

test("a refusal replaces the content, and a reasoning model reasons about it", async () => {
  const refusal = { kind: "refusal", text: "No." } as const;
  for (const change of [PLAIN, STRUCTURED])
    for (const { output } of await outputs(change, refusal)) expect(output).toBe("No.");
  for (const change of [REASONING, BOTH]) {
    for (const { output, usual } of await outputs(change, refusal))
      expect(JSON.parse(output)).toEqual({ ...JSON.parse(usual), content: "No." });
  }
});

test("JSON that violates the schema is valid JSON, varies by row, and is rejected by the schema", async () => {
  const violation = { kind: "schemaViolation" } as const;
  const plain = await outputs(STRUCTURED, violation);
  for (const { output } of plain) expect(conforms(JSON.parse(output))).toBe(false);
  expect(new Set(plain.map(({ output }) => output)).size).toBeGreaterThan(5);
  for (const { output, usual } of await outputs(BOTH, violation)) {
    const { content, ...rest } = JSON.parse(output);
    expect(conforms(JSON.parse(content))).toBe(false);
    expect(JSON.parse(usual)).toMatchObject(rest);
  }
  const contentAs = "object" as const;
  const asObject = { ...BOTH, reasoningShape: { ...settings.reasoningShape, contentAs } };
  for (const { output } of await outputs(asObject, violation))
    expect(conforms(JSON.parse(output).content)).toBe(false);
});

test("a violation breaks more than a format, which many validators don't check, if the schema says more", async () => {
  const text = (format: string) => ({ type: "string", format });
  const formats = ["date", "time", "duration", "uuid", "email"];
  const properties = Object.fromEntries(formats.map((format) => [format, text(format)]));
  const validator = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  for (const jsonSchema of [
    { type: "object", properties },
    text("date"),
    { anyOf: [text("date"), { const: 5 }] },
  ])
    for (const { output } of await outputs({ jsonSchema }, { kind: "schemaViolation" }))
      expect([output, validator.validate(jsonSchema, JSON.parse(output))]).toEqual([output, false]);
  const onlyFormat = { jsonSchema: { format: "date" } };
  for (const { output, usual } of await outputs(onlyFormat, { kind: "schemaViolation" }))
    expect([output === usual, typeof JSON.parse(output)]).toEqual([false, "string"]);
});

test("a missing schema, or one that accepts everything, can't be violated", async () => {
  for (const change of [PLAIN, REASONING, { jsonSchema: {} }]) {
    for (const { output, usual } of await outputs(change, { kind: "schemaViolation" }))
      expect(output).toBe(usual);
  }
});

test("broken and truncated JSON is invalid, both for a job with a schema and for a reasoning model", async () => {
  for (const change of [STRUCTURED, REASONING, BOTH]) {
    for (const { output } of await outputs(change, { kind: "invalidJson" }))
      expect(isJson(output)).toBe(false);
    for (const { output, usual } of await outputs(change, { kind: "truncatedJson" })) {
      expect(isJson(output)).toBe(false);
      expect(usual.startsWith(output) && output !== "").toBe(true);
    }
  }
  for (const kind of ["invalidJson", "truncatedJson", "missingContent"] as const) {
    for (const { output, usual } of await outputs(PLAIN, { kind })) expect(output).toBe(usual);
  }
});

test("a reasoning model can leave out the content", async () => {
  for (const change of [REASONING, BOTH]) {
    for (const { output, usual } of await outputs(change, { kind: "missingContent" })) {
      const { content, ...rest } = JSON.parse(usual);
      expect([JSON.parse(output), typeof content]).toEqual([rest, "string"]);
    }
  }
});

test("a huge output has the given number of bytes and keeps its format", async () => {
  for (const change of [PLAIN, STRUCTURED, REASONING, BOTH]) {
    for (const { output, usual } of await outputs(change, { kind: "huge", bytes: 50_000 })) {
      expect(Buffer.byteLength(output)).toBe(50_000);
      expect(isJson(output)).toBe(isJson(usual));
    }
    for (const { output, usual } of await outputs(change, { kind: "huge", bytes: 1 }))
      expect(output).toBe(usual);
  }
  for (const { output } of await outputs(STRUCTURED, { kind: "huge", bytes: 50_000 }))
    expect(conforms(JSON.parse(output))).toBe(true);
});

test("scalars become invalid JSON even though their prefixes are valid", async () => {
  for (const jsonSchema of [{ type: "integer" }, { const: true }, { const: "" }]) {
    for (const kind of ["invalidJson", "truncatedJson"] as const) {
      for (const { output } of await outputs({ jsonSchema }, { kind }))
        expect(isJson(output)).toBe(false);
    }
  }
});

test("other draws give other broken outputs, and don't change the normal ones", async () => {
  const spoiled = { kind: "truncatedJson" } as const;
  const [one, two] = [await outputs(BOTH, spoiled), await outputs({ ...BOTH, seed: 2 }, spoiled)];
  expect(one.map(({ output }) => output)).not.toEqual(two.map(({ output }) => output));
});

/** The realistic schemas that a plain validator accepts unchanged, with that validator. */
function plainSchemas(): [JsonObject, (value: unknown) => unknown][] {
  return Object.values(REALISTIC).flatMap((jsonSchema): [JsonObject, (v: unknown) => unknown][] => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(ajv);
    const isOld = /"(\$async|\$schema|nullable)"/.test(JSON.stringify(jsonSchema));
    if (isOld || Object.keys(jsonSchema).length === 0 || ajv.validateSchema(jsonSchema) !== true)
      return [];
    return [[jsonSchema, ajv.compile(jsonSchema)]];
  });
}

test("many kinds of schemas can be violated, and every violation is a real one", async () => {
  const schemas = await Promise.all(
    plainSchemas().map(async ([jsonSchema, validate]) => {
      const generator = await createRowGenerator({ ...settings, jsonSchema, canViolate: true });
      return { generator, validate };
    }),
  );
  expect(schemas.length).toBeGreaterThan(5);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...schemas),
      fc.nat(1000),
      async ({ generator, validate }, index) => {
        const { output } = generator.row(index, REVIEW, { kind: "schemaViolation" });
        expect(validate(JSON.parse(output))).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});
