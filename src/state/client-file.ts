import type { LineProblem } from "../core/files.ts";
import type { ReadyInputs } from "../core/job/facts.ts";
import type { Instant } from "../core/time.ts";
import type { FileBytes } from "./file-bytes.ts";

/** What a pass over a file's lines found: creating a job reads none of them. */
export type LineScan = {
  /** Lines that are not blank. */
  readonly numLines: number;
  /** Where every 256th of these lines begins, in bytes. */
  readonly marks: readonly number[];
  /** The first problems. */
  readonly problems: readonly LineProblem[];
  /** Distinct values, as JSON, at each pointer whose values must be equal, with the first line that has them. */
  readonly values: Readonly<Record<string, readonly (readonly [json: string, line: number])[]>>;
  /** What jobs need to know about the lines as rows. */
  readonly inputs: ReadyInputs;
};

/** A file that a client uploaded. */
export type ClientFile = {
  readonly fileId: string;
  readonly fileName: string;
  readonly purpose: string;
  readonly createdAt: Instant;
  readonly expiresAt?: Instant;
  readonly bytes: FileBytes;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
  /** For a purpose whose files have lines. */
  readonly lines?: LineScan;
};
