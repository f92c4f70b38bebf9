import { countRecords, withoutRecord } from "../../core/damage/csv.ts";
import {
  PARQUET_HEAD_BYTES,
  PARQUET_TAIL_BYTES,
  withCutFooter,
  withWrongFirstPage,
  withWrongPage,
} from "../../core/damage/parquet.ts";
import { withoutDirectory, withWrongChecksum, ZIP_TAIL_BYTES } from "../../core/damage/zip.ts";
import type { FileDamage } from "../../core/faults/fault.ts";
import { isStream, type Reply } from "../reply/reply.ts";
import { plainResponse } from "../reply/transmission.ts";
import { withFile, withHead, withTail } from "./body-edit.ts";
import type { FaultContext, FaultPlay } from "./fault-play.ts";

/** Damages a download in a way that is specific to its format; other formats and other responses stay unchanged. */
export const playCorruptFile: FaultPlay<"corruptFile"> = ({ damage }, context) => ({
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
  if (file?.kind === "csv-zip")
    return file.numRows === 0 ? undefined : file.withoutRow(draws("row").below(file.numRows));
  if (file?.kind !== "csv" || isStream(body)) return undefined;
  const csv = Buffer.from(body);
  const numRows = countRecords(csv) - 1;
  return numRows < 1 ? undefined : withoutRecord(csv, 1 + draws("row").below(numRows));
}

/** Results are a zstd-compressed stream; a dataset's file is in memory, with whatever compression its author chose. */
function withAWrongPage(body: Reply["body"]): Reply["body"] {
  if (isStream(body)) return withHead(body, PARQUET_HEAD_BYTES, withWrongFirstPage);
  return withWrongPage(Buffer.from(body));
}
