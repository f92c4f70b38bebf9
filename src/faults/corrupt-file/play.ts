import { isStream, plainResponse, type Reply } from "../../core/reply.ts";
import { withFile, withHead, withTail } from "../body-edit.ts";
import type { FaultContext, FaultPlay } from "../fault-play.ts";
import {
  countRecords,
  PARQUET_HEAD_BYTES,
  PARQUET_TAIL_BYTES,
  withCutFooter,
  withoutDirectory,
  withoutRecord,
  withWrongChecksum,
  withWrongFirstPage,
  withWrongPage,
  ZIP_TAIL_BYTES,
} from "./damage.ts";
import type { CorruptFileFault, FileDamage } from "./rule.ts";

/**
 * Damages a download in a way that is specific to its format; other formats and other responses
 * stay unchanged.
 */
export const playCorruptFile: FaultPlay<CorruptFileFault> = ({ damage }, context) => ({
  kind: "spoil",
  spoil: async (reply) => {
    const damaged = await withFile(reply, (file) => DAMAGES[damage](file, context));
    return damaged && plainResponse(damaged);
  },
});

type Damage = (reply: Reply, context: FaultContext) => Reply["body"] | undefined;

const DAMAGES: Readonly<Record<FileDamage, Damage>> = {
  zipChecksum: ({ body, file }) =>
    file?.kind === "csv-zip" ? withTail(body, ZIP_TAIL_BYTES, withWrongChecksum) : undefined,
  zipDirectory: ({ body, file }) =>
    file?.kind === "csv-zip" ? withTail(body, ZIP_TAIL_BYTES, withoutDirectory) : undefined,
  csvMissingRow: withoutARow,
  parquetFooter: ({ body, file }) =>
    file?.kind === "parquet" ? withTail(body, PARQUET_TAIL_BYTES, withCutFooter) : undefined,
  parquetPage: ({ body, file }) => (file?.kind === "parquet" ? withAWrongPage(body) : undefined),
};

/** Drops any row except the header. */
function withoutARow({ body, file }: Reply, { draws }: FaultContext): Reply["body"] | undefined {
  const { results } = file ?? {};
  if (file?.kind === "csv-zip" && results !== undefined)
    return results.numRows === 0
      ? undefined
      : results.withoutRow(draws("row").below(results.numRows));
  if (file?.kind !== "csv" || isStream(body)) return undefined;
  const csv = Buffer.from(body);
  const numRows = countRecords(csv) - 1;
  return numRows < 1 ? undefined : withoutRecord(csv, 1 + draws("row").below(numRows));
}

/**
 * Results are a zstd-compressed stream; a dataset's file is in memory, with whatever compression
 * its author chose.
 */
function withAWrongPage(body: Reply["body"]): Reply["body"] {
  if (isStream(body)) return withHead(body, PARQUET_HEAD_BYTES, withWrongFirstPage);
  return withWrongPage(Buffer.from(body));
}
