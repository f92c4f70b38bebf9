export type ErrorWords = {
  readonly status?: number;
  readonly type?: string;
  readonly code: string | number;
  readonly message: string;
};

/** Rules for accepting, reading, and keeping files that have the same purpose. */
export type PurposeRule = {
  /** Whether each line of the file is one of a job's inputs. */
  readonly hasLines: boolean;
  /** Whether only jobs write files for this purpose. */
  readonly outputOnly?: boolean;
  readonly maxBytes?: number;
  readonly maxLines?: number;
  /** Milliseconds for which a file is kept by default; undefined to keep it forever. */
  readonly lifeMs?: number;
  /** The only extension that a file name may have. */
  readonly extension?: string;
};

/** A kind of file that a job writes: for its successful rows, or for all other rows. */
export type OutputKind = "output" | "errors";

/** A file that a job writes. In `id` and `fileName`, `{job}` is replaced with the job's ID. */
export type OutputFile = {
  readonly kind: OutputKind;
  readonly id: string;
  readonly purpose: string;
  readonly fileName: string;
  /**
   * `all`: the file contains every row, so the job writes no other file. By default, the file
   * contains only the rows of its kind.
   */
  readonly rows?: "all";
  /** `file`: only jobs whose inputs are in a file write this file. By default, all jobs do. */
  readonly inputs?: "file";
};

export const LINE_PROBLEM_KINDS = [
  "malformed",
  "invalid",
  "repeated",
  "differing",
  "unequal",
  "empty",
  "tooMany",
  "failed",
] as const;

/** A kind of problem with an uploaded file or one of its lines. */
export type LineProblemKind = (typeof LINE_PROBLEM_KINDS)[number];

/** A service's rules for files that clients upload and files that jobs write. */
export type FileRules = {
  readonly purposes: Readonly<Record<string, PurposeRule>>;
  readonly outputs: readonly OutputFile[];
  /** The service's code and message for each kind of problem. */
  readonly problems: Readonly<
    Partial<Record<LineProblemKind, ErrorWords & { readonly code: string }>>
  >;
};

/** A problem with a file, or with one of its lines. */
export type FileProblem = {
  readonly kind: LineProblemKind;
  /** Number of the line, from 1. */
  readonly line?: number;
  readonly param?: string;
  readonly detail?: string;
};

export type LineProblem = FileProblem & { readonly line: number };

export function outputFileId({ id }: OutputFile, jobId: string): string {
  return id.replace("{job}", () => jobId);
}

/** The output file with this ID, and its job; undefined if no output file has such an ID. */
export function outputFileOf(
  outputs: readonly OutputFile[],
  fileId: string,
): { readonly file: OutputFile; readonly jobId: string } | undefined {
  for (const file of outputs) {
    const [before = "", after = ""] = file.id.split("{job}");
    const isOwn = fileId.startsWith(before) && fileId.endsWith(after);
    const jobId = fileId.slice(before.length, fileId.length - after.length);
    if (isOwn && outputFileId(file, jobId) === fileId) return { file, jobId };
  }
  return undefined;
}
