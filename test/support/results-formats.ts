import { readFileSync } from "node:fs";
import { parse } from "yaml";

const { paths } = parse(readFileSync("openapi.yaml", "utf8"));
const { parameters, responses } = paths["/jobs/{job_id}/results"].get;

/** The formats that the shipped document offers, in its order. */
export const RESULTS_FORMATS: readonly string[] = parameters.find(
  ({ name }: { readonly name?: string }) => name === "result_format",
).schema.enum;

/** The formats, as messages list them. */
export const LISTED_FORMATS: string = listed(RESULTS_FORMATS);

/** The content types of the files, as messages list them. */
export const LISTED_TYPES: string = listed(Object.keys(responses["200"].content));

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}
