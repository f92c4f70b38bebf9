/** The files next to a scenario. */
export type ScenarioFiles = {
  /**
   * The full path of a file named relative to the scenario's folder; undefined if there is no such
   * file.
   */
  readonly find: (file: string) => string | undefined;
  /** Reads the file at a full path as text. */
  readonly read: (path: string) => string;
};
