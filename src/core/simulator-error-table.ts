/**
 * The HTTP status of the response that reports each `SIM_…` error; undefined if no response reports
 * the error. The docs explain the errors.
 */
export const SIMULATOR_ERROR_STATUSES = {
  SIM_OPTION: 500,
  SIM_SCENARIO: 400,
  SIM_OVERLAY: undefined,
  SIM_PORT: undefined,
  SIM_TLS: undefined,
  SIM_ARGUMENT: 400,
  SIM_BODY_SIZE: 413,
  SIM_SCHEMA_LIMIT: 500,
  SIM_MEMORY: 500,
  SIM_BUSY: 429,
  SIM_HOST: 421,
  SIM_CROSS_SITE: 403,
  SIM_REQUEST_TIMEOUT: 408,
  SIM_DISK: 500,
  SIM_STORE: 503,
  SIM_CONTROL_KEY: 401,
  SIM_CONTROL_TOKEN: 401,
  SIM_CONTROL_ROUTE: 404,
  SIM_CONTROL_METHOD: 405,
  SIM_UNREACHABLE: undefined,
  SIM_UNKNOWN_JOB: 404,
  SIM_UNKNOWN_FAULT: 404,
  SIM_UNKNOWN_SANDBOX: 404,
  SIM_SANDBOX_NAME: 409,
  SIM_SANDBOX_KEPT: 409,
  SIM_NOT_REACHED: 409,
  SIM_NO_REQUESTS: undefined,
  SIM_TIMEOUT: 504,
  SIM_BUG: 500,
} satisfies Readonly<Record<string, number | undefined>>;

/** Codes of errors that concern the test or the simulator, not the imitated service. */
export type SimulatorErrorCode = keyof typeof SIMULATOR_ERROR_STATUSES;

export function isSimulatorErrorCode(value: unknown): value is SimulatorErrorCode {
  return typeof value === "string" && Object.hasOwn(SIMULATOR_ERROR_STATUSES, value);
}
