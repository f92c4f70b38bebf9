import type { JsonObject } from "../../../src/core/json.ts";

/** Realistic schemas, by their main feature. */
export const REALISTIC: Readonly<Record<string, JsonObject>> = {
  "a flat object": {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 40 },
      age: { type: "integer", minimum: 0, maximum: 120 },
      email: { type: "string", format: "email" },
      score: { type: "number", exclusiveMinimum: 0, maximum: 1 },
      active: { type: "boolean" },
    },
    required: ["name", "age", "email", "score", "active"],
    additionalProperties: false,
  },
  "a Pydantic export": {
    $defs: {
      Address: {
        properties: {
          street: { title: "Street", type: "string" },
          zip: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Zip" },
        },
        required: ["street"],
        title: "Address",
        type: "object",
      },
      Priority: { enum: ["low", "medium", "high"], title: "Priority", type: "string" },
    },
    properties: {
      customer: { title: "Customer", type: "string" },
      address: { anyOf: [{ $ref: "#/$defs/Address" }, { type: "null" }], default: null },
      priority: { $ref: "#/$defs/Priority", default: "low" },
      tags: { items: { type: "string" }, title: "Tags", type: "array" },
    },
    required: ["customer", "tags"],
    title: "Ticket",
    type: "object",
  },
  "a Zod export": {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      id: { type: "string", format: "uuid" },
      kind: { type: "string", const: "invoice" },
      due: { type: "string", format: "date" },
      lines: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            sku: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" },
            quantity: { type: "integer", exclusiveMinimum: 0, maximum: 9007199254740991 },
          },
          required: ["sku", "quantity"],
          additionalProperties: false,
        },
      },
    },
    required: ["id", "kind", "due", "lines"],
    additionalProperties: false,
  },
  "an OpenAPI 3.0 schema with nullable": {
    type: "object",
    properties: {
      title: { type: "string", nullable: true },
      rating: { nullable: true, allOf: [{ type: "integer", minimum: 1, maximum: 5 }] },
    },
    required: ["title", "rating"],
  },
  "draft 04 with exclusive bounds": {
    $schema: "http://json-schema.org/draft-04/schema#",
    id: "http://example.com/price.json",
    type: "object",
    properties: { price: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 10 } },
    required: ["price"],
  },
  "draft 07 with a tuple": {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "array",
    items: [{ type: "string" }, { type: "integer" }],
    additionalItems: false,
    minItems: 2,
  },
  "a recursive tree": {
    $ref: "#/definitions/node",
    definitions: {
      node: {
        type: "object",
        properties: {
          label: { type: "string" },
          children: { type: "array", items: { $ref: "#/definitions/node" } },
        },
        required: ["label", "children"],
      },
    },
  },
  "a choice of variants": {
    type: "object",
    oneOf: [
      {
        properties: { kind: { const: "card" }, last4: { type: "string" } },
        required: ["kind", "last4"],
      },
      { properties: { kind: { const: "cash" } }, required: ["kind"] },
    ],
  },
  "a conjunction of parts": {
    allOf: [
      { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    ],
  },
  "a set of labels": {
    type: "array",
    items: { enum: ["red", "green", "blue", "black"] },
    uniqueItems: true,
    minItems: 2,
    maxItems: 3,
  },
  "a property named like an inherited member": {
    type: "object",
    properties: { constructor: { type: "string" }, toString: { type: "integer" } },
    required: ["constructor"],
    additionalProperties: false,
  },
  "keywords unknown to JSON Schema": {
    type: "object",
    $async: true,
    faker: "internet.email",
    "x-order": ["a"],
    properties: { a: { type: "string", example: 5, autoIncrement: true, faker: "nope" } },
    required: ["a"],
    additionalProperties: false,
  },
  "an unknown format": { type: "string", format: "iban", minLength: 3 },
  "no constraints": {},
};
