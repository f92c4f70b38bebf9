/** Path of the control API on the service's origin. */
export const CONTROL_PATH = "/_sim";

/** Header of the control token. */
export const TOKEN_HEADER = "x-sim-control-token";

/** Header that selects a sandbox by its name, instead of by its key. */
export const SANDBOX_HEADER = "x-sim-sandbox";

/** Header of requests that the viewer's page sends. */
export const PAGE_HEADER = "x-sim-page";

/** Path of the viewer's page. */
export const UI_PATH: string = `${CONTROL_PATH}/ui`;

/** Path of the stream of a sandbox's changes. */
export const EVENTS_PATH: string = `${CONTROL_PATH}/events`;

/** Whether a path belongs to the control API. */
export function isControlPath(pathname: string): boolean {
  return pathname === CONTROL_PATH || pathname.startsWith(`${CONTROL_PATH}/`);
}

/** A form of the API key that always works, regardless of the form in the service's document. */
export const CONTROL_KEY = { header: "authorization", scheme: "Key" } as const;
