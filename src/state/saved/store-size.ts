import type { Database } from "./database.ts";

/** What a store holds. */
export type StoreSize = {
  /** Size of the file, or of the tables. */
  readonly byteLength: number;
  readonly sandboxes: number;
  readonly jobs: number;
  /** Number of files, and of inputs that are stored like files because they are long. */
  readonly files: number;
  readonly exchanges: number;
};

/** A store, and who uses it. */
export type StoreInfo = {
  /** A path, or a URL without the password. */
  readonly name: string;
  /** Version of the tables. */
  readonly version: number;
  readonly size: StoreSize;
  /** Completes "used by". */
  readonly usedBy: string;
};

/** Counts what a database holds, which may be in use. */
export async function countStored(
  database: Pick<Database, "rows" | "byteLength">,
): Promise<StoreSize> {
  const count = async (what: string): Promise<number> => {
    const [row] = await database.rows(`SELECT count(*) AS count FROM ${what}`);
    return Number(row?.["count"]);
  };
  return {
    byteLength: await database.byteLength(),
    sandboxes: await count("sandbox WHERE has_ended = 0"),
    jobs: await count("entry WHERE kind = 'jobSubmitted'"),
    files: await count("blob"),
    exchanges: await count("exchange"),
  };
}
