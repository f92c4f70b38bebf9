/** The files that lie beside a scenario. */
export type ScenarioFiles = {
  /** The full path of a file that is named from the scenario's folder; undefined where there is none. */
  readonly find: (file: string) => string | undefined;
  /** The text of the file at a full path. */
  readonly read: (path: string) => string;
};
