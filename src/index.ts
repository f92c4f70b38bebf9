export type { ClockControl } from "./clock-control.ts";
export type { ClockSpec } from "./core/clock-spec.ts";
export { type Issue, SimulatorError, type SimulatorErrorCode } from "./core/errors.ts";
export type { Exchange, ExchangeEnd, RecordedBody } from "./core/exchange.ts";
export type { JobEvent } from "./core/job/change.ts";
export type { JobState } from "./core/job/state.ts";
export type { Advance } from "./engine/advance.ts";
export type { SimulatorOptions, TlsOptions } from "./options.ts";
export { DEFAULT_API_KEY, type Simulator, startSimulator } from "./simulator.ts";
