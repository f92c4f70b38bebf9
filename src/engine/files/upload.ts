import { ApiError } from "../../core/errors.ts";
import type { FieldValues } from "../../core/use-case-needs.ts";
import type { Answer, Call, CallContext } from "../call-context.ts";
import { CREATE_FILE_FIELDS, createFile } from "./files.ts";

/** The fields of a request for a URL to which a file can be uploaded. */
export const START_UPLOAD_FIELDS = {
  purpose: CREATE_FILE_FIELDS.purpose,
  fileName: CREATE_FILE_FIELDS.fileName,
} as const;

/** A URL for the upload of a file: it names the sandbox, so that the upload needs no key. */
export function startUpload(
  context: CallContext,
  call: Call<FieldValues<typeof START_UPLOAD_FIELDS>>,
): Answer {
  const { server, target } = context.rules.targetOf("uploadFile", signFields(context, call.fields));
  const { baseUrl, deploymentUrl } = call.server();
  const uploadUrl = (server === "deployment" ? deploymentUrl : baseUrl) + target;
  return { kind: "view", view: { uploadUrl } };
}

/** The fields of an upload to such a URL. */
export const UPLOAD_FILE_FIELDS = {
  ...CREATE_FILE_FIELDS,
  sandbox: {
    type: "string",
    isRequired: true,
    meaning: "The sandbox that signed the URL: the request needs no key.",
  },
  signature: {
    type: "string",
    isRequired: true,
    meaning: "The signature of the URL's other fields.",
  },
} as const;

/** Keeps a file that was uploaded to a URL. */
export function uploadFile(
  context: CallContext,
  call: Call<FieldValues<typeof UPLOAD_FILE_FIELDS>>,
): Answer {
  const { sandbox, signature } = call.fields;
  const right = signFields(context, call.fields);
  if (sandbox !== right.sandbox || signature !== right.signature)
    throw new ApiError("signed-url-invalid", "The URL's signature is not valid for this upload.");
  return createFile(context, call);
}

type Upload = { readonly purpose: string; readonly fileName: string | undefined };

function signFields(
  { sandbox: { recipe, name }, services }: CallContext,
  { purpose, fileName = "" }: Upload,
) {
  // Only someone who has the key or the URL can reproduce the signature.
  const signed = ["upload", recipe.key ?? name, name, purpose, fileName];
  return { purpose, fileName, sandbox: name, signature: services.digest(JSON.stringify(signed)) };
}
