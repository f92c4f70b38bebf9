import type { FormEntries } from "./fault-form.ts";

/** Entries with which each kind of fault can be injected; by default on every operation. */
export const FAULT_EXAMPLES: Readonly<Record<string, FormEntries>> = {
  addField: { "addField.at": "/note", "addField.value": "new" },
  corruptFile: { on: "getResults", corruptFile: "zipChecksum" },
  delay: { delay: "5s" },
  dropField: { on: "createJob", dropField: "/job_id" },
  duplicate: { on: "createJob" },
  error: { on: "getJobStatus", error: "unknown-job" },
  notFoundAfterCreate: { on: "getJobStatus", "notFoundAfterCreate.for": "5s" },
  rateLimit: { "rateLimit.requests": "10", "rateLimit.per": "1m" },
  renameField: { on: "createJob", "renameField.at": "/job_id", "renameField.to": "jobId" },
  reset: { reset: "beforeHeaders" },
  slowBody: { on: "getResults", "slowBody.bytesPerSecond": "100" },
  staleStatus: { on: "getJobStatus", "staleStatus.by": "30s" },
  status: { on: "getResults", status: "503" },
  truncate: { on: "getResults", "truncate.atShare": "50%" },
  wrongContentType: { on: "getResults", wrongContentType: "text/html" },
};

/** The form's entries for a kind: its example, once. */
export function exampleOf(kind: string): FormEntries {
  return { on: "*", ...FAULT_EXAMPLES[kind], kind, times: "1" };
}
