import type { JsonObject } from "../json.ts";

/** A row whose output a function of the test's author may decide. */
export type OutputRequest = {
  readonly jobId: string;
  /** Place among the job's inputs, from 0. */
  readonly index: number;
  /** The input as the client gave it. */
  readonly input: string;
  readonly model: string;
  readonly systemPrompt?: string;
  readonly jsonSchema?: JsonObject;
};

/**
 * Decides outputs: a text is the output as it is, undefined leaves it to the scenario's rules and the generator.
 * It must be pure: outputs are never stored, so each download, and each look at a job's tokens, asks it again.
 */
export type OutputOf = (row: OutputRequest) => string | undefined;
