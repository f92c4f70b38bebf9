// Schemas whose values describe the input: the document that it is, or the opinion in it.
import { digits, listOf, NAMES, WORDS, words } from "../harness/by-hand.mjs";

const CURRENCIES = ["EUR", "USD", "GBP", "JPY"];
const TOPICS = ["price", "quality", "delivery", "service", "other"];
const SENTIMENTS = ["positive", "neutral", "negative"];
const LANGUAGES = ["en", "de", "fr", "es", "ja"];

const text = { type: "string" };
const optional = (schema) => ({ anyOf: [schema, { type: "null" }] });

function strictObject(properties) {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

const party = strictObject({
  name: text,
  email: optional({ type: "string", format: "email" }),
  country: { type: "string", pattern: "^[A-Z]{2}$" },
});
const line = strictObject({
  description: text,
  quantity: { type: "integer", minimum: 1, maximum: 100 },
  unit_price: { type: "number", minimum: 0 },
  amount: { type: "number", minimum: 0 },
});

export const INVOICE = {
  name: "invoice",
  schema: strictObject({
    invoice_number: { type: "string", pattern: "^INV-[0-9]{6}$" },
    issue_date: { type: "string", format: "date" },
    due_date: { type: "string", format: "date" },
    seller: party,
    buyer: party,
    currency: { enum: CURRENCIES },
    lines: { type: "array", minItems: 1, maxItems: 5, items: line },
    subtotal: { type: "number", minimum: 0 },
    tax: { type: "number", minimum: 0 },
    total: { type: "number", minimum: 0 },
    paid: { type: "boolean" },
  }),
  byHand: invoiceByHand,
};

function invoiceByHand(rng) {
  const lines = listOf(rng, [1, 5], () => {
    const quantity = rng.between(1, 100);
    const cents = rng.between(1, 50_000);
    const amount = (quantity * cents) / 100;
    return { description: words(rng, 3), quantity, unit_price: cents / 100, amount };
  });
  const subtotal = rounded(lines.reduce((sum, { amount }) => sum + amount, 0));
  const tax = rounded(subtotal * 0.2);
  const day = rng.between(10, 28);
  return {
    invoice_number: `INV-${digits(rng, 6)}`,
    issue_date: `2026-0${rng.between(1, 4)}-${day}`,
    due_date: `2026-0${rng.between(5, 9)}-${day}`,
    seller: partyByHand(rng),
    buyer: partyByHand(rng),
    currency: rng.pick(CURRENCIES),
    lines,
    subtotal,
    tax,
    total: rounded(subtotal + tax),
    paid: rng.chance(0.5),
  };
}

function partyByHand(rng) {
  return {
    name: `${rng.pick(NAMES)} ${rng.pick(NAMES)}`,
    email: rng.chance(0.2) ? null : `${rng.pick(WORDS)}@example.com`,
    country: rng.pick(["DE", "FR", "GB", "JP", "US"]),
  };
}

function rounded(amount) {
  return Math.round(amount * 100) / 100;
}

export const REVIEW = {
  name: "review",
  schema: strictObject({
    sentiment: { enum: SENTIMENTS },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    language: { enum: LANGUAGES },
    topics: { type: "array", items: { enum: TOPICS }, maxItems: 3 },
    summary: text,
    pros: { type: "array", items: text, maxItems: 4 },
    cons: { type: "array", items: text, maxItems: 4 },
    product: optional(text),
    would_recommend: { type: "boolean" },
    confidence: { type: "number", minimum: 0, maximum: 1 },
  }),
  byHand: (rng) => ({
    sentiment: rng.pick(SENTIMENTS),
    rating: rng.between(1, 5),
    language: rng.pick(LANGUAGES),
    topics: listOf(rng, [0, 3], () => rng.pick(TOPICS)),
    summary: words(rng, 8),
    pros: listOf(rng, [0, 4], () => words(rng, 3)),
    cons: listOf(rng, [0, 4], () => words(rng, 3)),
    product: rng.chance(0.2) ? null : words(rng, 2),
    would_recommend: rng.chance(0.5),
    confidence: Math.round(rng.next() * 100) / 100,
  }),
};
