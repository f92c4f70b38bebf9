import { isAbout } from "../call-subject.ts";
import { type FaultKind, SPOILING } from "../fault-kind.ts";

/** The files that each damage needs: their codec, and the format that requests name. */
export const FILE_DAMAGES = {
  zipChecksum: { codec: "csv-zip", format: "csv" },
  zipDirectory: { codec: "csv-zip", format: "csv" },
  csvMissingRow: { codec: "csv-zip", format: "csv" },
  parquetFooter: { codec: "parquet", format: "parquet" },
  parquetPage: { codec: "parquet", format: "parquet" },
} as const satisfies Readonly<Record<string, { codec: string; format: string }>>;

/** A way to damage a downloaded file. */
export type FileDamage = keyof typeof FILE_DAMAGES;

/**
 * A download is damaged in a way that only its format can be; downloads of other formats are not
 * affected.
 */
export type CorruptFileFault = { readonly kind: "corruptFile"; readonly damage: FileDamage };

/** The kind `corruptFile`. */
export const corruptFileKind: FaultKind<CorruptFileFault> = {
  kind: "corruptFile",
  docs: "a downloaded file is damaged, if it has this format: a wrong CRC-32 (`zipChecksum`), no central directory (`zipDirectory`), a valid file that lacks one row, chosen from the seed (`csvMissingRow`), a truncated footer (`parquetFooter`), or a page that can't be read (`parquetPage`).",
  examples: { corruptFile: "corruptFile: zipChecksum" },
  traits: { ...SPOILING, bodyDamage: "corrupt" },
  trials: ({ use, format }) =>
    isAbout(use, "file")
      ? Object.entries(FILE_DAMAGES)
          .filter(([, file]) => file.format === format)
          .map(([damage]) => ({
            name: `a damaged file (${damage})`,
            fault: { corruptFile: damage },
            group: "body",
            wire: damage,
            isDamage: true,
            rank: 1,
          }))
      : [],
  factsOf: ({ damage }) => ({
    needs: "file",
    damages: { damage, ...FILE_DAMAGES[damage] },
  }),
};
