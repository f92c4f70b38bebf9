import type { AdvanceGoal, ControlClock } from "../control/control.ts";
import type { Span } from "../control/verb.ts";
import type { ClockSpec } from "../core/clock-spec.ts";
import { SimulatorError } from "../core/errors.ts";
import { DURATION_FORM, type Instant, parseDurationMs } from "../core/time.ts";
import { type Advance, advanceTo } from "../engine/advance.ts";
import type { Sandbox } from "../state/sandbox.ts";

/** Moves and reads the clock of one sandbox. */
export class ClockControl {
  readonly #find: () => Sandbox;
  readonly #control: ControlClock;

  /** `find` answers the sandbox as it is: a reset puts another in its place. */
  constructor(find: () => Sandbox, control: ControlClock) {
    this.#find = find;
    this.#control = control;
  }

  get #sandbox(): Sandbox {
    return this.#find();
  }

  /** How the clock moves. */
  get spec(): ClockSpec {
    return this.#sandbox.clock.spec;
  }

  /** Milliseconds since 1970 on the sandbox's clock. */
  now(): Instant {
    return this.#sandbox.clock.now();
  }

  /**
   * Moves the clock forward, in any mode, by milliseconds or a duration such as `"1h30m"`. Resolves when everything due has
   * happened, with what happened.
   * @throws {SimulatorError} for what is no duration, or is negative
   */
  async advance(by: number | string): Promise<Advance> {
    const byMs = typeof by === "number" ? by : parseDurationMs(by);
    if (byMs === undefined || !Number.isFinite(byMs) || byMs < 0) {
      throw new SimulatorError(
        "SIM_OPTION",
        `Expected the time to advance by to be milliseconds or ${DURATION_FORM}, got \`${by}\`.`,
      );
    }
    return advanceTo(this.#sandbox, this.now() + Math.round(byMs));
  }

  /**
   * Moves the clock forward to an instant: milliseconds since 1970, or ISO 8601. One in the past changes nothing.
   * @throws {SimulatorError} for what is no instant
   */
  async advanceTo(instant: Instant | string): Promise<Advance> {
    const at = typeof instant === "number" ? instant : Date.parse(instant);
    if (!Number.isFinite(at)) {
      throw new SimulatorError(
        "SIM_OPTION",
        `Expected the instant to be milliseconds since 1970 or ISO 8601, got \`${instant}\`.`,
      );
    }
    return advanceTo(this.#sandbox, at);
  }

  /**
   * Moves the clock forward until no job changes any more and nothing waits for it, or until a job is in a state.
   * @throws {SimulatorError} `SIM_NOT_REACHED` where nothing leads there within `within` (30 days by default)
   */
  advanceUntil(goal: AdvanceGoal, options: { readonly within?: Span } = {}): Promise<Advance> {
    return this.#control.advanceUntil(goal, options);
  }
}
