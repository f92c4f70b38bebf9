/** What to do if a `manual` clock that is not advanced keeps a client waiting, as a sentence. */
export const STALL_CURE =
  "Advance the clock (`clock.advance`, or POST /_sim/clock/advance), or choose one that needs no help (`--clock poll` or `--clock real`).";
