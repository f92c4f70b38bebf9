import { isStream, plainResponse, type Reply } from "../../core/reply.ts";
import { withFile, withHead, withTail } from "../body-edit.ts";
import { type FaultContext, type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";
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

/** The files to which each damage applies: their codec, and the format that requests name. */
export const FILE_DAMAGES = {
  zipChecksum: { codec: "csv-zip", format: "csv" },
  zipDirectory: { codec: "csv-zip", format: "csv" },
  csvMissingRow: { codec: "csv-zip", format: "csv" },
  parquetFooter: { codec: "parquet", format: "parquet" },
  parquetPage: { codec: "parquet", format: "parquet" },
} as const satisfies Readonly<Record<string, { codec: string; format: string }>>;

export type FileDamage = keyof typeof FILE_DAMAGES;

export type CorruptFileFault = { readonly kind: "corruptFile"; readonly damage: FileDamage };

export const corruptFileKind: FaultKind<CorruptFileFault> = {
  kind: "corruptFile",
  docs: "a downloaded file is damaged, if it has this format: a wrong CRC-32 (`zipChecksum`), no central directory (`zipDirectory`), a valid file that lacks one row, selected by the seed (`csvMissingRow`), a truncated footer (`parquetFooter`), or a page that can't be read (`parquetPage`).",
  traits: { ...SPOILING, bodyDamage: "corrupt" },
  factsOf: ({ damage }) => ({
    needs: "file",
    damages: { damage, ...FILE_DAMAGES[damage] },
  }),
  phases: RESPONSE_ONLY,
  play: ({ damage }, context) => ({
    spoil: async (reply) => {
      const damaged = await withFile(reply, (file) => DAMAGES[damage](file, context));
      return damaged && plainResponse(damaged);
    },
  }),
};

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

/** Drops a random row, but never the header. */
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

/** Results are a zstd-compressed stream; a dataset's file is in memory, with any compression. */
function withAWrongPage(body: Reply["body"]): Reply["body"] {
  if (isStream(body)) return withHead(body, PARQUET_HEAD_BYTES, withWrongFirstPage);
  return withWrongPage(Buffer.from(body));
}
