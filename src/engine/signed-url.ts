import { ApiError } from "../core/errors.ts";
import type { FileRequest } from "../core/rows/file-layout.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { CallContext } from "./call-context.ts";
import { RESULTS_FIELDS } from "./get-results.ts";

/** The fields of a request for a file behind a pre-signed URL. */
export const SIGNED_FIELDS = {
  ...RESULTS_FIELDS,
  sandbox: {
    type: "string",
    isRequired: true,
    meaning: "The sandbox that signed the URL: the request needs no key.",
  },
  expiresAt: {
    type: "string",
    isRequired: true,
    meaning: "When the URL expires on the sandbox's clock, in ISO 8601.",
  },
  signature: {
    type: "string",
    isRequired: true,
    meaning: "The signature of the URL's other fields.",
  },
} as const;

type SignedFields = FieldValues<typeof SIGNED_FIELDS>;

/** The part of a request for a file that the client chooses; the rest follows from the job. */
type SignedRequest = Omit<FileRequest, "idColumn" | "hasConfidence"> & {
  readonly method: string;
  readonly expiresAt: string;
};

/** A file's fields with a signature that is valid for one method. */
export function signFields(context: CallContext, request: SignedRequest): SignedFields {
  const { jobId, format, includeInputs, includeCumulativeLogprobs, method, expiresAt } = request;
  const { recipe, name } = context.sandbox;
  // Only someone who has the key or the URL can reproduce the signature.
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

/** Throws an ApiError if a request's signature is wrong, or no longer valid. */
export function checkSignature(context: CallContext, fields: SignedFields, method: string): void {
  const { includeInputs, includeCumulativeLogprobs, expiresAt } = fields;
  const flags = {
    includeInputs: includeInputs === true,
    includeCumulativeLogprobs: includeCumulativeLogprobs === true,
  };
  const right = signFields(context, { ...fields, ...flags, method });
  if (fields.sandbox !== right.sandbox || fields.signature !== right.signature)
    throw new ApiError(
      "signed-url-invalid",
      `The URL's signature is not valid for this URL and ${method}.`,
    );
  if (context.now < Date.parse(expiresAt)) return;
  throw new ApiError("signed-url-expired", `The URL expired at ${expiresAt}.`);
}
