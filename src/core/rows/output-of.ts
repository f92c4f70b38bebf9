import type { JsonObject } from "../json.ts";

/** A row whose output the test author's function may decide. */
export type OutputRequest = {
  readonly jobId: string;
  /** Index among the job's inputs, from 0. */
  readonly index: number;
  /** The input as the client gave it. */
  readonly input: string;
  readonly model: string;
  readonly systemPrompt?: string;
  readonly jsonSchema?: JsonObject;
};

/**
 * Decides outputs: a string is used as is; undefined leaves the output to the scenario's rules and
 * the generator. The function must be pure: outputs are not stored, so it is called again for each
 * download and each time a job's tokens are counted.
 */
export type OutputOf = (row: OutputRequest) => string | undefined;
