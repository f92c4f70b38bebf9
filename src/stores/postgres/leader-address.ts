/** The process that leads, as others reach it. */
export type LeaderAddress = {
  /** Identifies the process: another one may use the same port later. */
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  /** Number of its term: each leader's is greater than its predecessor's. */
  readonly term: number;
  /** The options that all processes have to share, as JSON. */
  readonly options: string;
};
