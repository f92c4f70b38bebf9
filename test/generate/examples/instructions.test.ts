import { describe, expect, test } from "@jest/globals";
import { createRowGenerator, type RowSettings } from "../../../src/generate/generator.ts";
import { settings } from "../settings.ts";

const BAD = "The parcel arrived damaged, and support was useless.";
const GOOD = "Absolutely love it, and the price is great.";
const PLAIN = "Where can I find the invoice for April?";
const INPUTS = [BAD, GOOD, PLAIN];

async function outputsFor(
  systemPrompt: string,
  change: Partial<RowSettings> = {},
): Promise<string[]> {
  const generator = await createRowGenerator({ ...settings, ...change, systemPrompt });
  return INPUTS.map((input, i) => generator.row(i, input).output);
}

test.each([
  ["Answer in one word.", /^\p{Lu}\S*$/u],
  ["Respond with a number only.", /^\d+$/],
  ["Rate the review from 1 to 5. Reply with only a number.", /^[1-5]$/],
  ["Is the customer happy? Answer yes or no.", /^(?:Yes|No)$/],
  ["Summarize in one sentence.", /^[A-Z][^.]*\.$/],
  ["Fasse in einem Satz zusammen.", /^[A-Z][^.]*\.$/],
  ["Summarize in two sentences.", /^[A-Z][^.]*\. [^.]*\.$/],
  ["Give a list of 3 items.", /^1\. .+\n2\. .+\n3\. .+$/],
  ["List 3 keywords, comma-separated.", /^[^ ,]+, [^ ,]+(?:, [^ ,]+)?$/],
  ["Write five bullet points.", /^(?:- .+\n){4}- .+$/],
  ["Return JSON only.", /^\{"summary":".+","keywords":\[.+\]\}$/],
  ["Use at most 15 words.", /^(?:\S+\s?){1,15}$/],
  ["Antworte mit höchstens 3 Wörtern.", /^(?:\S+\s?){1,3}$/],
  ["Answer in French.", /\b(?:de|la|le|et|est)\b/],
  ["Classify as TRUE/FALSE.", /^(?:TRUE|FALSE)$/],
  ["Is it true or false?", /^(?:True|False)$/],
  ["Return the person's name only.", /^\p{Lu}\S+ \p{Lu}.+$/u],
  ["Give only the name of the company.", /^\p{Lu}/u],
  ["Assign a priority from P1 to P4.", /^P[1-4]$/],
  [
    "Reply in JSON with the keys city, price and summary.",
    /^\{"city":".+","price":\d+\.?\d*,"summary":".+"\}$/,
  ],
  ['Output JSON: {"mood": "...", "tags": []}', /^\{"mood":".+","tags":\[".+"\]\}$/],
  ["Antworte mit ja oder nein.", /^(?:Ja|Nein)$/],
  ["Réponds par oui ou non.", /^(?:Oui|Non)$/],
  ["Classify as spam or ham.", /^(?:spam|ham)$/],
  ["Respond with one of: billing, shipping, technical", /^(?:billing|shipping|technical)$/],
  ["You are a helpful assistant.", /^[A-Z].{40,}\.$/s],
])("the prompt %j is obeyed", async (prompt, form) => {
  expect((await outputsFor(prompt)).filter((output) => !form.test(output))).toEqual([]);
});

describe("a label in an answer", () => {
  const ROWS = 200;

  test.each([
    ["Classify the sentiment as positive, negative, or neutral.", BAD, "negative"],
    ["What is the sentiment, in one word?", GOOD, "Positive"],
    ["Is the customer happy? Answer yes or no.", BAD, "No"],
  ])("mostly fits the input's sentiment: %s", async (systemPrompt, input, label) => {
    const generator = await createRowGenerator({
      ...settings,
      systemPrompt,
      randomSeedPerInput: true,
    });
    const outputs = Array.from({ length: ROWS }, (_, i) => generator.row(i, input).output);
    const share = outputs.filter((output) => output === label).length / ROWS;
    expect(share).toBeGreaterThan(0.65);
    expect(share).toBeLessThan(0.9);
  });

  test("is the one that the input names", async () => {
    const outputs = await outputsFor("Classify as invoice or shipping.");
    expect(outputs[2]).toBe("invoice");
  });
});

test("an instruction of any length is read quickly", async () => {
  for (const prompt of [
    `Classify: "aa"${", ".repeat(48)}!`,
    `Classify one of: a${" ".repeat(20_000)}`,
    `Answer with ${"one of ".repeat(5000)}`,
    `${'"'.repeat(20_000)}`,
  ])
    expect((await outputsFor(prompt)).every((output) => output !== "")).toBe(true);
});

describe("the answer fits the prompt", () => {
  test("for a reasoning model, too, whose reasoning is in the language asked for", async () => {
    const model = { ...settings.model, reasoning: true };
    const [output = ""] = await outputsFor("Answer in Spanish, with a number only.", { model });
    const { content, reasoning_content } = JSON.parse(output);
    expect([content, reasoning_content]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/\b(?:el|la|los|las|de)\b/),
    ]);
  });
});
