import {
  CONTROL_PATH,
  EVENTS_PATH,
  PAGE_HEADER,
  type ProblemDetails,
  SANDBOX_HEADER,
} from "../../control/control-path.ts";
import { SimulatorError } from "../../core/errors.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { SimulatorErrorCode } from "../../core/simulator-error-table.ts";
import { bodyText, type ControlCall } from "../model/commands.ts";

/** Sends a request about a sandbox to the control API. Rejects with a SimulatorError. */
export async function send<Response>(
  { method, path, body }: ControlCall,
  sandbox: string,
): Promise<Response> {
  const init = { method, headers: headersFor(sandbox), body: bodyText(body) ?? null };
  const response = await fetch(CONTROL_PATH + path, init).catch((error: unknown) => {
    throw new SimulatorError("SIM_UNREACHABLE", `The simulator can't be reached: ${String(error)}`);
  });
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Response;
  throw controlErrorOf(text, response.status);
}

/** Reads a sandbox's data from the control API. Rejects with a SimulatorError. */
export function get<Response>(path: string, sandbox = ""): Promise<Response> {
  return send({ method: "GET", path }, sandbox);
}

/** Headers of the page's requests. Without `x-sim-page`, the login cookie only allows reading. */
function headersFor(sandbox: string): Record<string, string> {
  return { [PAGE_HEADER]: "1", ...(sandbox === "" ? {} : { [SANDBOX_HEADER]: sandbox }) };
}

function controlErrorOf(text: string, status: number): SimulatorError {
  // The response may also come from a proxy in front of the simulator.
  const problem = parseJson(text);
  if (!isJsonObject(problem) || !String(problem["code"]).startsWith("SIM_"))
    return new SimulatorError("SIM_UNREACHABLE", `The server responded with status ${status}.`);
  const { code, detail, issues = [] } = problem as unknown as ProblemDetails;
  return new SimulatorError(code as SimulatorErrorCode, detail, { issues });
}

/** Pause before reconnecting, in milliseconds. */
const RETRY_MS = 1000;

/** Milliseconds after which a silent stream counts as lost: the server sends data every 3 s. */
const SILENT_MS = 8000;

export type EventListener = {
  readonly onEvent: (event: StreamEvent) => void;
  /** Called whenever data arrives. */
  readonly onContact: () => void;
  /** Called when the connection is opened, and when it is lost. */
  readonly onConnection: (isConnected: boolean) => void;
  /** Called if the server rejects the request, which also ends the reading. */
  readonly onRejected: (error: SimulatorError) => void;
};

type StreamEvent = { readonly id: string; readonly event: string; readonly data: string };

/**
 * Reads a sandbox's events until the signal aborts. After a lost connection, continues after the
 * last event. Uses `fetch`, because `EventSource` can't send the header that names the sandbox.
 */
export async function readEvents(
  sandbox: string,
  signal: AbortSignal,
  listener: EventListener,
): Promise<void> {
  let lastId = "";
  while (!signal.aborted) {
    const silence = new AbortController();
    const onContact = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      listener.onContact();
    };
    let timer = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      const headers = { ...headersFor(sandbox), ...(lastId && { "last-event-id": lastId }) };
      const both = AbortSignal.any([signal, silence.signal]);
      const response = await fetch(EVENTS_PATH, { headers, signal: both });
      if (!response.ok) {
        listener.onRejected(controlErrorOf(await response.text(), response.status));
        return;
      }
      listener.onConnection(true);
      for await (const event of eventsIn(response, onContact)) {
        lastId = event.id;
        listener.onEvent(event);
      }
    } catch {
      // The connection was lost; the loop connects again.
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return;
    listener.onConnection(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function* eventsIn({ body }: Response, onContact: () => void): AsyncGenerator<StreamEvent> {
  const parse = eventParser();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    onContact();
    yield* parse(value);
  }
}

/** Makes a function that parses chunks of Server-Sent Events, and returns the complete events. */
export function eventParser(): (chunk: string) => readonly StreamEvent[] {
  let rest = "";
  return (chunk) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const found = block.matchAll(/^(\w+): ?([^\n]*)$/gm);
      const fields = Object.fromEntries([...found].map(([, name, value]) => [name, value]));
      const { id = "", event = "message", data } = fields;
      // A block without data is a comment or a setting.
      return data === undefined ? [] : [{ id, event, data }];
    });
  };
}
