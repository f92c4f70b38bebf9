import { instantAfter } from "../core/time.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { Answer, Call } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { RESULTS_FIELDS } from "./get-results.ts";
import { checkSignature, type SIGNED_FIELDS, signFields } from "./signed-url.ts";
import { storedResults } from "./stored-results.ts";

/** Lifetime of a URL if the request doesn't set it, in seconds. */
const DEFAULT_LIFE_SECONDS = 3600;

/** The fields of a request for URLs of a results file. */
export const RESULTS_URL_FIELDS = {
  ...RESULTS_FIELDS,
  expiresInSeconds: {
    type: "number",
    meaning: "Lifetime of the URLs on the sandbox's clock, in seconds; by default, 3600.",
  },
} as const;

/** Pre-signed URLs of a job's results file, and what a client can know about it before the download. */
export async function getResultsUrl(
  context: CallContext,
  call: Call<FieldValues<typeof RESULTS_URL_FIELDS>>,
): Promise<Answer> {
  const { results, stored, file } = await storedResults(context, call);
  const { expiresInSeconds = DEFAULT_LIFE_SECONDS } = call.fields;
  const expiresAt = instantAfter(context.now, expiresInSeconds * 1000);
  const urlFor = (method: string): string => {
    const signed = { ...results, method, expiresAt: new Date(expiresAt).toISOString() };
    const { server, target } = context.rules.targetOf(
      "getResultsFile",
      signFields(context, signed),
    );
    const { baseUrl, deploymentUrl } = call.server();
    return (server === "deployment" ? deploymentUrl : baseUrl) + target;
  };
  const view = {
    jobId: results.jobId,
    url: urlFor("GET"),
    headUrl: urlFor("HEAD"),
    expiresAt,
    fileName: file.fileName ?? results.jobId,
    contentType: file.contentType,
    byteLength: stored.byteLength,
    numRows: results.numRows,
  };
  return { kind: "view", view };
}

/** The file behind a pre-signed URL. */
export async function getResultsFile(
  context: CallContext,
  call: Call<FieldValues<typeof SIGNED_FIELDS>>,
): Promise<Answer> {
  checkSignature(context, call.fields, call.method);
  const { results, stored } = await storedResults(context, call);
  return { kind: "results", results: { ...results, stored } };
}
