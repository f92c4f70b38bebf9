// The built program under attack. It is restarted when it has crashed or no longer responds.
import { startProgram } from "../heartbeat/program.mjs";

/** Longest text of standard error in a failure. */
const MOST_ERROR_CHARACTERS = 4000;

/** A notice about a limit of the simulator. Its response is judged by its code. */
const LIMIT_NOTICE = /^SIM_(?:SCHEMA_LIMIT|BUSY): .*\n/gm;

/** A program that starts on first use, and restarts on the next use after it was dropped. */
export class Target {
  #options;
  #program;
  #errors = "";
  #end;

  /** @param {readonly string[]} options of the program. */
  constructor(options) {
    this.#options = options;
  }

  /** The running program. */
  async program() {
    this.#program ??= this.#start();
    return this.#program;
  }

  /** Rejects if the program ends. */
  get end() {
    return this.#end;
  }

  /** Throws if the program has written to standard error: a bug, a warning of Node.js, or a crash. */
  expectSilence() {
    const text = this.#errors.replace(LIMIT_NOTICE, "").slice(0, MOST_ERROR_CHARACTERS);
    this.#errors = "";
    if (text !== "") throw new Error(`Expected nothing on standard error, got:\n${text}`);
  }

  /** Ends the program. The next case starts another one. */
  async drop() {
    const program = this.#program;
    this.#program = undefined;
    await program?.then(
      (running) => running.stop(),
      () => {},
    );
    this.#errors = "";
  }

  async #start() {
    const program = await startProgram(this.#options, { stderr: "pipe" });
    program.child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#errors += text;
    });
    this.#end = new Promise((_, reject) => {
      program.child.once("close", (code, signal) => {
        const text = this.#errors.slice(0, MOST_ERROR_CHARACTERS);
        reject(new Error(`The program ended with ${signal ?? code}.\n${text}`));
      });
    });
    this.#end.catch(() => {});
    return program;
  }
}
