const PRODUCTS = [
  "wireless headset",
  "espresso machine",
  "pair of trail running shoes",
  "standing desk",
  "robot vacuum",
  "cast iron pan",
  "camping tent",
  "mechanical keyboard",
  "baby monitor",
  "electric toothbrush",
  "hiking backpack",
  "bread maker",
  "reading lamp",
  "bike helmet",
  "air purifier",
  "smart thermostat",
  "yoga mat",
  "travel mug",
  "e-book reader",
  "garden hose",
];

const OPINIONS = [
  "Best purchase of the year. The PRODUCT does exactly what it says and looks good doing it.",
  "The PRODUCT stopped working after three weeks, and support has not answered in ten days.",
  "It's fine. The PRODUCT is neither great nor bad; for this price I expected a little more.",
  "Delivery took a month, the box was crushed, but the PRODUCT itself is wonderful. Mixed feelings!",
  'My partner said "don\'t buy it", I bought the PRODUCT anyway, and now we both use it daily.',
  "Returned the PRODUCT twice. Both times the replacement had the same fault. Avoid.",
  "Très satisfaite: the PRODUCT is quiet, sturdy and easy to clean. Would buy again. ⭐⭐⭐⭐⭐",
  "Instructions for the PRODUCT are useless,\nyet once it is set up there is nothing to complain about.",
  "Good quality, honest price, quick refund for the PRODUCT that arrived in the wrong color.",
  "I have used this PRODUCT every day since March. Small scratches, no problems, still like new.",
];

/** The 200 reviews that the demo submits: every opinion about every product. */
export const REVIEWS: readonly string[] = PRODUCTS.flatMap((product) =>
  OPINIONS.map((opinion) => opinion.replace("PRODUCT", product)),
);

export const SYSTEM_PROMPT =
  "Read the product review. Give its sentiment, a rating from 1 to 5, and what it is about.";

export const REVIEW_SCHEMA = {
  type: "object",
  properties: {
    sentiment: { type: "string", enum: ["positive", "neutral", "negative"] },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    topics: {
      type: "array",
      items: { type: "string", enum: ["quality", "price", "delivery", "support", "design"] },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    },
  },
  required: ["sentiment", "rating", "topics"],
  additionalProperties: false,
} as const;
