import { CONTROL_PATH, SANDBOX_HEADER } from "../../control/control-path.ts";
import { shellWord } from "../../core/visible-text.ts";

/** A request to the control API, which the page sends and shows as a curl command. */
export type ControlCall = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/_sim`. */
  readonly path: string;
  /** A JSON value, or a string that is sent unchanged. */
  readonly body?: unknown;
};

/** A curl command that sends the request. */
export function curlOf(
  { method, path, body }: ControlCall,
  { origin, sandbox }: { readonly origin: string; readonly sandbox: string },
): string {
  const text = bodyText(body);
  const implied = text === undefined ? "GET" : "POST";
  return [
    "curl",
    ...(method === implied ? [] : ["-X", method]),
    `-H ${shellWord(`${SANDBOX_HEADER}: ${sandbox}`)}`,
    ...(text === undefined ? [] : [`--data-raw ${shellWord(text)}`]),
    shellWord(`${origin}${CONTROL_PATH}${path}`),
  ].join(" ");
}

/** The body as it is sent; undefined if there is none. */
export function bodyText(body: unknown): string | undefined {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}
