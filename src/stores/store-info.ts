import type { Database } from "./database.ts";
import { noTables, STORE_VERSION } from "./store-version.ts";

/** What a store holds. */
export type StoreCounts = {
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
  /** Undefined if the tables have another version than this program's. */
  readonly counts: StoreCounts | undefined;
  /** Size of the file, or of the tables. */
  readonly byteLength: number;
  /** Completes "used by". */
  readonly usedBy: string;
};

/** The tables of a store. */
type StoreTables = Pick<StoreInfo, "name"> & {
  /** Undefined if it has no tables. */
  readonly version: number | undefined;
  readonly rows: Database["rows"];
};

/** Counts what a store holds, which may be in use. Rejects with a SimulatorError if it has no tables. */
export async function countStored({
  name,
  version,
  rows,
}: StoreTables): Promise<Pick<StoreInfo, "name" | "version" | "counts">> {
  if (version === undefined) throw noTables(name);
  if (version !== STORE_VERSION) return { name, version, counts: undefined };
  const count = async (what: string): Promise<number> => {
    const [row] = await rows(`SELECT count(*) AS count FROM ${what}`);
    return Number(row?.["count"]);
  };
  const counts = {
    sandboxes: await count("sandbox WHERE has_ended = 0"),
    jobs: await count("entry WHERE kind = 'jobSubmitted'"),
    files: await count("blob"),
    exchanges: await count("exchange"),
  };
  return { name, version, counts };
}
