import { digits, NAMES, uuid, WORDS } from "../harness/by-hand.mjs";
import { INVOICE, REVIEW } from "./document-cases.mjs";

/** The benchmark's five schemas, each with a handwritten closure. */
export const CASES = [
  {
    name: "flat five fields",
    schema: {
      type: "object",
      properties: {
        name: { type: "string" },
        email: { type: "string", format: "email" },
        age: { type: "integer", minimum: 18, maximum: 90 },
        score: { type: "number", minimum: 0, maximum: 1 },
        active: { type: "boolean" },
      },
      required: ["name", "email", "age", "score", "active"],
      additionalProperties: false,
    },
    byHand: (rng) => ({
      name: `${rng.pick(NAMES)} ${rng.pick(NAMES)}`,
      email: `${rng.pick(WORDS)}.${rng.pick(WORDS)}@example.com`,
      age: rng.between(18, 90),
      score: Math.round(rng.next() * 100) / 100,
      active: rng.chance(0.5),
    }),
  },
  {
    name: "nested",
    schema: {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        customer: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 3, maxLength: 40 },
            email: { type: "string", format: "email" },
            address: {
              type: "object",
              properties: {
                street: { type: "string" },
                city: { type: "string" },
                zip: { type: "string", pattern: "^[0-9]{5}$" },
              },
              required: ["street", "city", "zip"],
            },
          },
          required: ["name", "email", "address"],
        },
        items: {
          type: "array",
          minItems: 1,
          maxItems: 5,
          items: {
            type: "object",
            properties: {
              sku: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
              quantity: { type: "integer", minimum: 1, maximum: 20 },
              price: { type: "number", minimum: 0.01, multipleOf: 0.01 },
            },
            required: ["sku", "quantity", "price"],
          },
        },
        status: { enum: ["open", "paid", "shipped"] },
        created_at: { type: "string", format: "date-time" },
      },
      required: ["id", "customer", "items", "status", "created_at"],
    },
    byHand: (rng) => ({
      id: uuid(rng),
      customer: {
        name: `${rng.pick(NAMES)} ${rng.pick(NAMES)}`,
        email: `${rng.pick(WORDS)}@example.com`,
        address: {
          street: `${rng.between(1, 200)} ${rng.pick(WORDS)}`,
          city: rng.pick(NAMES),
          zip: digits(rng, 5),
        },
      },
      items: Array.from({ length: rng.between(1, 5) }, () => ({
        sku: `ABC-${digits(rng, 4)}`,
        quantity: rng.between(1, 20),
        price: rng.between(1, 50_000) / 100,
      })),
      status: rng.pick(["open", "paid", "shipped"]),
      created_at: `2026-0${rng.between(1, 9)}-1${rng.below(10)}T1${rng.below(10)}:00:00Z`,
    }),
  },
  {
    name: "Pydantic-like",
    schema: {
      $defs: {
        Sentiment: {
          enum: ["positive", "neutral", "negative"],
          title: "Sentiment",
          type: "string",
        },
        Entity: {
          properties: {
            name: { title: "Name", type: "string" },
            kind: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Kind" },
            confidence: { maximum: 1, minimum: 0, title: "Confidence", type: "number" },
          },
          required: ["name", "confidence"],
          title: "Entity",
          type: "object",
        },
      },
      properties: {
        summary: { title: "Summary", type: "string" },
        sentiment: { $ref: "#/$defs/Sentiment" },
        entities: { items: { $ref: "#/$defs/Entity" }, title: "Entities", type: "array" },
        language: {
          anyOf: [{ type: "string" }, { type: "null" }],
          default: null,
          title: "Language",
        },
      },
      required: ["summary", "sentiment", "entities"],
      title: "Analysis",
      type: "object",
    },
    byHand: (rng) => ({
      summary: `${rng.pick(WORDS)} ${rng.pick(WORDS)} ${rng.pick(WORDS)} ${rng.pick(WORDS)}`,
      sentiment: rng.pick(["positive", "neutral", "negative"]),
      entities: Array.from({ length: rng.between(1, 4) }, () => ({
        name: rng.pick(NAMES),
        kind: rng.chance(0.2) ? null : rng.pick(WORDS),
        confidence: Math.round(rng.next() * 100) / 100,
      })),
      language: rng.chance(0.2) ? null : rng.pick(WORDS),
    }),
  },
  INVOICE,
  REVIEW,
];
