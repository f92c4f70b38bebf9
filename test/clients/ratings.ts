import type { Api } from "./api.ts";

const RATING_SCHEMA = {
  type: "object",
  properties: { rating: { type: "integer" } },
  required: ["rating"],
  additionalProperties: false,
};

/** Submits 40 rows with a schema for ratings; some of their outputs are bad in the scenario `bad-rows`. */
export async function submitForRatings({ post }: Api): Promise<string> {
  const inputs = Array.from({ length: 40 }, (_, row) => `Review ${row}`);
  const response = await post("/batch-inference", { inputs, json_schema: RATING_SCHEMA });
  const { job_id: jobId } = (await response.json()) as { job_id: string };
  return jobId;
}

/** A job's outputs, downloaded once. */
export async function outputsOf({ get }: Api, jobId: string): Promise<readonly string[]> {
  const response = await get(`/jobs/${jobId}/results?result_format=json`);
  return ((await response.json()) as { outputs: string[] }).outputs;
}

/** The rating in an output; undefined if the output is not valid JSON or violates the schema. */
export function ratingIn(output: string): number | undefined {
  try {
    const { rating, ...others } = JSON.parse(output) as { readonly rating?: unknown };
    const isValid = Number.isInteger(rating) && Object.keys(others).length === 0;
    return isValid ? (rating as number) : undefined;
  } catch {
    return undefined;
  }
}
