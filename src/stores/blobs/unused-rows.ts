import type { Turn } from "../../state/loading.ts";
import type { Database } from "../database.ts";

const MANY = 1000;

export type RowsToCheck = {
  /** Query for the rows whose keys are greater than its parameters, in order; keys are integers. */
  readonly sql: string;
  /** Parameters for the first query: they are less than all keys. */
  readonly start: readonly number[];
  readonly isUsed: (...row: readonly number[]) => boolean;
  readonly deletions: readonly string[];
};

/** Deletes unused rows. Each transaction checks the rows again, because they may now be in use. */
export async function deleteUnusedRows(
  database: Database,
  { sql, start, isUsed, deletions }: RowsToCheck,
  turn: Turn,
): Promise<void> {
  for (let last: readonly number[] | undefined = start; ; ) {
    await turn();
    const page = await database.rows(`${sql} LIMIT ${MANY}`, ...last);
    const rows = page.map((row) => Object.values(row).map(Number));
    last = rows.at(-1);
    if (last === undefined) return;
    const unused = (): typeof rows => rows.filter((row) => !isUsed(...row));
    if (unused().length === 0) continue;
    await database.transaction(() => {
      for (const row of unused()) for (const deletion of deletions) database.run(deletion, ...row);
    });
  }
}
