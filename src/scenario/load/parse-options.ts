import type { ScenarioFiles } from "../scenario-files.ts";
import type { SpecVocabulary } from "../spec-vocabulary.ts";

/** The context in which a scenario's text is read. */
export type ParseOptions = {
  /** For messages, and for the scenario's name if the text has none. */
  readonly file: string;
  readonly vocabulary: SpecVocabulary;
  /**
   * The files next to the scenario. Omitted if its text is not from a file, because it then can't
   * name any.
   */
  readonly files?: ScenarioFiles;
};
