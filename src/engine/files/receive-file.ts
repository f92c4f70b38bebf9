import type { FileSink, OpenSink } from "../../input/multipart/parse-multipart.ts";
import { ReceivedFile } from "../../input/received-file.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { LineScan } from "../../state/sandbox-state.ts";
import type { CallContext } from "../call-context.ts";
import { typicalTokens } from "../measure.ts";
import { createRecordCheck } from "../records/check-record.ts";
import { RecordMeasure } from "../records/measure-records.ts";
import { modelOf } from "../submission.ts";
import { LineScanner } from "./line-scanner.ts";

/** A file that has been received, and the scan of its lines if it may have any. */
export class ScannedFile implements FileSink {
  readonly rowFile: RowFile;
  readonly file: ReceivedFile;
  readonly #scanner: LineScanner | undefined;

  constructor(rowFile: RowFile, file: ReceivedFile, scanner: LineScanner | undefined) {
    this.rowFile = rowFile;
    this.file = file;
    this.#scanner = scanner;
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.file.write(chunk);
  }

  end(): Promise<void> {
    return this.file.end();
  }

  /** The scan of its lines; undefined if they were not scanned. */
  scan(): LineScan | undefined {
    return this.#scanner?.finish();
  }

  /** Its first lines as a table for the journal. */
  sample(): readonly (readonly string[])[] | undefined {
    const lines = this.#scanner?.sample.map((line) => [line]);
    return lines && [["line"], ...lines];
  }
}

/** Opens what receives uploaded files. The form may tell a file's purpose only after the file. */
export async function receiveFiles(context: CallContext, rowFile: RowFile): Promise<OpenSink> {
  const { purposes = {} } = context.rules.files ?? {};
  const openScanner = await scannerOf(context);
  return (_, fields) => {
    const purpose = purposes[fields[context.rules.purposeField] ?? ""];
    const mayHaveLines = purpose?.hasLines !== false;
    const rules = purpose === undefined ? Object.values(purposes) : [purpose];
    const sizes = rules.map(({ maxBytes = Number.POSITIVE_INFINITY }) => maxBytes);
    const scanner = mayHaveLines ? openScanner() : undefined;
    const onLine = scanner && ((line: string, start: number) => scanner.add(line, start));
    const file = new ReceivedFile({ rowFile, maxBytes: Math.max(...sizes), onLine });
    return new ScannedFile(rowFile, file, scanner);
  };
}

/** Prepares the scanner of inputs in files: whatever a job will need to know about its rows. */
async function scannerOf(context: CallContext): Promise<() => LineScanner> {
  const { sandbox, rules } = context;
  const places = rules.places ?? { prompt: [] };
  const check = await createRecordCheck({ seed: sandbox.seed }, context);
  const problemOf = await rules.lineProblem?.();
  const { model } = modelOf(context, undefined);
  const typicalOutput = typicalTokens({ samplingParams: {} }, model);
  return () => {
    const measure = new RecordMeasure(places, { check, typicalOutput });
    return new LineScanner({ places, problemOf, measure });
  };
}
