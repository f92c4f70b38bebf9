import { isDeepStrictEqual } from "node:util";
import { type Control, createControl, type Reach } from "../control/control.ts";
import { CONTROL_KEY, CONTROL_PATH, TOKEN_HEADER } from "../control/control-path.ts";
import {
  type ArgumentsOf,
  CONTROL_VERBS,
  type DoVerb,
  type ResponseOf,
  type VerbName,
} from "../control/control-verbs.ts";
import { readArguments } from "../control/perform.ts";
import { routeParts, type VerbRoute } from "../control/verb.ts";
import { DEFAULT_API_KEY } from "../core/api-key.ts";
import { type Issue, SimulatorError } from "../core/errors.ts";
import { isJsonObject, parseJson } from "../core/json.ts";
import type { SimulatorErrorCode } from "../core/simulator-error-table.ts";
import { withoutEndSlashes } from "../core/urls.ts";
import { execVariable } from "../options/command-environment.ts";

/** The sandbox to control in another process's simulator, and the simulator's control token. */
export type ConnectOptions = {
  /**
   * The sandbox's API key, which the client under test also uses. Default: `BATCH_SIM_API_KEY` from
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
 * Controls a simulator in another process through any of its URLs. Sends no request until the first
 * call.
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

export function reachAt(url: string, controlToken: string | undefined): Reach {
  const root = rootOf(url);
  return (key) => {
    const token = controlToken === undefined ? {} : { [TOKEN_HEADER]: controlToken };
    return remoteVerbs(root, { [CONTROL_KEY.header]: `${CONTROL_KEY.scheme} ${key}`, ...token });
  };
}

/** The control API's URL. Keeps a path before the API's own path, because a proxy may add one. */
function rootOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    const message = `Expected the simulator's URL, such as \`http://127.0.0.1:4010\`, got \`${url}\`.`;
    throw new SimulatorError("SIM_ARGUMENT", message);
  }
  const { origin, pathname } = new URL(url);
  const path = withoutEndSlashes(pathname);
  return origin + (path.endsWith(CONTROL_PATH) ? path : CONTROL_PATH);
}

export function remoteVerbs(root: string, headers: Readonly<Record<string, string>>): DoVerb {
  return async <Name extends VerbName>(name: Name, args: ArgumentsOf<Name>) => {
    const verb = CONTROL_VERBS[name];
    if (!isCarried(verb, args)) await readArguments(verb, args);
    const { path, content } = requestOf(verb, args as Readonly<Record<string, unknown>>);
    const response = await send(root + path, {
      method: routeParts(verb).method,
      headers: { ...headers, ...(content && { "content-type": content.type }) },
      body: content?.body ?? null,
    });
    const text = await response.text();
    if (!response.ok) throw problemOf(text) ?? notControl(response);
    return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<Name>;
  };
}

/** Whether a request carries arguments unchanged, so the server can check them. */
function isCarried({ body }: VerbRoute, args: unknown): boolean {
  if (!isJsonObject(args)) return false;
  // JSON.stringify throws a TypeError for a bigint.
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
  if (body === "json") return isDeepStrictEqual(JSON.parse(JSON.stringify(args, asText)), args);
  return Object.values(args).every((each) => typeof each === "string" || ArrayBuffer.isView(each));
}

type Content = { readonly type: string; readonly body: string | Uint8Array };

/** Puts each argument in the part of the request that the route assigns: path, query, or body. */
function requestOf(verb: VerbRoute, args: Readonly<Record<string, unknown>>) {
  const rest = { ...args };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = routeParts(verb).path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(take(name))),
  );
  // Without a body, unknown arguments go into the query, too, so that the server reports them.
  const names = verb.body === undefined ? Object.keys(rest) : (verb.query ?? []);
  const query = names
    .map((name) => [name, take(name)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return { path: path + search, content: contentIn(verb, rest) };
}

function contentIn(
  { body }: VerbRoute,
  rest: Readonly<Record<string, unknown>>,
): Content | undefined {
  if (body === undefined) return undefined;
  if (body === "json") return { type: "application/json", body: JSON.stringify(rest) };
  if ("textOf" in body) {
    const content = rest[body.textOf];
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return { type: "application/yaml", body: text };
  }
  const { contentType } = rest;
  // Any Content-Type shows the server that there is a body, even if the body is empty.
  const type = typeof contentType === "string" ? contentType : "application/x-www-form-urlencoded";
  return { type, body: rest[body.bytesOf] as Uint8Array };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // Only the error's cause says why a request failed.
    const { cause, message } = error as { cause?: { message?: unknown }; message?: unknown };
    const text = `Failed to reach the control API at ${url}: ${cause?.message ?? message}. Check that the simulator is running there.`;
    throw new SimulatorError("SIM_UNREACHABLE", text, { cause: error });
  }
}

function problemOf(text: string): SimulatorError | undefined {
  const problem = parseJson(text);
  // The response may come from a proxy, or from another server.
  if (!isJsonObject(problem)) return undefined;
  const { code, detail, issues } = problem;
  if (typeof code !== "string" || !code.startsWith("SIM_")) return undefined;
  return new SimulatorError(code as SimulatorErrorCode, String(detail), {
    // The issues come from batch-sim's own server, so they have this type.
    issues: Array.isArray(issues) ? (issues as unknown as readonly Issue[]) : [],
  });
}

function notControl({ status, url }: Response): SimulatorError {
  const message = `Failed to reach the control API at ${url}: it responded with ${status}. Check the URL, and that the simulator was not started with \`--no-control\`.`;
  return new SimulatorError("SIM_UNREACHABLE", message);
}
