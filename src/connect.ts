import type { Control } from "./control/control.ts";
import { createControl, type Reach } from "./control/create-control.ts";
import {
  CONTROL_KEY,
  CONTROL_PATH,
  CONTROL_ROUTES,
  type ControlRoute,
  TOKEN_HEADER,
} from "./control/routes.ts";
import type { DoVerb } from "./control/verb.ts";
import { type Issue, SimulatorError, type SimulatorErrorCode } from "./core/errors.ts";
import { isJsonObject, type JsonObject } from "./core/json.ts";
import { DEFAULT_API_KEY } from "./default-api-key.ts";

/** Which sandbox of a simulator in another process is meant, and what it asks for. */
export type ConnectOptions = {
  /** Key of the sandbox: the one that the client under test uses. Default `sim-key`. */
  readonly apiKey?: string;
  /** The control token, where the simulator was started with one. */
  readonly controlToken?: string;
};

/**
 * Control over a simulator in another process, by any of its URLs. Nothing is sent before the first call.
 *
 * @example
 * const control = connect("http://127.0.0.1:4010");
 * await using box = await control.sandbox({ scenario: "slow-job", clock: "manual" });
 */
export function connect(url: string, options: ConnectOptions = {}): Control {
  const { apiKey = DEFAULT_API_KEY, controlToken } = options;
  const root = rootOf(url);
  const reach: Reach = (key) => remote(root, headersOf(key, controlToken));
  return createControl(reach, apiKey);
}

/** A URL that leads to the control API already is taken as it is: a proxy may have put it elsewhere. */
function rootOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SimulatorError(
      "SIM_ARGUMENT",
      `Expected the simulator's URL, such as \`http://127.0.0.1:4010\`, got \`${url}\`.`,
    );
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path.endsWith(CONTROL_PATH) ? path : CONTROL_PATH);
}

function headersOf(apiKey: string, token: string | undefined): Record<string, string> {
  return {
    [CONTROL_KEY.header]: `${CONTROL_KEY.scheme} ${apiKey}`,
    ...(token === undefined ? {} : { [TOKEN_HEADER]: token }),
  };
}

function remote(root: string, headers: Readonly<Record<string, string>>): DoVerb {
  return async (name, args) => {
    const route = CONTROL_ROUTES[name];
    const { path, init } = requestOf(route, args as Readonly<Record<string, unknown>>);
    const response = await send(root + path, {
      ...init,
      method: route.method,
      headers: { ...headers, ...init.headers },
    });
    return (await answerOf(response)) as Awaited<ReturnType<DoVerb>> as never;
  };
}

type Wire = {
  readonly path: string;
  readonly init: { body?: string | Uint8Array; headers?: Record<string, string> };
};

/** Each argument goes where the route has it: into the path, the query or the body. */
function requestOf(route: ControlRoute, args: Readonly<Record<string, unknown>>): Wire {
  const rest = { ...args };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(take(name))),
  );
  // Without a body, what the route doesn't know goes into the query too: the server says what is wrong with it.
  const names = Object.keys(route.body === undefined ? rest : (route.query ?? {}));
  const query = names
    .map((name) => [name, take(name)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return { path: path + search, init: bodyOf(route, rest) };
}

function bodyOf({ body }: ControlRoute, rest: Readonly<Record<string, unknown>>): Wire["init"] {
  if (body === undefined) return {};
  if (body === "json")
    return { body: JSON.stringify(rest), headers: { "content-type": "application/json" } };
  if ("textOf" in body) {
    const content = rest[body.textOf];
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return { body: text, headers: { "content-type": "application/yaml" } };
  }
  const { contentType } = rest;
  return {
    body: rest[body.bytesOf] as Uint8Array,
    ...(typeof contentType === "string" ? { headers: { "content-type": contentType } } : {}),
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new SimulatorError(
      "SIM_UNREACHABLE",
      `Failed to reach the control API at ${url}: ${reasonOf(error)}. Check that the simulator runs there.`,
      { cause: error },
    );
  }
}

/** `fetch` says why it failed in the cause alone. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: unknown }; message?: unknown };
  return String(cause?.message ?? message);
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === "" ? undefined : JSON.parse(text);
  throw problemOf(text) ?? notControl(response);
}

function problemOf(text: string): SimulatorError | undefined {
  const problem = jsonObjectOf(text);
  const { code, detail, issues } = problem;
  if (typeof code !== "string" || !code.startsWith("SIM_")) return undefined;
  return new SimulatorError(code as SimulatorErrorCode, String(detail), {
    issues: Array.isArray(issues) ? (issues as unknown as readonly Issue[]) : [],
  });
}

function notControl({ status, url }: Response): SimulatorError {
  return new SimulatorError(
    "SIM_UNREACHABLE",
    `Failed to reach the control API at ${url}: what is there answered ${status}. Check the URL, and that the simulator was not started with \`--no-control\`.`,
  );
}

function jsonObjectOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // Not ours, then: a proxy, or another server.
    return {};
  }
}
