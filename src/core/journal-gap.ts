/** Exchanges that may have been served but were not recorded, because a process ended before it could store them. */
export type JournalGap = {
  /** ID of the newest exchange that was recorded before. */
  readonly afterId: number;
  /** The highest ID that may have been assigned. */
  readonly untilId: number;
};
