import type { Instant } from "../time.ts";

/** A point of a run: the share of the rows (0..1) that is done a time after the run began. */
export type Knot = { readonly afterMs: number; readonly share: number };

/** A pause of a run at a share of its rows. */
export type Pause = { readonly atShare: number; readonly ms: number };

/** Rows done while a phase lasts. */
export type RowProgress =
  | { readonly kind: "still"; readonly rows: number }
  | {
      readonly kind: "moving";
      readonly from: Instant;
      readonly numRows: number;
      /** In order of time; between two of them progress is uniform, after the last it stands. */
      readonly knots: readonly Knot[];
    };

/** No row done, or no more than those done already. */
export function still(rows: number): RowProgress {
  return { kind: "still", rows };
}

/** The knots of a run up to a share of its rows, pauses at that very share included. */
export function knotsUntil(share: number, runMs: number, pauses: readonly Pause[]): Knot[] {
  const knots: Knot[] = [{ afterMs: 0, share: 0 }];
  let pausedMs = 0;
  for (const pause of pauses.toSorted((a, b) => a.atShare - b.atShare)) {
    if (pause.atShare > share) break;
    knots.push({ afterMs: pause.atShare * runMs + pausedMs, share: pause.atShare });
    pausedMs += pause.ms;
    knots.push({ afterMs: pause.atShare * runMs + pausedMs, share: pause.atShare });
  }
  knots.push({ afterMs: share * runMs + pausedMs, share });
  return knots;
}

/** Rows done at an instant. */
export function rowsDoneAt(progress: RowProgress, now: Instant): number {
  if (progress.kind === "still") return progress.rows;
  return rowsOfShare(shareAfter(progress.knots, now - progress.from), progress.numRows);
}

/**
 * Whole rows in a share of them. The last row is done when the job succeeds and not before, so that
 * "all rows are done" and "the job has succeeded" are one thing.
 */
export function rowsOfShare(share: number, numRows: number): number {
  // A hair more than the product: 0.29 * 100 is 28.999999999999996, and means 29 rows.
  const rows = Math.floor(share * numRows + 1e-6);
  return Math.max(0, Math.min(numRows - 1, rows));
}

function shareAfter(knots: readonly Knot[], elapsedMs: number): number {
  let last: Knot = { afterMs: 0, share: 0 };
  for (const knot of knots) {
    if (knot.afterMs > elapsedMs) {
      const part = (elapsedMs - last.afterMs) / (knot.afterMs - last.afterMs);
      // The bound keeps a rounding error from letting progress go back at the knot.
      return Math.min(knot.share, last.share + (knot.share - last.share) * part);
    }
    last = knot;
  }
  return last.share;
}
