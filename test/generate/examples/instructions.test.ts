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
  ["Answer in French.", /« .+ »/],
  ["Classify as spam or ham.", /^(?:spam|ham)$/],
  ["Respond with one of: billing, shipping, technical", /^(?:billing|shipping|technical)$/],
  ["You are a helpful assistant.", /^[A-Z].{40,}\.$/s],
])("the prompt %j is obeyed", async (prompt, form) => {
  expect((await outputsFor(prompt)).filter((output) => !form.test(output))).toEqual([]);
});

describe("the answer fits the input", () => {
  test.each([
    [
      "Classify the sentiment as positive, negative, or neutral.",
      ["negative", "positive", "neutral"],
    ],
    ["What is the sentiment, in one word?", ["Negative", "Positive", "Neutral"]],
    ["Is the customer happy? Answer yes or no.", ["No", "Yes", "No"]],
    ["Is this a question? Answer yes or no.", ["No", "No", "Yes"]],
    ["Classify as billing or shipping.", ["shipping", "billing", "billing"]],
  ])("%s", async (prompt, expected) => {
    const samplingParams = { temperature: 0 };
    expect(await outputsFor(prompt, { samplingParams })).toEqual(expected);
  });

  test("for a reasoning model, too, whose reasoning is in the language asked for", async () => {
    const model = { ...settings.model, reasoning: true };
    const [output = ""] = await outputsFor("Answer in Spanish, with a number only.", { model });
    const { content, reasoning_content } = JSON.parse(output);
    expect([content, reasoning_content]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^1\. .*«/),
    ]);
  });
});
