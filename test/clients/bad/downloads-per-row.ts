import { type ClientScript, follow, submit } from "../api.ts";

const INPUTS = ["Great product", "Never again", "Fast delivery"];

/** Downloads the complete results once for each row, because it asks for "the output of row n". */
export const downloadsPerRow: ClientScript = async (api) => {
  const jobId = await submit(api, INPUTS);
  await follow(api, jobId);
  const outputOf = async (row: number): Promise<string | undefined> => {
    const response = await api.get(`/jobs/${jobId}/results?result_format=json`);
    return ((await response.json()) as { outputs: string[] }).outputs[row];
  };
  for (const row of INPUTS.keys()) await outputOf(row);
};
