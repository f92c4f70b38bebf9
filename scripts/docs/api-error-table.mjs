const WRONG_KEY = "Use the key that created the job.";

/** For each code in `x-errors`: when the service responds with this error, and what to do about it. */
export const API_ERROR_TABLE = {
  unauthenticated: {
    meaning: "The `Authorization` header is missing or malformed.",
    remedy: "Send `Authorization: Key <API_KEY>`.",
  },
  forbidden: {
    meaning: "The key is well-formed, but not accepted.",
    remedy: "Use one of the `apiKeys`, or a created sandbox's key.",
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
    remedy: "Create the dataset with the same key first.",
  },
  "unknown-model": {
    meaning: "The model is not in the catalog.",
    remedy: "Use a known model, or add it to the scenario's `models`.",
  },
  "bad-url-input": {
    meaning:
      "The URL can't be fetched, or its file is neither CSV nor Parquet. By default, the job fails instead.",
    remedy: "Correct the URL or the file.",
  },
  "row-too-long": {
    meaning: "A row exceeds the context window. By default, the job fails instead.",
    remedy: "Shorten the row, or send `truncate_rows`.",
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
    meaning: "The job failed, was canceled, or was a dry run.",
    remedy: "Check the terminal state first.",
  },
  "results-expired": {
    meaning: "The results have expired.",
    remedy: "Download results soon after success.",
  },
  "signed-url-invalid": {
    meaning:
      "A pre-signed URL was changed, or used with a method other than the one that it was signed for.",
    remedy: "Use the URL unchanged, with the method that it was signed for.",
  },
  "signed-url-expired": {
    meaning: "A pre-signed URL has expired on the sandbox's clock.",
    remedy: "Request a new URL.",
  },
  "range-not-satisfiable": {
    meaning: "The requested range begins beyond the end of the file.",
    remedy: "Compare the partial file's length with `Content-Range`: it may be complete.",
  },
  "precondition-failed": {
    meaning: "The file is not the version required by `If-Match` or `If-Unmodified-Since`.",
    remedy: "Discard the partial file, and download the current one.",
  },
  "rate-limited": {
    meaning: "The client sent too many requests with this key.",
    remedy: "Wait as long as `Retry-After` says, and then retry.",
  },
  "key-expired": {
    meaning: "The API key has expired. Sent only by a fault.",
    remedy: "Use another key.",
  },
  unavailable: {
    meaning: "The service is unavailable. Sent only by a fault.",
    remedy: "Wait as long as `Retry-After` says, and then retry.",
  },
  "body-too-large": {
    meaning:
      "The request body exceeds `maxBodyBytes`, as sent or decompressed, or the inputs exceed `maxRows`, `maxDecodedBytes`, or 16 MB per row.",
    remedy: "Send a smaller body, or raise the limit.",
  },
  "unsupported-encoding": {
    meaning: "The `Content-Encoding` is not gzip, deflate, or br.",
    remedy: "Use one of the encodings listed in `Accept-Encoding`.",
  },
  "unknown-operation": {
    meaning: "No operation has this path.",
    remedy: "Correct the path; `detail` names the nearest operation.",
  },
  "wrong-address": {
    meaning: "The operation is served at the other address.",
    remedy: "Send cancel requests to the deployment URL, and all other requests to the base URL.",
  },
  "method-not-allowed": {
    meaning: "The path exists, but not with this method.",
    remedy: "Use a method listed in `Allow`.",
  },
};
