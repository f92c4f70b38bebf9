import { ApiError } from "../core/errors.ts";
import { instantAfter } from "../core/time.ts";
import type { Answer, CallContext } from "./call-context.ts";
import type { CallOf, FieldsOf } from "./fields.ts";
import { measuredResults } from "./get-results.ts";

/** Lifetime of a URL if the request doesn't set it, in seconds. */
const DEFAULT_LIFE_SECONDS = 3600;

/** Returns pre-signed URLs of a results file, and the facts that are known before the download. */
export async function getResultsUrl(
  context: CallContext,
  call: CallOf<"getResultsUrl">,
): Promise<Answer> {
  const { results, file } = await measuredResults(context, call.fields, "getResultsFile");
  const { expiresInSeconds = DEFAULT_LIFE_SECONDS } = call.fields;
  const expiresAt = instantAfter(context.now, expiresInSeconds * 1000);
  const urlFor = (method: string): string => {
    const signed = { ...results, method, expiresAt: new Date(expiresAt).toISOString() };
    return context.rules.urlOf("getResultsFile", signFields(context, signed), call.server());
  };
  const view = {
    jobId: results.jobId,
    url: urlFor("GET"),
    headUrl: urlFor("HEAD"),
    expiresAt,
    fileName: file.fileName ?? results.jobId,
    contentType: file.contentType,
    byteLength: results.stored.byteLength,
    numRows: results.numRows,
  };
  return { kind: "view", view };
}

export async function getResultsFile(
  context: CallContext,
  call: CallOf<"getResultsFile">,
): Promise<Answer> {
  checkSignature(context, call.fields, call.method);
  const { results } = await measuredResults(context, call.fields, "getResultsFile");
  return { kind: "results", results };
}

type SignedFields = FieldsOf<"getResultsFile">;

/** The part of a request for a file that the client chooses; the rest follows from the job. */
type SignedRequest = Omit<SignedFields, "sandbox" | "signature"> & { readonly method: string };

/** The fields of a pre-signed URL; the signature is valid for one HTTP method. */
function signFields(context: CallContext, request: SignedRequest): SignedFields {
  const { jobId, format, method, expiresAt } = request;
  const includeInputs = request.includeInputs === true;
  const includeCumulativeLogprobs = request.includeCumulativeLogprobs === true;
  const { recipe, name } = context.sandbox;
  // Only someone with the key or the URL can reproduce the signature.
  const signed = [recipe.key ?? name, method, name, jobId, format, includeInputs];
  const text = JSON.stringify([...signed, includeCumulativeLogprobs, expiresAt]);
  return {
    jobId,
    format,
    includeInputs,
    includeCumulativeLogprobs,
    sandbox: name,
    expiresAt,
    signature: context.services.digest(text),
  };
}

function checkSignature(context: CallContext, fields: SignedFields, method: string): void {
  const { expiresAt } = fields;
  const right = signFields(context, { ...fields, method });
  if (fields.sandbox !== right.sandbox || fields.signature !== right.signature)
    throw new ApiError(
      "signed-url-invalid",
      `The URL's signature is not valid for this URL and ${method}.`,
    );
  if (context.now < Date.parse(expiresAt)) return;
  throw new ApiError("signed-url-expired", `The URL expired at ${expiresAt}.`);
}
