/** A test's statement that its client reported an error about what had happened so far. */
export type ClientError = {
  /** ID of the sandbox's last exchange at the time of the statement; 0 if there was none. */
  readonly afterExchange: number;
  /** The job that the error was about; undefined if it could be any. */
  readonly jobId?: string;
};
