export type CallSubject = "job" | "jobs" | "file";

const OF_JOB = [
  "getResults",
  "getResultsUrl",
  "cancelJob",
  "getJobStatus",
  "getJob",
  "streamJobProgress",
];

const USES: Readonly<Record<CallSubject, ReadonlySet<string>>> = {
  /** The use cases whose requests name a job, or a file that a job writes. */
  job: new Set([
    ...OF_JOB,
    ...["getResultsFile", "deleteJob", "getFile", "deleteFile", "getFileContent"],
  ]),
  /** The use cases whose responses depend on the states of existing jobs. */
  jobs: new Set([...OF_JOB, "listJobs"]),
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

/** Matches use cases that change the service's state, so that repeating a call can matter. */
const WRITES = /^(create|update|delete|cancel|start|upload|rotate|test)[A-Z]/;

export function isWrite(use: string): boolean {
  return WRITES.test(use);
}
