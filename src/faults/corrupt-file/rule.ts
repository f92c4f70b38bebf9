import { isStream, type Reply } from "../../core/reply.ts";
import { spoilFile, withHead, withTail } from "../body-edit.ts";
import { type FaultContext, type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";
import {
  PARQUET_HEAD_BYTES,
  PARQUET_TAIL_BYTES,
  recordEnds,
  withCutFooter,
  withoutDirectory,
  withoutRecord,
  withWrongChecksum,
  withWrongFirstPage,
  withWrongPage,
  ZIP_TAIL_BYTES,
} from "./damage.ts";

/** A way to damage files with one codec, which requests select with `format`. */
type Damage = {
  readonly codec: string;
  readonly format: string;
  /** The kinds of files that can be damaged. Default: only the codec's own kind. */
  readonly kinds?: readonly string[];
  readonly edit: (reply: Reply, context: FaultContext) => Reply["body"] | undefined;
};

const ZIP = { codec: "csv-zip", format: "csv" };
const PARQUET = { codec: "parquet", format: "parquet" };

export const FILE_DAMAGES = {
  zipChecksum: { ...ZIP, edit: ({ body }) => withTail(body, ZIP_TAIL_BYTES, withWrongChecksum) },
  zipDirectory: { ...ZIP, edit: ({ body }) => withTail(body, ZIP_TAIL_BYTES, withoutDirectory) },
  csvMissingRow: { ...ZIP, kinds: ["csv-zip", "csv"], edit: withoutARow },
  parquetFooter: {
    ...PARQUET,
    edit: ({ body }) => withTail(body, PARQUET_TAIL_BYTES, withCutFooter),
  },
  parquetPage: { ...PARQUET, edit: withAWrongPage },
} satisfies Readonly<Record<string, Damage>>;

export type FileDamage = keyof typeof FILE_DAMAGES;

export const corruptFileKind: FaultKind<{ readonly damage: FileDamage }> = {
  kind: "corruptFile",
  docs: "a downloaded ZIP, CSV, or Parquet file is damaged. A ZIP file has a wrong CRC-32 (`zipChecksum`) or no central directory (`zipDirectory`); a CSV file, zipped or not, lacks a row (`csvMissingRow`); a Parquet file has a truncated footer (`parquetFooter`) or an unreadable page (`parquetPage`).",
  traits: { ...SPOILING, bodyDamage: "corrupt" },
  factsOf: ({ damage }) => {
    const { codec, format } = FILE_DAMAGES[damage];
    return { needs: "file", damages: { damage, codec, format } };
  },
  phases: RESPONSE_ONLY,
  play: ({ damage }, context) => {
    const { codec, kinds = [codec], edit }: Damage = FILE_DAMAGES[damage];
    const isDamaged = ({ file }: Reply): boolean => kinds.includes(file?.kind ?? "");
    return {
      spoil: (reply) =>
        spoilFile(reply, (file) => (isDamaged(file) ? edit(file, context) : undefined)),
    };
  },
};

/** Drops a random row, but never the header. */
function withoutARow({ body, file }: Reply, { draws }: FaultContext): Reply["body"] | undefined {
  const { results } = file ?? {};
  if (file?.kind === "csv-zip" && results !== undefined)
    return results.numRows === 0
      ? undefined
      : results.withoutRow(draws("row").below(results.numRows));
  if (file?.kind !== "csv" || isStream(body)) return undefined;
  const csv = Buffer.from(body);
  const numRows = recordEnds(csv).length - 1;
  return numRows < 1 ? undefined : withoutRecord(csv, 1 + draws("row").below(numRows));
}

/** Streamed results are compressed with zstd; a file in memory can have any compression. */
function withAWrongPage({ body, file }: Reply): Reply["body"] | undefined {
  // A file without rows has no pages.
  if (file?.results?.numRows === 0) return undefined;
  if (isStream(body)) return withHead(body, PARQUET_HEAD_BYTES, withWrongFirstPage);
  const damaged = withWrongPage(Buffer.from(body));
  return damaged.equals(Buffer.from(body)) ? undefined : damaged;
}
