import type { Instant } from "../time.ts";

/** A point of a run: the share of the rows (0..1) that is done some time after the run began. */
export type Knot = { readonly afterMs: number; readonly share: number };

/** A pause in a run at a share of its rows. */
export type Pause = { readonly atShare: number; readonly ms: number };

/** Progress through the rows during a phase. */
export type RowProgress =
  | { readonly kind: "still"; readonly rows: number }
  | {
      readonly kind: "moving";
      readonly from: Instant;
      readonly numRows: number;
      /**
       * In chronological order; progress is linear between two knots and constant after the last.
       */
      readonly knots: readonly Knot[];
    };

/** Constant progress at this number of rows. */
export function still(rows: number): RowProgress {
  return { kind: "still", rows };
}

/** The knots of a run up to a share of its rows, including pauses at exactly that share. */
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

/** Number of rows done at an instant. */
export function rowsDoneAt(progress: RowProgress, now: Instant): number {
  if (progress.kind === "still") return progress.rows;
  return rowsOfShare(shareAfter(progress.knots, now - progress.from), progress.numRows);
}

/**
 * Number of whole rows in a share. The last row is done only when the run is over, so that "all
 * rows are done" always means "the job has succeeded", or is about to.
 */
export function rowsOfShare(share: number, numRows: number): number {
  // Slightly more than the product: 0.29 * 100 is 28.999999999999996 and means 29 rows.
  const rows = Math.floor(share * numRows + 1e-6);
  return Math.max(0, Math.min(numRows - 1, rows));
}

function shareAfter(knots: readonly Knot[], elapsedMs: number): number {
  let last: Knot = { afterMs: 0, share: 0 };
  for (const knot of knots) {
    if (knot.afterMs > elapsedMs) {
      const part = (elapsedMs - last.afterMs) / (knot.afterMs - last.afterMs);
      // The limit prevents a rounding error from moving progress backward at the knot.
      return Math.min(knot.share, last.share + (knot.share - last.share) * part);
    }
    last = knot;
  }
  return last.share;
}
