export type CallSubject = "jobs" | "file";

const USES: Readonly<Record<CallSubject, ReadonlySet<string>>> = {
  /** The use cases whose responses depend on the states of existing jobs. */
  jobs: new Set([
    "getResults",
    "getResultsUrl",
    "cancelJob",
    "getJobStatus",
    "getJob",
    "listJobs",
    "streamJobProgress",
  ]),
  /** The use cases that respond with a file. */
  file: new Set(["getResults", "getResultsFile", "downloadFromDataset", "getFileContent"]),
};

export function isAbout(use: string, subject: CallSubject): boolean {
  return USES[subject].has(use);
}

/** The use cases of each group of operations. A rule that names a group works with every API. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  results: ["getResults", "getResultsFile", "getFileContent"],
  statuses: ["getJobStatus", "getJob"],
};

/** An API's operations by group; `uses` has each operation's use case. */
export function operationGroups(
  uses: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const groups = Object.entries(GROUPS).map(([group, members]) => {
    const ids = Object.keys(uses).filter((id) => members.includes(uses[id] ?? ""));
    return [group, ids] as const;
  });
  return new Map(groups.filter(([group, ids]) => ids.length > 0 && !(group in uses)));
}

/** The use cases that change the service's state, and whose repetition can therefore matter. */
const WRITES: ReadonlySet<string> = new Set([
  "createJob",
  "cancelJob",
  "deleteJob",
  "createDataset",
  "uploadToDataset",
  "createFile",
  "startUpload",
  "uploadFile",
  "deleteFile",
  "createWebhook",
  "updateWebhook",
  "rotateWebhookSecret",
  "deleteWebhook",
  "testWebhook",
]);

export function isWrite(use: string): boolean {
  return WRITES.has(use);
}
