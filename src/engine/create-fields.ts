import type { FieldValues } from "../core/use-case-needs.ts";

export const CREATE_FIELDS = {
  inputs: {
    type: "any",
    isRequired: true,
    meaning: "The inputs: a list of strings, the ID of a dataset or a file, or an http(s) URL.",
  },
  modelId: { type: "string", meaning: "ID of a model in the catalog; by default, the first one." },
  systemPrompt: { type: "string", meaning: "The system prompt, added to each row." },
  jsonSchema: { type: "object", meaning: "JSON Schema of the outputs." },
  temperature: { type: "number", meaning: "Sampling temperature." },
  topP: { type: "number", meaning: "Nucleus sampling: the probability mass to sample from." },
  maxTokens: { type: "number", meaning: "Maximum number of output tokens per row." },
  samplingSeed: { type: "number", meaning: "Seed for sampling; another seed gives other outputs." },
  stop: { type: "string or strings", meaning: "Strings that end an output." },
  samplingParams: {
    type: "object",
    meaning: "The object that holds the sampling parameters, for reports about its use.",
  },
  jobPriority: { type: "number", meaning: "Job priority, 0 or 1; by default, 0." },
  dryRun: { type: "boolean", meaning: "Whether to estimate the cost instead of running the job." },
  randomSeedPerInput: {
    type: "boolean",
    meaning: "Whether equal inputs get different outputs; by default, they get the same.",
  },
  truncateRows: {
    type: "boolean",
    meaning: "Whether to truncate rows that exceed the model's context window.",
  },
  columnName: {
    type: "string",
    meaning: "The column that holds the inputs, in a dataset or file.",
  },
  idColumn: {
    type: "string",
    meaning: "The column that holds the rows' IDs, in a dataset or file; results can include them.",
  },
  name: { type: "string", meaning: "Name of the job." },
  description: { type: "string", meaning: "Description of the job." },
  window: {
    type: "string",
    meaning: "How long the job may take before it expires, such as 24h.",
  },
  outputLife: {
    type: "string",
    meaning: "How long the files are kept that the job writes, such as 24h.",
  },
} as const;

export type CreateFields = FieldValues<typeof CREATE_FIELDS>;
