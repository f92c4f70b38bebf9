const WRONG_KEY = "Use the key with which the job was created.";

/** For each code in `x-errors`: when the service responds with this error, and what to do about it. */
export const API_ERROR_TABLE = {
  unauthenticated: {
    meaning: "The `Authorization` header is missing or malformed.",
    remedy: "Send `Authorization: Key <API_KEY>`.",
  },
  forbidden: {
    meaning: "The key is well-formed, but not accepted.",
    remedy: "Use a key from the option `apiKeys`, or create a sandbox and use its key.",
  },
  "invalid-request": {
    meaning: "The request violates the spec.",
    remedy: "Correct each problem in `errors`.",
  },
  "unknown-job": {
    meaning: "The job does not exist in the key's sandbox.",
    remedy: WRONG_KEY,
  },
  "unknown-job-on-cancel": {
    meaning: "The job that a cancel request names does not exist in the key's sandbox.",
    remedy: WRONG_KEY,
  },
  "unknown-dataset": {
    meaning: "The dataset, or a file in it, does not exist.",
    remedy: "First create the dataset, or upload the file, with the same key.",
  },
  "unknown-model": {
    meaning: "The model is not in the catalog.",
    remedy: "Use a known model, or add it to the scenario's `models`.",
  },
  "bad-url-input": {
    meaning:
      "The URL can't be fetched, or its file is neither CSV nor Parquet. By default, the request succeeds, and the job fails.",
    remedy: "Correct the URL or the file.",
  },
  "row-too-long": {
    meaning:
      "A row exceeds the model's context window. By default, the request succeeds, and the job fails.",
    remedy: "Shorten the row, or set `truncate_rows` to true.",
  },
  "job-not-ended": {
    meaning: "The job is still active, so it can't be deleted.",
    remedy: "Cancel the job, and wait until it has ended.",
  },
  "results-not-ready": {
    meaning: "The job is still active, or its results are still being prepared.",
    remedy: "Poll until the job has succeeded, and then retry until the results are ready.",
  },
  "results-of-unsuccessful": {
    meaning: "The job failed, was canceled, is being canceled, or was a dry run.",
    remedy: "Download results only if the job succeeded.",
  },
  "results-expired": {
    meaning: "The results have expired.",
    remedy: "Download the results sooner after the job succeeds.",
  },
  "signed-url-invalid": {
    meaning: "A pre-signed URL was changed, or was used with a method for which it was not signed.",
    remedy: "Use the URL unchanged, with the method for which it was signed.",
  },
  "signed-url-expired": {
    meaning: "A pre-signed URL has expired, according to the sandbox's clock.",
    remedy: "Request a new URL.",
  },
  "range-not-satisfiable": {
    meaning: "The requested range begins at or after the end of the file.",
    remedy:
      "Compare the length of your partial file with the length in `Content-Range`. The file may already be complete.",
  },
  "precondition-failed": {
    meaning: "The file is not the version that `If-Match` or `If-Unmodified-Since` requires.",
    remedy: "Discard your partial file, and download the current version.",
  },
  "rate-limited": {
    meaning: "The client sent too many requests with this key.",
    remedy: "Wait as long as `Retry-After` says, and then retry.",
  },
  "key-expired": {
    meaning: "The API key has expired. Only a fault sends this error.",
    remedy: "Use another key.",
  },
  unavailable: {
    meaning: "The service is unavailable. Only a fault sends this error.",
    remedy: "Wait as long as `Retry-After` says, and then retry.",
  },
  "body-too-large": {
    meaning:
      "The request body or its inputs exceed a limit, such as `maxBodyBytes`, `maxRows`, `maxDecodedBytes`, or 16 MiB per row.",
    remedy: "Send a smaller body. If the limit is an option, you can raise it.",
  },
  "unsupported-encoding": {
    meaning: "The request's `Content-Encoding` is not supported.",
    remedy: "Use one of the encodings in the response's `Accept-Encoding` header.",
  },
  "unknown-operation": {
    meaning: "No operation has this path.",
    remedy: "Correct the path. `detail` may name the nearest operation.",
  },
  "wrong-address": {
    meaning: "The operation is not served at this address.",
    remedy: "Send cancel requests to the deployment URL, and all other requests to the base URL.",
  },
  "method-not-allowed": {
    meaning: "The path exists, but not with this method.",
    remedy: "Use a method listed in `Allow`.",
  },
};
