import type { SimulatorError } from "../../core/errors.ts";
import type { Database } from "../database.ts";

/** `isReading` is true if the part can't be read, and false if it can't be written. */
type Trouble = { readonly error: SimulatorError; readonly isReading: boolean };

/** Records why parts of a store fail. Announces the first failure, and the end of all failures. */
export class StoreTroubles {
  readonly #database: Database;
  readonly #onNotice: (notice: string) => void;
  readonly #byPart = new Map<object, Trouble>();

  constructor(database: Database, onNotice: (notice: string) => void) {
    this.#database = database;
    this.#onNotice = onNotice;
  }

  get newest(): SimulatorError | undefined {
    return [...this.#byPart.values()].at(-1)?.error;
  }

  /** The newest failure to write. Failures to read are ignored: they affect no other parts. */
  get newestOfWriters(): SimulatorError | undefined {
    return [...this.#byPart.values()].findLast(({ isReading }) => !isReading)?.error;
  }

  /** Makes a part's changes in their own transaction. Rejects with a SimulatorError. */
  async attempt(part: object, act: () => void): Promise<void> {
    try {
      await this.#database.transaction(act);
    } catch (cause) {
      const error = this.#database.failure(cause);
      this.begin(part, error);
      throw error;
    }
    this.end(part);
  }

  /** Records a problem with reading a part. `undefined` means that the part can be read again. */
  note(part: object, problem: SimulatorError | undefined): void {
    if (problem === undefined) this.end(part);
    else this.begin(part, problem, true);
  }

  /**
   * Records that a part is unavailable. Announces the first error, unless the database is lost:
   * the code that opened the database reports that.
   */
  begin(part: object, error: SimulatorError, isReading = false): void {
    const isAnnounced = this.#database.lost === undefined;
    if (this.#byPart.size === 0 && isAnnounced) this.#onNotice(`SIM_STORE: ${error.message}`);
    this.#byPart.delete(part);
    this.#byPart.set(part, { error, isReading });
  }

  /** Records that a part works again, or is no longer needed. */
  end(part: object): void {
    if (this.#byPart.delete(part) && this.#byPart.size === 0)
      this.#onNotice("The store works again.");
  }
}
