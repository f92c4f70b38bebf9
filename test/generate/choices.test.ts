import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { rowsFor, type Sample } from "./examples/values.ts";

const ROWS = 400;

/** The share of each value of a property. */
async function sharesOf(
  schema: JsonObject,
  input: string,
  { name = "label", ...sample }: Sample & { readonly name?: string } = {},
): Promise<ReadonlyMap<unknown, number>> {
  const rows = await rowsFor({ [name]: schema }, input, { count: ROWS, ...sample });
  const shares = new Map<unknown, number>();
  for (const row of rows) shares.set(row[name], (shares.get(row[name]) ?? 0) + 1 / ROWS);
  return shares;
}

const GOOD = "Absolutely love it, the quality is great and support was friendly.";
const BAD = "Terrible, it broke after a day and nobody answered.";
const SENTIMENT = { enum: ["positive", "neutral", "negative"] };

describe("no alternative is certain", () => {
  test.each(["OTHER", "unknown", "general", "none", "safe", "ham", "n/a"])(
    "and %s gets its share like any other",
    async (label) => {
      const shares = await sharesOf({ enum: ["alpha", "beta", "gamma", label] }, "row 17");
      for (const value of ["alpha", "beta", "gamma", label])
        expect(Math.abs((shares.get(value) ?? 0) - 0.25)).toBeLessThan(0.1);
    },
  );

  test("a catch-all in another sense, or a common word, is not a label that the input names", async () => {
    const input = "On the other hand, no general rule applies. I am safe and unknown here.";
    const shares = await sharesOf({ enum: ["other", "general", "no", "safe", "blue"] }, input);
    expect(shares.size).toBe(5);
    expect(Math.max(...shares.values())).toBeLessThan(0.35);
  });

  test.each([
    [GOOD, "positive"],
    [BAD, "negative"],
    ["Sehr zufrieden, tolle Qualität!", "positive"],
    ["Je suis très déçue, colis cassé.", "negative"],
    ["とても気に入りました。最高です。", "positive"],
    ["质量太差，非常失望", "negative"],
  ])("the label that fits the sentiment of %s gets at most 80%", async (input, label) => {
    const shares = await sharesOf(SENTIMENT, input);
    expect(shares.get(label)).toBeGreaterThan(0.7);
    expect(shares.get(label)).toBeLessThan(0.87);
    expect(shares.size).toBe(3);
  });

  test.each([
    ["is_negative", BAD, true],
    ["would_recommend", GOOD, true],
    ["would_recommend", BAD, false],
  ])("%s for %s is mostly %s", async (name, input, value) => {
    const shares = await sharesOf({ type: "boolean" }, input, { name });
    expect(shares.get(value)).toBeGreaterThan(0.7);
    expect(shares.get(!value)).toBeGreaterThan(0.1);
  });

  test.each([
    [BAD, 5, {}],
    [GOOD, 5, { sentiment: SENTIMENT }],
    [BAD, 5, { sentiment: SENTIMENT }],
    [BAD, 10, { sentiment: SENTIMENT }],
  ])("ratings that fit the sentiment of %s get at most 80%", async (input, maximum, others) => {
    const rating = { type: "integer", minimum: 1, maximum };
    const rows = await rowsFor({ rating, ...others }, input, { count: ROWS });
    const share = (rating: number): number => (rating - 1) / (maximum - 1);
    const fits = (it: number): boolean => (input === BAD ? share(it) < 0.35 : share(it) > 0.65);
    const fitting = rows.filter(({ rating }) => fits(Number(rating))).length / ROWS;
    expect(fitting).toBeGreaterThan(0.7);
    expect(fitting).toBeLessThan(0.85);
    expect(new Set(rows.map(({ rating }) => rating)).size).toBe(maximum);
  });

  test("a higher temperature flattens the distribution, and a lower one doesn't sharpen it", async () => {
    const at = (temperature: number) =>
      sharesOf(SENTIMENT, GOOD, { samplingParams: { temperature } });
    const [warm, hot] = [await at(1.5), await at(2)];
    expect(warm.get("positive")).toBeLessThan(0.68);
    expect(warm.get("positive")).toBeGreaterThan(0.45);
    expect(Math.abs((hot.get("positive") ?? 0) - 1 / 3)).toBeLessThan(0.1);
  });
});

describe("a label that the input names literally is certain", () => {
  test.each([
    ["Please route this to Billing, thanks.", ["billing", "shipping", "other"], "billing"],
    ["This is a bug-report about the login.", ["bug_report", "feature_request"], "bug_report"],
    ["The ticket has priority P2 today.", ["P1", "P2", "P3"], "P2"],
    ["これは返品の依頼です。", ["返品", "交換", "その他"], "返品"],
  ])("%s", async (input, labels, expected) => {
    expect([...(await sharesOf({ enum: labels }, input)).keys()]).toEqual([expected]);
  });

  test("unless it names several of them", async () => {
    const input = "I have a question on billing and on shipping.";
    const shares = await sharesOf({ enum: ["billing", "shipping", "returns", "sales"] }, input);
    expect(shares.size).toBe(4);
    expect((shares.get("billing") ?? 0) + (shares.get("shipping") ?? 0)).toBeGreaterThan(0.7);
  });

  test("also if only the description lists the labels", async () => {
    const schema = { type: "string", description: "One of billing, shipping, or other" };
    const shares = await sharesOf(schema, "Please route this to billing.", { name: "category" });
    expect([...shares.keys()]).toEqual(["billing"]);
  });
});

describe("the language of the input counts as stated", () => {
  const GERMAN = "Das Paket ist leider nicht angekommen, und ich möchte mein Geld zurück.";

  test.each([
    [["en", "de", "fr", "other"], "de"],
    [["English", "German", "French"], "German"],
    [["en-US", "de-DE", "fr-FR"], "de-DE"],
  ])("among %j", async (labels, expected) => {
    const shares = await sharesOf({ enum: labels }, GERMAN, { name: "language" });
    expect([...shares.keys()]).toEqual([expected]);
  });

  test("and is English if nothing shows another one", async () => {
    const shares = await sharesOf({ enum: ["en", "de", "fr"] }, "Text 4711", { name: "language" });
    expect([...shares.keys()]).toEqual(["en"]);
  });

  test("but not for another language", async () => {
    const labels = { enum: ["en", "de", "fr"] };
    expect((await sharesOf(labels, GERMAN, { name: "target_language" })).size).toBe(3);
  });

  test("but yes and no are not languages", async () => {
    expect((await sharesOf({ enum: ["yes", "no"] }, GERMAN, { name: "answer" })).size).toBe(2);
  });
});

test("a seed per input changes the labels of equal inputs", async () => {
  const same = await sharesOf({ enum: ["a1", "b2", "c3"] }, "x", { randomSeedPerInput: false });
  const varied = await sharesOf({ enum: ["a1", "b2", "c3"] }, "x");
  expect([same.size, varied.size]).toEqual([1, 3]);
});

test("at temperature 0, a seed, a nucleus, and a seed per input change nothing", async () => {
  const sample = { samplingParams: { temperature: 0, seed: 7, topP: 0.5 } };
  expect((await sharesOf({ enum: ["a1", "b2", "c3"] }, "Where is it?", sample)).size).toBe(1);
});
