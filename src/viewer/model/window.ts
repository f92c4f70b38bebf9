/** Number of rows to render above and below the visible ones, so fast scrolling shows no gap. */
const OVERSCAN = 4;

/** A list with rows of equal height; all lengths are in pixels. */
type ScrolledList = Readonly<Record<"count" | "rowHeight" | "scrollTop" | "height", number>>;

/** The rows to render, from `first` to just before `end`, and the maximum number of such rows. */
export function windowOf({ count, rowHeight, scrollTop, height }: ScrolledList) {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - OVERSCAN);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN);
  return { first, end, slots: Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN };
}
