import type { IncomingMessage, ServerResponse } from "node:http";
import type { SimulatorError } from "../core/errors.ts";
import type { Exchange } from "../core/exchange.ts";
import { traceOf } from "../core/trace.ts";
import type { Spec } from "../spec/spec.ts";
import type { Loading } from "../state/loading.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import { type ExchangeListener, Recorder } from "./recorder.ts";
import { onceOver } from "./reply/close-signal.ts";
import { bugReply, refusalReply } from "./reply/problem-reply.ts";
import { withHeaders, writeReply } from "./reply/write-reply.ts";
import type { RequestCounts } from "./request-counts.ts";

export type ExchangeParts = {
  readonly sandboxes: Sandboxes;
  readonly specOf: (sandbox: Sandbox) => Spec;
  readonly version: string;
  readonly requests: RequestCounts;
  readonly onExchange: ExchangeListener;
  /** Called if the simulator itself fails. */
  readonly onBug: (error: unknown) => void;
};

type Ended = {
  readonly id: number;
  readonly res: ServerResponse;
  readonly sandbox: Sandbox;
  readonly recorder: Recorder;
};

/** Adds a finished exchange to its sandbox's journal. Reports use it only if `isJudged`. */
export function keepExchange(
  { id, res, sandbox, recorder }: Ended,
  onExchange: ExchangeListener,
  isJudged = true,
): Exchange {
  const exchange = recorder.close(id, res);
  sandbox.journal.add(exchange);
  const trace = isJudged ? traceOf(exchange, recorder.conduct()) : undefined;
  if (trace !== undefined) sandbox.traces.add(trace);
  recorder.whenRequestGrows((request, bodyHash) => {
    sandbox.journal.replaceRequest(exchange, request);
    if (trace !== undefined) sandbox.traces.noteBody(trace, bodyHash);
  });
  onExchange(exchange, sandbox.name, sandbox.state.title ?? sandbox.name);
  return exchange;
}

type Call = { readonly req: IncomingMessage; readonly res: ServerResponse };

/**
 * Rejects a request before it is identified, so that its key can't create a sandbox. The default
 * sandbox's journal shows the request, but reports don't, because a web page may have sent it.
 */
export async function rejectRequest(
  parts: ExchangeParts,
  call: Call,
  error: SimulatorError,
): Promise<void> {
  const { sandboxes, specOf, version, onExchange } = parts;
  const sandbox = sandboxes.default;
  if (sandbox.loading !== undefined)
    return serveWhenLoaded(sandbox.loading, call, version, () => rejectRequest(parts, call, error));
  const { req, res } = call;
  const recorder = new Recorder(req, { clock: sandbox.clock, spec: specOf(sandbox) });
  recorder.notes.simError = error.code;
  const id = sandbox.journal.nextId();
  onceOver(res, () => keepExchange({ id, res, sandbox, recorder }, onExchange, false));
  const reply = withHeaders(refusalReply(error), { "x-sim-version": version });
  recorder.answer(reply.status, reply.headers);
  recorder.readRest();
  await writeReply(res, reply, recorder.tap);
}

/** Serves a request once its sandbox has been loaded, or rejects the request if loading fails. */
export async function serveWhenLoaded(
  loading: Loading,
  { req, res }: Call,
  version: string,
  serve: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await loading.wait();
  } catch (error) {
    await writeReply(res, withHeaders(bugReply(error), { "x-sim-version": version }));
    req.resume();
    return;
  }
  if (!res.closed) await serve();
}
