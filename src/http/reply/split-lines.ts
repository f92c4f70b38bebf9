import { InputSet } from "../../core/rows/input-set.ts";
import { type Row, type RowSource, watched } from "../../core/rows/row.ts";

/** Characters that JSON leaves as they are, and at which `splitlines()` in Python or `readline` in Node ends a line. */
const SEPARATOR = /[\u0085\u2028\u2029]/;

/** Line breaks that every client knows. */
const LINE_BREAK = /[\n\r]/;
const ESCAPED_LINE_BREAK = /(?:^|[^\\])(?:\\\\)*\\[nr]/;

/**
 * The inputs whose lines a client breaks that doesn't split the file only at line feeds, taken while the file is encoded. Nothing
 * else is wrong with these rows.
 */
export class SplitLines {
  #inputs = new InputSet();
  /** Whether an output has line breaks, too, because of which a client may reject it. */
  #haveBreaks = false;
  /** Whether another output has line breaks. */
  #haveOthersBreaks = false;

  /** The rows again; each pass over them starts anew. */
  watch(rows: RowSource): RowSource {
    return watched(rows, () => {
      this.#inputs = new InputSet();
      this.#haveBreaks = false;
      this.#haveOthersBreaks = false;
      return (row) => this.#look(row);
    });
  }

  /** A digest of the inputs; undefined if there are none, or if a client may have another reason to submit exactly these again. */
  get digest(): string | undefined {
    return this.#haveBreaks && !this.#haveOthersBreaks ? undefined : this.#inputs.digest;
  }

  #look({ output, value, vector, record }: Row): void {
    if (value === undefined || record?.end.kind !== "succeeded" || vector !== undefined) return;
    const isWhole = record.finish === "stop" || record.finish === "tool";
    if (isWhole && SEPARATOR.test(output)) {
      this.#inputs.add(value);
      this.#haveBreaks ||= hasLineBreak(output);
    } else this.#haveOthersBreaks ||= hasLineBreak(output);
  }
}

/** Whether text, or a string in it if it is JSON, has a line break. */
function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text) || (/^\s*["{[]/.test(text) && ESCAPED_LINE_BREAK.test(text));
}
