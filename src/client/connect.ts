import { type Control, createControl, type Reach } from "../control/control.ts";
import { CONTROL_KEY, CONTROL_PATH, TOKEN_HEADER } from "../control/control-path.ts";
import { DEFAULT_API_KEY } from "../core/api-key.ts";
import { SimulatorError } from "../core/errors.ts";
import { withoutEndSlashes } from "../core/urls.ts";
import { execVariable } from "../options/command-environment.ts";
import { remoteVerbs } from "./remote-verbs.ts";

/** The address of a simulator in another process, and the sandbox to control. */
export type ConnectOptions = {
  /**
   * Key of the sandbox: the one that the client under test uses. Default: `BATCH_SIM_API_KEY` from
   * the environment, or `sim-key`.
   */
  readonly apiKey?: string;
  /**
   * The control token, if the simulator was started with one. Default: `BATCH_SIM_CONTROL_TOKEN`
   * from the environment.
   */
  readonly controlToken?: string;
};

/**
 * Control over a simulator in another process, given any of its URLs. Sends nothing before the
 * first call.
 *
 * @example
 * const control = connect("http://127.0.0.1:4010");
 * await using box = await control.sandbox({ scenario: "slow-job", clock: "manual" });
 */
export function connect(url: string, options: ConnectOptions = {}): Control {
  const {
    apiKey = execVariable("BATCH_SIM_API_KEY") ?? DEFAULT_API_KEY,
    controlToken = execVariable("BATCH_SIM_CONTROL_TOKEN"),
  } = options;
  return createControl(reachAt(url, controlToken), apiKey);
}

/** Access to a simulator's sandboxes through one of its URLs. */
export function reachAt(url: string, controlToken: string | undefined): Reach {
  const root = rootOf(url);
  return (key) => remoteVerbs(root, headersOf(key, controlToken));
}

/** A URL that already points to the control API is used unchanged: a proxy may have moved it. */
function rootOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SimulatorError(
      "SIM_ARGUMENT",
      `Expected the simulator's URL, such as \`http://127.0.0.1:4010\`, got \`${url}\`.`,
    );
  }
  const { origin, pathname } = new URL(url);
  const path = withoutEndSlashes(pathname);
  return origin + (path.endsWith(CONTROL_PATH) ? path : CONTROL_PATH);
}

function headersOf(apiKey: string, token: string | undefined): Record<string, string> {
  return {
    [CONTROL_KEY.header]: `${CONTROL_KEY.scheme} ${apiKey}`,
    ...(token === undefined ? {} : { [TOKEN_HEADER]: token }),
  };
}
