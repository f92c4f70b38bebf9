import type { OpenFile } from "../../input/multipart/parse-multipart.ts";
import { ReceivedFile, type Receiving } from "../../input/received-file.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { LineScan } from "../../state/sandbox-state.ts";
import type { CallContext } from "../call-context.ts";
import { typicalTokens } from "../measure.ts";
import { createRecordCheck } from "../records/check-record.ts";
import { RecordMeasure } from "../records/measure-records.ts";
import { modelOf } from "../submission.ts";
import { LineScanner } from "./line-scanner.ts";

/** A file while it is received, with a scan of its lines if it can have any. */
export class ScannedFile extends ReceivedFile {
  readonly #scanner: LineScanner | undefined;

  constructor(receiving: Omit<Receiving, "onLine">, scanner: LineScanner | undefined) {
    super({ ...receiving, onLine: scanner && ((line, start) => scanner.add(line, start)) });
    this.#scanner = scanner;
  }

  /** The scan of its lines; undefined if they were not scanned. */
  scan(): LineScan | undefined {
    return this.#scanner?.finish();
  }

  /** The first lines as a table for the journal. */
  sample(): readonly (readonly string[])[] | undefined {
    const lines = this.#scanner?.sample.map((line) => [line]);
    return lines && [["line"], ...lines];
  }
}

/**
 * Opens the receiver of uploaded files. The form may state a file's purpose only after the file.
 */
export async function receiveFiles(context: CallContext, rowFile: RowFile): Promise<OpenFile> {
  const openFile = await fileOpener(context, rowFile);
  return (fields) => openFile(fields[context.rules.purposeField]);
}

/** Prepares to receive and scan a file, whose purpose may not be known yet. */
export async function fileOpener(
  context: CallContext,
  rowFile: RowFile,
): Promise<(purpose: string | undefined) => ScannedFile> {
  const { purposes = {} } = context.rules.files ?? {};
  const openScanner = await scannerOf(context);
  return (name = "") => {
    const purpose = purposes[name];
    const mayHaveLines = purpose?.hasLines !== false;
    const rules = purpose === undefined ? Object.values(purposes) : [purpose];
    const sizes = rules.map(({ maxBytes = Number.POSITIVE_INFINITY }) => maxBytes);
    const scanner = mayHaveLines ? openScanner() : undefined;
    return new ScannedFile({ rowFile, maxBytes: Math.max(...sizes) }, scanner);
  };
}

/**
 * Prepares the scanner for inputs in files, which collects everything that a job needs to know
 * about its rows.
 */
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
